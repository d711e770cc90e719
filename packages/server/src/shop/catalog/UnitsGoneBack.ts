import { type SqlClient, type Statement } from "@effect/sql"
import { goneBack } from "@storefront/domain/rules/ReturnLifecycle"

/** The statuses of returns whose units count as returned, for `status IN (…)`. */
export const goneBackStatuses = goneBack.map((status) => `'${status}'`).join(", ")

/**
 * Selects what went back of orders that were returned in part, by their lines, which still count for the rest of their
 * units: `order_item_id`, `units`, `amount`. The orders are `o`.
 */
export const unitsGoneBack = (sql: SqlClient.SqlClient, orders: Statement.Fragment) => sql`
  SELECT l.order_item_id, sum(l.quantity)::int AS units, sum(l.refund_amount) AS amount
  FROM orders o
  JOIN returns r ON r.order_id = o.id
  JOIN return_lines l ON l.return_id = r.id
  WHERE o.status = 'delivered' AND r.status IN (${sql.literal(goneBackStatuses)}) AND ${orders}
  GROUP BY l.order_item_id`
