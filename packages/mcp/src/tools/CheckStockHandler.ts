import { type ProductId } from "@storefront/domain/Ids"
import { Stock } from "@storefront/server/shop/inventory/Stock"
import { Effect } from "effect"
import { productNotFound } from "@storefront/server/shop/catalog/ProductNotFoundFailures"
import { withVariants } from "./WithVariants.ts"

/** Builds the handler of `check_stock`, shared by all agents that have the tool. */
export const checkStockHandler = Effect.gen(function* () {
  const stock = yield* Stock
  const unknown = yield* productNotFound
  const addVariants = yield* withVariants
  return Effect.fn("check_stock")(({ product_id }: { readonly product_id: ProductId }) =>
    Effect.flatMap(
      Effect.catchTag(stock.find(product_id), "ProductNotFound", () => unknown(product_id)),
      addVariants
    )
  )
})
