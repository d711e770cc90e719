import { type SqlClient } from "@effect/sql"
import { type UserId } from "@storefront/domain/Identity"
import { type OrderId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"

/** A step of an order on its way. */
export interface OrderStep {
  readonly order: OrderId
  readonly status: OrderStatus
  readonly notes: string
  readonly location?: string | null
  /** Null is the shop itself. */
  readonly actor?: UserId | null
}

/**
 * The new `updated_at` of an order that takes a step: the time of the clock, and no earlier than the step before it, also
 * after the clock was set back. It is not the start of the transaction, which may have waited for one that took a later step.
 */
export const stepTime = (sql: SqlClient.SqlClient) => sql.literal("greatest(updated_at, clock_timestamp())")

/**
 * When an order was delivered, by the newest row of its history that says so; the order is `o`. A row behind a return says
 * that the return was withdrawn, which gives no new time to return anything.
 */
export const deliveredAt = (sql: SqlClient.SqlClient) => sql`(
  SELECT h.recorded_at FROM order_status_history h
  WHERE h.order_id = o.id AND h.status = 'delivered' AND NOT EXISTS (
    SELECT FROM order_status_history b WHERE b.order_id = o.id AND b.status = 'returned' AND b.id < h.id)
  ORDER BY h.id DESC LIMIT 1)`

/**
 * Writes a step into the history of an order, in the transaction that takes it and after the row of the order was
 * written: its time is that of the row.
 */
export const recordStep =
  (sql: SqlClient.SqlClient) =>
  ({ actor = null, location = null, notes, order, status }: OrderStep) =>
    sql`
      INSERT INTO order_status_history (order_id, status, notes, location, actor_user_id, recorded_at)
      SELECT id, ${status}, ${notes}, ${location}, ${actor}::uuid, updated_at FROM orders WHERE id = ${order}`
