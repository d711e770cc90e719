import { type ProductId } from "@storefront/domain/Ids"
import { summarise, downsample } from "@storefront/domain/rules/PriceTrend"
import { messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { PriceHistory } from "@storefront/server/shop/catalog/PriceHistory"
import { Effect } from "effect"
import { productNotFound } from "@storefront/server/shop/catalog/ProductNotFoundFailures"

/** Maximum number of points shown; statistics use all of them. */
const maxPoints = 12

/** Builds the handler of `get_price_history`, shared by all agents that have the tool. */
export const getPriceHistoryHandler = Effect.gen(function* () {
  const history = yield* PriceHistory
  const unknown = yield* productNotFound
  return Effect.fn("get_price_history")(function* ({
    days,
    product_id
  }: {
    readonly product_id: ProductId
    readonly days: number
  }) {
    const { points, ...product } = yield* Effect.catchTag(history.find(product_id, days), "ProductNotFound", () =>
      unknown(product_id)
    )
    return {
      ...product,
      period_days: days,
      data_points: points.length,
      ...summarise(points, product.price_now ?? product.current_price),
      points: downsample(points, maxPoints),
      ...messageIfEmpty(points.length, "No prices were recorded in this period. Try a longer one.")
    }
  })
})
