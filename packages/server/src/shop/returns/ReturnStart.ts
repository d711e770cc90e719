import { type SqlClient, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { OrderId, ReturnId } from "@storefront/domain/Ids"
import { RefundMethod, ReturnStatus } from "@storefront/domain/Returns"
import { Schema } from "effect"
import { deliveredAt, stepTime } from "../orders/OrderSteps.ts"
import { returnColumns, ReturnRow } from "../orders/ReturnRow.ts"

/** What decides about a return, beside the order itself: the newest delivery on record, and the return there is already. */
export const findHistory = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: OrderId,
    Result: Schema.Struct({
      delivered_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
      return_id: Schema.NullOr(ReturnId)
    }),
    execute: (order) => sql`
      SELECT ${deliveredAt(sql)} AS delivered_at, r.id AS return_id
      FROM orders o LEFT JOIN returns r ON r.order_id = o.id
      WHERE o.id = ${order}`
  })

/**
 * Starts the return of an order that is locked, in one statement: the return with its history and, when it is approved at
 * once, the status of the order with its history.
 */
export const startReturn = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: Schema.Struct({
      id: ReturnId,
      order: OrderId,
      owner: UserId,
      reason: Schema.String,
      status: ReturnStatus,
      method: RefundMethod
    }),
    Result: ReturnRow,
    execute: ({ id, method, order, owner, reason, status }) => sql`
      WITH sent AS (
        INSERT INTO returns (id, order_id, user_id, reason, status, refund_method, refund_amount, created_at)
        SELECT ${id}::uuid, id, user_id, ${reason}::text, ${status}::text, ${method}::text, total, ${stepTime(sql)}
        FROM orders
        WHERE id = ${order} AND user_id = ${owner} AND status = 'delivered'
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
      SELECT ${returnColumns(sql)} FROM sent r`
  })
