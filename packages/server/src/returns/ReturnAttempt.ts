import { type SqlClient, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { OrderId, ReturnId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { RefundMethod } from "@storefront/domain/Returns"
import { Schema } from "effect"
import { deliveredAt, stepTime } from "../orders/OrderSteps.ts"
import { returnJson, ReturnJson } from "../orders/ReturnRow.ts"

const Request = Schema.Struct({
  id: ReturnId,
  order: OrderId,
  owner: UserId,
  reason: Schema.String,
  method: RefundMethod,
  /** Up to this amount the return is approved at once. */
  limit: MoneyFromNumeric,
  /** The window of an order that was delivered earlier is closed. */
  deliveredSince: Schema.DateTimeUtcFromDate
})

/** What decided about the return, as it was before, and the return, if it could be made. */
const Attempt = Schema.Struct({
  status: OrderStatus,
  /** The newest delivery on record. */
  delivered_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  /** The return there was already. */
  return_id: Schema.NullOr(ReturnId),
  sent: Schema.NullOr(ReturnJson)
})

/**
 * Sends an order of its owner back, under the conditions of `eligibility`, in one statement: the return with its history
 * and, when it is approved at once, the status of the order with its history. Nothing is written where it cannot be.
 *
 * It waits for whoever writes the order, and sees its status then; a return or a delivery that was written meanwhile it
 * does not see, and makes no return.
 */
export const attemptReturn = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request,
    Result: Attempt,
    execute: ({ deliveredSince, id, limit, method, order, owner, reason }) => sql`
      WITH taken AS (
        SELECT id, status, total, updated_at FROM orders WHERE id = ${order} AND user_id = ${owner} FOR UPDATE
      ), facts AS (
        SELECT t.id, t.status, t.total, t.updated_at, r.id AS return_id,
          ${deliveredAt(sql, "t.id")} AS delivered_at
        FROM taken t
        LEFT JOIN returns r ON r.order_id = t.id
      ), sent AS (
        INSERT INTO returns (id, order_id, user_id, reason, status, refund_method, refund_amount, created_at)
        SELECT ${id}::uuid, id, ${owner}::uuid, ${reason}::text,
          CASE WHEN total <= ${limit}::numeric THEN 'approved' ELSE 'requested' END, ${method}::text, total,
          ${stepTime(sql)}
        FROM facts
        WHERE status = 'delivered' AND return_id IS NULL AND delivered_at >= ${deliveredSince}::timestamptz
        ON CONFLICT (order_id) DO NOTHING
        RETURNING *
      ), told AS (
        INSERT INTO return_status_history (return_id, status, actor, recorded_at)
        SELECT id, status, CASE status WHEN 'approved' THEN 'system' ELSE 'customer' END, created_at FROM sent
      ), returned AS (
        UPDATE orders o SET status = 'returned', updated_at = s.created_at
        FROM sent s
        WHERE o.id = s.order_id AND o.status = 'delivered' AND s.status = 'approved'
        RETURNING o.id, o.status, o.updated_at
      ), recorded AS (
        INSERT INTO order_status_history (order_id, status, notes, actor_user_id, recorded_at)
        SELECT id, status, ${reason}::text, ${owner}::uuid, updated_at FROM returned
      )
      SELECT f.status, f.delivered_at, f.return_id, ${returnJson(sql)} AS sent
      FROM facts f
      LEFT JOIN sent r ON true`
  })
