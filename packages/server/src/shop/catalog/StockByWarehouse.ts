import { type SqlClient, type Statement } from "@effect/sql"
import { soldRows } from "./SoldProducts.ts"

/** SQL expression for a sum of units, 0 without any; one that exceeds the greatest integer is that integer. */
export const sumOfUnits = (sql: SqlClient.SqlClient, units: string) =>
  sql.literal(`least(COALESCE(sum(${units}), 0), 2147483647)::int`)

/** SQL expression for the units of the product `p` in all warehouses together. */
export const unitsInStock = (sql: SqlClient.SqlClient) =>
  sql`(SELECT ${sumOfUnits(sql, "quantity")} FROM warehouse_inventory WHERE product_id = p.id)`

/** SQL expression for the units of `p` in all warehouses together: for a group, those of its active variants. */
export const unitsOnSale = (sql: SqlClient.SqlClient) => sql`(
  SELECT ${sumOfUnits(sql, "i.quantity")} FROM (${soldRows(sql)}) sold JOIN warehouse_inventory i ON i.product_id = sold.id)`

/**
 * Lateral join `s` with the stock of the products `p`: `total`, the units in all warehouses, and `warehouses`, a JSON
 * array of every warehouse by name, empty ones included, or null without any. Those of a group are the sums
 * of its active variants. `more` adds fields to its objects, as `, 'name', expression`, over the warehouse `h` and
 * its stock `i`, null where never stocked.
 */
export const join = (sql: SqlClient.SqlClient, more: Statement.Fragment = sql.literal("")) => sql`
  CROSS JOIN LATERAL (
    SELECT ${sumOfUnits(sql, "i.quantity")} AS total,
      jsonb_agg(
        jsonb_build_object('warehouse', h.name, 'region', h.region, 'quantity', COALESCE(i.quantity, 0),
          'low_stock', COALESCE(i.low_stock, true)${more})
        ORDER BY h.name) AS warehouses
    FROM warehouses h
    LEFT JOIN LATERAL (
      SELECT sum(i.quantity) AS quantity, sum(i.reorder_threshold) AS reorder_threshold,
        bool_or(i.quantity <= i.reorder_threshold) AS low_stock
      FROM (${soldRows(sql)}) sold
      JOIN warehouse_inventory i ON i.product_id = sold.id AND i.warehouse_id = h.id
    ) i ON true
  ) s`
