import { type ProductId } from "@storefront/domain/Ids"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { VariantChoices, type VariantNotChosen } from "@storefront/server/shop/catalog/VariantChoices"
import { Effect } from "effect"

/** Failures of tools that sell: a product with variants is sold as one of them. Both are a `conflict`. */

const failure = ({ choices, product, reason }: VariantNotChosen, message: string) =>
  new ToolFailure({ error: "conflict", message, reason, product_id: product, choices })

const messages: { readonly [R in VariantNotChosen["reason"]]: string } = {
  choose_option:
    "The product is sold in variants, and more than one is left. Ask which of the choices it shall be, then call the tool again with this product_id and all options. An option without values has none in stock.",
  no_such_variant:
    "The product has no variant with these options. Say so, and offer the choices: they are in stock and agree with as many of the options as possible."
}

/** The options of a call do not single out a variant. */
export const variantNotChosen = (error: VariantNotChosen) => failure(error, messages[error.reason])

/** Fails for the first of the products that is sold in variants, for tools that take no options. */
export const refusingGroups = Effect.map(
  VariantChoices,
  (variants) =>
    (ids: ReadonlyArray<ProductId>, offered: "in_stock" | "sold" = "in_stock") =>
      Effect.catchTag(variants.refuseGroups(ids, offered), "VariantNotChosen", (error) =>
        Effect.fail(
          failure(
            error,
            "The product is sold in variants. Ask which of the choices it shall be, then call the tool again with the product_id of that variant, which find_product lists."
          )
        )
      )
)
