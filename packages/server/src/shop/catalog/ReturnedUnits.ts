import { type SqlClient, type Statement } from "@effect/sql"
import { returnedStatuses } from "@storefront/domain/rules/ReturnLifecycle"

/** Statuses of returns whose units count as returned, for `status IN (…)`. */
export const returnedStatusList = returnedStatuses.map((status) => `'${status}'`).join(", ")

/**
 * Selects the returned units of partially returned orders by order line: `order_item_id`, `units` and refunded
 * `amount`. Fully returned orders have a status of their own. `orders` is a condition on the orders `o`.
 */
export const returnedUnits = (sql: SqlClient.SqlClient, orders: Statement.Fragment) => sql`
  SELECT l.order_item_id, sum(l.quantity)::int AS units, sum(l.refund_amount) AS amount
  FROM orders o
  JOIN returns r ON r.order_id = o.id
  JOIN return_lines l ON l.return_id = r.id
  WHERE o.status = 'delivered' AND r.status IN (${sql.literal(returnedStatusList)}) AND ${orders}
  GROUP BY l.order_item_id`
