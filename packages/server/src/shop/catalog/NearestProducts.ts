import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { ProductId } from "@storefront/domain/Ids"
import { nearestIds } from "@storefront/domain/rules/NearestIds"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

const NamedProduct = Schema.Struct({ product_id: ProductId, name: UserText })
type NamedProduct = typeof NamedProduct.Type

/** Number of suggestions for an unknown id. */
const maxSuggestions = 3

/** Number of ids compared on each side of the unknown id. */
const idsPerSide = 50

/** Suggests up to three products for an id that does not exist, most similar ids first. One statement each. */
export class NearestProducts extends Context.Tag("@storefront/server/shop/catalog/NearestProducts")<
  NearestProducts,
  {
    /**
     * Suggests listed products except `others`, which the caller named too. Reads only neighbouring ids along the
     * primary key, so that the time does not grow with the catalogue. A typo in the first digits is found only in a
     * catalogue of few products.
     */
    readonly sold: (
      id: ProductId,
      others?: ReadonlyArray<ProductId>
    ) => Effect.Effect<ReadonlyArray<NamedProduct>, DatabaseUnavailable>
    /** Suggests products from the owner's cart. */
    readonly inCart: (owner: UserId, id: ProductId) => Effect.Effect<ReadonlyArray<NamedProduct>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const selectAround = SqlSchema.findAll({
        Request: ProductId,
        Result: NamedProduct,
        execute: (id) => sql`
          (SELECT id AS product_id, name FROM products WHERE id >= ${id} AND is_listed ORDER BY id LIMIT ${idsPerSide})
          UNION ALL
          (SELECT id, name FROM products WHERE id < ${id} AND is_listed ORDER BY id DESC LIMIT ${idsPerSide})`
      })

      const selectInCart = SqlSchema.findAll({
        Request: UserId,
        Result: NamedProduct,
        execute: (owner) => sql`
          SELECT p.id AS product_id, p.name
          FROM carts c
          JOIN cart_items i ON i.cart_id = c.id
          JOIN products p ON p.id = i.product_id
          WHERE c.user_id = ${owner}`
      })

      return {
        sold: Effect.fn("NearestProducts.sold")(function* (id: ProductId, others: ReadonlyArray<ProductId> = []) {
          const around = yield* orUnavailable(selectAround(id))
          const candidates = around.filter(({ product_id }) => !others.includes(product_id))
          return nearestIds(id, candidates, maxSuggestions)
        }),
        inCart: Effect.fn("NearestProducts.inCart")(function* (owner: UserId, id: ProductId) {
          return nearestIds(id, yield* orUnavailable(selectInCart(owner)), maxSuggestions)
        })
      }
    })
  )
}
