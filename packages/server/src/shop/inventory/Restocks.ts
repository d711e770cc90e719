import { SqlClient, SqlSchema } from "@effect/sql"
import { Day } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { Region } from "@storefront/domain/Inventory"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { soldRows } from "../catalog/SoldProducts.ts"
import { sumOfUnits } from "../catalog/StockByWarehouse.ts"

const RestockSchedule = Schema.Struct({
  product_id: ProductId,
  product_name: UserText,
  is_group: Schema.Boolean,
  /** Sum over all warehouses. */
  current_stock: Schema.Int,
  /** From today on, by date, then warehouse. */
  upcoming_restocks: Schema.Array(
    Schema.Struct({ warehouse: Schema.String, region: Region, expected_quantity: Schema.Int, expected_date: Day })
  )
})

/** Selects the `NextRestock` of the product `p`; null without one. */
export const nextRestock = (sql: SqlClient.SqlClient) => sql`(
  SELECT jsonb_build_object('date', s.expected_date::text, 'quantity', s.expected_quantity, 'warehouse', h.name)
  FROM restock_schedule s
  JOIN warehouses h ON h.id = s.warehouse_id
  WHERE s.product_id = p.id AND s.expected_date >= current_date
  ORDER BY s.expected_date, h.name
  LIMIT 1
)`

/** Query for the deliveries of the product `p` from today on, by warehouse and date; of a group, of all its variants. */
export const upcomingRestocks = (sql: SqlClient.SqlClient) => sql`
  SELECT h.name, h.region, ${sumOfUnits(sql, "s.expected_quantity")} AS expected_quantity, s.expected_date
  FROM restock_schedule s
  JOIN warehouses h ON h.id = s.warehouse_id
  WHERE s.product_id IN (${soldRows(sql)}) AND s.expected_date >= current_date
  GROUP BY h.name, h.region, s.expected_date`

/** Expected deliveries to the warehouses. */
export class Restocks extends Context.Tag("@storefront/server/shop/inventory/Restocks")<
  Restocks,
  {
    /** Finds the next `limit` deliveries of an active product, or of all variants of a group. */
    readonly find: (
      id: ProductId,
      limit: number
    ) => Effect.Effect<typeof RestockSchedule.Type, ProductNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: Schema.Struct({ id: ProductId, limit: Schema.Int }),
        Result: RestockSchedule,
        execute: ({ id, limit }) => sql`
          SELECT p.id AS product_id, p.name AS product_name, COALESCE(r.restocks, '[]') AS upcoming_restocks,
            p.kind = 'group' AS is_group, (
              SELECT ${sumOfUnits(sql, "quantity")} FROM warehouse_inventory WHERE product_id IN (${soldRows(sql)})
            ) AS current_stock
          FROM products p
          CROSS JOIN LATERAL (
            SELECT jsonb_agg(
              jsonb_build_object('warehouse', n.name, 'region', n.region, 'expected_quantity', n.expected_quantity,
                'expected_date', n.expected_date::text)
              ORDER BY n.expected_date, n.name) AS restocks
            FROM (
              ${upcomingRestocks(sql)}
              ORDER BY s.expected_date, h.name
              LIMIT ${limit}
            ) n
          ) r
          WHERE p.id = ${id} AND p.is_active`
      })
      return {
        find: Effect.fn("Restocks.find")(function* (id: ProductId, limit: number) {
          const row = yield* orUnavailable(select({ id, limit }))
          return yield* Effect.mapError(row, () => new ProductNotFound())
        })
      }
    })
  )
}
