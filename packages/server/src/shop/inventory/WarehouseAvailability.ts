import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import * as StockByWarehouse from "../catalog/StockByWarehouse.ts"
import { upcomingRestocks } from "./Restocks.ts"

const AvailabilityRow = Schema.Struct({
  ...Struct.omit(getWarehouseAvailability.successSchema.fields, "variants"),
  is_group: Schema.Boolean
})

/** Current and expected stock of a product, in one statement. */
export class WarehouseAvailability extends Context.Tag("@storefront/server/shop/inventory/WarehouseAvailability")<
  WarehouseAvailability,
  {
    /**
     * Finds an active product's stock in every warehouse by name, empty ones included, and its deliveries from today
     * on, by date, then warehouse; of a group, those of its variants together.
     */
    readonly find: (id: ProductId) => Effect.Effect<typeof AvailabilityRow.Type, ProductNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: ProductId,
        Result: AvailabilityRow,
        execute: (id) => sql`
          SELECT p.id AS product_id, p.name AS product_name, s.total > 0 AS in_stock,
            s.total AS total_quantity, COALESCE(s.warehouses, '[]') AS warehouses,
            COALESCE(r.restocks, '[]') AS upcoming_restocks, p.kind = 'group' AS is_group
          FROM products p
          ${StockByWarehouse.join(sql, sql.literal(", 'location', h.location, 'reorder_threshold', i.reorder_threshold"))}
          CROSS JOIN LATERAL (
            SELECT jsonb_agg(
              jsonb_build_object('warehouse', n.name, 'region', n.region, 'expected_quantity', n.expected_quantity,
                'expected_date', n.expected_date::text)
              ORDER BY n.expected_date, n.name) AS restocks
            FROM (${upcomingRestocks(sql)}) n
          ) r
          WHERE p.id = ${id} AND p.is_active`
      })
      return {
        find: Effect.fn("WarehouseAvailability.find")(function* (id: ProductId) {
          const row = yield* orUnavailable(select(id))
          return yield* Effect.mapError(row, () => new ProductNotFound())
        })
      }
    })
  )
}
