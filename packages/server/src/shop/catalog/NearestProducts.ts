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

/** Products that are suggested for an id. */
const suggested = 3

/** Ids on either side of the one asked for that are compared with it. */
const neighbours = 50

/**
 * Products that may be meant by an id which is not one: up to three, those with the nearest ids first. One statement
 * each.
 */
export class NearestProducts extends Context.Tag("@storefront/server/shop/catalog/NearestProducts")<
  NearestProducts,
  {
    /**
     * Of the active products, without the `others` that were named beside it. Only the ids around this one are read, along the primary key, so it takes the same time
     * in a catalogue of a million; a slip in the first digits of an id is therefore found in a small catalogue only.
     */
    readonly sold: (
      id: ProductId,
      others?: ReadonlyArray<ProductId>
    ) => Effect.Effect<ReadonlyArray<NamedProduct>, DatabaseUnavailable>
    /** Of what is in somebody's cart. */
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
          (SELECT id AS product_id, name FROM products WHERE id >= ${id} AND is_active ORDER BY id LIMIT ${neighbours})
          UNION ALL
          (SELECT id, name FROM products WHERE id < ${id} AND is_active ORDER BY id DESC LIMIT ${neighbours})`
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
          const unnamed = around.filter(({ product_id }) => !others.includes(product_id))
          return nearestIds(id, unnamed, suggested)
        }),
        inCart: Effect.fn("NearestProducts.inCart")(function* (owner: UserId, id: ProductId) {
          return nearestIds(id, yield* orUnavailable(selectInCart(owner)), suggested)
        })
      }
    })
  )
}
