import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { Effect } from "effect"

/** The handler of `find_product`, alike for every agent that has it. */
export const findProduct = Effect.map(ProductFinder, (finder) =>
  Effect.fn("find_product")(function* ({ limit, name }: { readonly limit: number; readonly name: string }) {
    const products = yield* finder.find(name, limit)
    return {
      products,
      count: products.length,
      ...(products.length > 0
        ? {}
        : { message: "No product is called like this. Try another wording: a brand, or the kind of product." })
    }
  })
)
