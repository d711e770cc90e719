import { type SqlClient, SqlSchema } from "@effect/sql"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"

/** Units that went back to a warehouse. */
export const Restocked = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  warehouse: Schema.String,
  quantity: Schema.Int
})
export type Restocked = typeof Restocked.Type

/**
 * Puts everything that an order took back to the warehouses it came from, and answers what that was, by product, then
 * warehouse. The rows of the stock are locked in the order in which they are inserted, by product and warehouse.
 */
export const putBack = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: OrderId,
    Result: Restocked,
    execute: (id) => sql`
      WITH allocated AS (
        SELECT i.product_id, i.product_name AS name, a.warehouse_id, a.quantity
        FROM order_items i
        JOIN order_item_allocations a ON a.order_item_id = i.id
        WHERE i.order_id = ${id}
      ), restocked AS (
        INSERT INTO warehouse_inventory (product_id, warehouse_id, quantity)
        SELECT product_id, warehouse_id, quantity FROM allocated ORDER BY product_id, warehouse_id
        ON CONFLICT (product_id, warehouse_id) DO UPDATE
        SET quantity = warehouse_inventory.quantity + EXCLUDED.quantity, updated_at = now()
        RETURNING product_id, warehouse_id
      )
      SELECT a.product_id, a.name, w.name AS warehouse, a.quantity
      FROM allocated a
      JOIN restocked r ON r.product_id = a.product_id AND r.warehouse_id = a.warehouse_id
      JOIN warehouses w ON w.id = a.warehouse_id
      ORDER BY a.product_id, w.name`
  })
