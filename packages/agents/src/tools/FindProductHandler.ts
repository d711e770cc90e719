import { messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { currentQuestion } from "@storefront/server/assistant/turn/Turn"
import { ProductFinder } from "@storefront/server/shop/catalog/ProductFinder"
import { Effect } from "effect"

/** The handler of `find_product`, shared by the agents that have it. */
export const findProductHandler = Effect.map(ProductFinder, (finder) =>
  Effect.fnUntraced(function* ({ limit, name }: { readonly limit: number; readonly name: string }) {
    const products = yield* finder.find(name, limit, yield* currentQuestion)
    return {
      products,
      count: products.length,
      ...messageIfEmpty(
        products.length,
        "No product has a name like this. Try another wording: a brand, or the kind of product."
      )
    }
  })
)
