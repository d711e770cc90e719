import { type SqlClient } from "@effect/sql"
import { type UserId } from "@storefront/domain/Identity"
import { type OrderId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"

/** A status change of an order. */
export interface OrderStep {
  readonly order: OrderId
  readonly status: OrderStatus
  readonly notes: string
  readonly location?: string | null
  /** Person who changed it; null means the shop. */
  readonly actor?: UserId | null
}

/**
 * SQL expression for the new `updated_at` of an order: the current time, but never earlier than before, even if the
 * clock was set back. Not `now()`, because the transaction may have waited for one that made a later change.
 */
export const stepTime = (sql: SqlClient.SqlClient) => sql.literal("greatest(updated_at, clock_timestamp())")

/**
 * Selects the delivery time of the order `o` from its history. A `delivered` row after a return only records the
 * return's withdrawal, and does not restart the return window.
 */
export const deliveredAt = (sql: SqlClient.SqlClient) => sql`(
  SELECT h.recorded_at FROM order_status_history h
  WHERE h.order_id = o.id AND h.status = 'delivered' AND NOT EXISTS (
    SELECT FROM order_status_history b WHERE b.order_id = o.id AND b.status = 'returned' AND b.id < h.id)
  ORDER BY h.id DESC LIMIT 1)`

/** Records a status change. Copies the order's `updated_at`, so the order must be updated first, in one transaction. */
export const recordStep =
  (sql: SqlClient.SqlClient) =>
  ({ actor = null, location = null, notes, order, status }: OrderStep) =>
    sql`
      INSERT INTO order_status_history (order_id, status, notes, location, actor_user_id, recorded_at)
      SELECT id, ${status}, ${notes}, ${location}, ${actor}::uuid, updated_at FROM orders WHERE id = ${order}`
