import { type ProductId } from "@storefront/domain/Ids"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { NearestProducts } from "./NearestProducts.ts"
import { Effect } from "effect"

/** Fails for a product that does not exist or is no longer sold, and suggests products with similar ids. */
export const productNotFound = Effect.map(
  NearestProducts,
  (nearest) => (id: ProductId) =>
    Effect.flatMap(nearest.sold(id), (candidates) =>
      Effect.fail(
        new ToolFailure({
          error: "not_found",
          message:
            "The shop has no product with this id. If one of the candidates is what is meant, call the tool again with its id; otherwise look the product up by its name.",
          entity: "product",
          id,
          candidates
        })
      )
    )
)

/** Fails when some of the requested products are missing, and suggests products with ids similar to the first. */
export const productsNotFound = Effect.map(
  NearestProducts,
  (nearest) => (requested: ReadonlyArray<ProductId>, missing: ReadonlyArray<ProductId>, message: string) =>
    Effect.flatMap(
      Effect.forEach(missing.slice(0, 1), (id) => nearest.sold(id, requested)),
      ([candidates = []]) =>
        Effect.fail(
          new ToolFailure({ error: "not_found", message, entity: "product", missing_ids: missing, candidates })
        )
    )
)

/** Instruction to the model when fewer than two of the products to compare are sold. */
export const tooFewSold =
  "The shop has fewer than two of these products. Look the missing ones up by name, unless one of the candidates is meant, then call the tool again."
