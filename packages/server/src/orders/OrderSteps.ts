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
 * Writes a step into the history of an order, in the transaction that takes it and after the row of the order is locked.
 * Its time is the clock's, not the start of the transaction, which may have waited for one that wrote a later row.
 */
export const recordStep =
  (sql: SqlClient.SqlClient) =>
  ({ actor = null, location = null, notes, order, status }: OrderStep) =>
    sql`
      INSERT INTO order_status_history (order_id, status, notes, location, actor_user_id, recorded_at)
      VALUES (${order}, ${status}, ${notes}, ${location}, ${actor}, clock_timestamp())`
