import { type ProductId } from "@storefront/domain/Ids"
import { summarise, thin } from "@storefront/domain/rules/PriceTrend"
import { whenNone } from "@storefront/domain/tools/ToolContract"
import { PriceHistory } from "@storefront/server/shop/catalog/PriceHistory"
import { Effect } from "effect"
import { productNotFound } from "@storefront/server/shop/catalog/UnknownProducts"

/** Days that are shown one by one; the figures go by all of them. */
const maxPoints = 12

/** The handler of `get_price_history`, the same for every agent that has it. */
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
      points: thin(points, maxPoints),
      ...whenNone(points.length, "No prices were recorded in this period. Try a longer one.")
    }
  })
})
