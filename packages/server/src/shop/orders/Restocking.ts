import { type SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { OrderId, ProductId, ReturnId } from "@storefront/domain/Ids"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"

/** Units put back into a warehouse. */
export const Restocked = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  warehouse: Schema.String,
  quantity: Schema.Int
})
export type Restocked = typeof Restocked.Type

/**
 * Puts allocated units (`product_id`, `name`, `warehouse_id`, `quantity`) back into their warehouses, and lists them by
 * product, then warehouse; units of a product that has become a group belong to no variant and are left out. Products
 * are locked before their stock, both in order, so that none becomes a group meanwhile.
 */
const restock = <Id>(
  sql: SqlClient.SqlClient,
  Request: Schema.Schema<Id, string>,
  allocated: (id: string) => Statement.Fragment
) =>
  SqlSchema.findAll({
    Request,
    Result: Restocked,
    execute: (id) => sql`
      WITH allocated AS (${allocated(id)}), sold AS (
        SELECT p.id FROM products p
        WHERE p.id IN (SELECT product_id FROM allocated) AND p.kind <> 'group'
        ORDER BY p.id FOR SHARE
      ), restocked AS (
        INSERT INTO warehouse_inventory (product_id, warehouse_id, quantity)
        SELECT a.product_id, a.warehouse_id, a.quantity
        FROM allocated a
        JOIN sold ON sold.id = a.product_id
        ORDER BY a.product_id, a.warehouse_id
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

/** Puts all units of an order back into the warehouses they came from. */
export const restockOrder = (sql: SqlClient.SqlClient) =>
  restock(
    sql,
    OrderId,
    (id) => sql`
      SELECT i.product_id, i.product_name AS name, a.warehouse_id, a.quantity
      FROM order_items i
      JOIN order_item_allocations a ON a.order_item_id = i.id
      WHERE i.order_id = ${id}`
  )

/**
 * Puts the units of a return back into the warehouses they came from. A line's units are assigned to its warehouses in
 * order, after those of earlier returns, so that no warehouse gets back more than it shipped.
 */
export const restockReturn = (sql: SqlClient.SqlClient) =>
  restock(
    sql,
    ReturnId,
    (id) => sql`
      SELECT i.product_id, i.product_name AS name, a.warehouse_id,
        (least(a.upto, before.units + l.quantity) - greatest(a.upto - a.quantity, before.units))::int AS quantity
      FROM returns r
      JOIN return_lines l ON l.return_id = r.id
      JOIN order_items i ON i.id = l.order_item_id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(e.quantity), 0) AS units FROM returns t JOIN return_lines e ON e.return_id = t.id
        WHERE t.order_id = r.order_id AND t.seq < r.seq AND t.status <> 'withdrawn' AND e.order_item_id = i.id
      ) before
      JOIN LATERAL (
        SELECT warehouse_id, quantity, sum(quantity) OVER (ORDER BY warehouse_id) AS upto
        FROM order_item_allocations WHERE order_item_id = i.id
      ) a ON a.upto > before.units AND a.upto - a.quantity < before.units + l.quantity
      WHERE r.id = ${id}`
  )
