import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { checkStock } from "@storefront/domain/tools/InventoryTools"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import * as StockByWarehouse from "../catalog/StockByWarehouse.ts"

const StockRow = Schema.Struct({
  ...Struct.omit(checkStock.successSchema.fields, "variants"),
  is_group: Schema.Boolean
})

/** Stock of products by warehouse. */
export class Stock extends Context.Tag("@storefront/server/shop/inventory/Stock")<
  Stock,
  {
    /** Finds an active product's stock in every warehouse by name, empty ones included; of a group, its variants'. */
    readonly find: (id: ProductId) => Effect.Effect<typeof StockRow.Type, ProductNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: ProductId,
        Result: StockRow,
        execute: (id) => sql`
          SELECT p.id AS product_id, p.name AS product_name, s.total > 0 AS in_stock,
            s.total AS total_quantity, COALESCE(s.warehouses, '[]') AS warehouses,
            p.kind = 'group' AS is_group
          FROM products p
          ${StockByWarehouse.join(sql)}
          WHERE p.id = ${id} AND p.is_active`
      })
      return {
        find: Effect.fn("Stock.find")(function* (id: ProductId) {
          const row = yield* orUnavailable(select(id))
          return yield* Effect.mapError(row, () => new ProductNotFound())
        })
      }
    })
  )
}
