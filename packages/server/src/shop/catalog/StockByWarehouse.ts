import type { SqlClient, Statement } from "@effect/sql"

/**
 * Lateral join `s` with the stock of the products `p`: `total`, the units in all warehouses, and `warehouses`, a JSON
 * array of every warehouse by name, empty ones included. Both are null without any warehouse. `more` adds fields to its
 * objects, as `, 'name', expression`, over the warehouse `h` and its stock `i`, null where never stocked.
 */
export const join = (sql: SqlClient.SqlClient, more: Statement.Fragment = sql.literal("")) => sql`
  CROSS JOIN LATERAL (
    SELECT sum(COALESCE(i.quantity, 0))::int AS total,
      jsonb_agg(
        jsonb_build_object('warehouse', h.name, 'region', h.region, 'quantity', COALESCE(i.quantity, 0),
          'low_stock', COALESCE(i.quantity <= i.reorder_threshold, true)${more})
        ORDER BY h.name) AS warehouses
    FROM warehouses h
    LEFT JOIN warehouse_inventory i ON i.warehouse_id = h.id AND i.product_id = p.id
  ) s`
