import { type ProductId } from "@storefront/domain/Ids"
import { currentQuestion } from "@storefront/server/assistant/turn/Turn"
import { Variants } from "@storefront/server/shop/catalog/Variants"
import { Effect } from "effect"

/** Adds the variants of a group to its stock, those first whose values the customer named. Other products have none. */
export const withVariants = Effect.map(
  Variants,
  (variants) =>
    <A extends { readonly product_id: ProductId; readonly is_group: boolean }>(product: A) =>
      Effect.gen(function* () {
        const { is_group: isGroup, ...stock } = product
        const of = yield* variants.of(isGroup ? [product.product_id] : [], yield* currentQuestion)
        return { ...stock, variants: of(product.product_id) }
      })
)
