import { type SqlClient, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { OrderId, ReturnId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { RefundMethod, ReturnStatus } from "@storefront/domain/Returns"
import { Schema, Struct } from "effect"
import { deliveredAt, stepTime } from "../orders/OrderSteps.ts"
import { joinNewestReturn, returnHead, ReturnRow } from "../orders/ReturnRow.ts"

/** Reads the delivery time of an order, and its newest return that was not withdrawn. One statement. */
export const findHistory = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: OrderId,
    Result: Schema.Struct({
      delivered_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
      return_id: Schema.NullOr(ReturnId),
      return_status: Schema.NullOr(ReturnStatus)
    }),
    execute: (order) => sql`
      SELECT ${deliveredAt(sql)} AS delivered_at, r.id AS return_id, r.status AS return_status
      FROM orders o ${joinNewestReturn(sql)}
      WHERE o.id = ${order}`
  })

/**
 * Starts a return of a locked order, in one statement: the return with its lines and history and, if it is approved at
 * once and completes the order, the order's status and history. Returns everything except the lines.
 */
export const startReturn = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: Schema.Struct({
      id: ReturnId,
      order: OrderId,
      owner: UserId,
      reason: Schema.String,
      status: ReturnStatus,
      method: RefundMethod,
      refund: MoneyFromNumeric,
      shippingRefund: MoneyFromNumeric,
      lines: Schema.parseJson(
        Schema.Array(Schema.Struct({ item: Schema.UUID, units: Schema.Int, refund: MoneyFromNumeric }))
      ),
      /** No returnable units are left after this return. */
      completes: Schema.Boolean
    }),
    Result: Schema.Struct(Struct.omit(ReturnRow.fields, "lines")),
    execute: ({ completes, id, lines, method, order, owner, reason, refund, shippingRefund, status }) => sql`
      WITH new_return AS (
        INSERT INTO returns (
          id, order_id, user_id, reason, status, refund_method, refund_amount, shipping_refund, created_at
        )
        SELECT ${id}::uuid, id, user_id, ${reason}::text, ${status}::text, ${method}::text, ${refund}::numeric,
          ${shippingRefund}::numeric, ${stepTime(sql)}
        FROM orders
        WHERE id = ${order} AND user_id = ${owner} AND status = 'delivered'
        RETURNING *
      ), return_step AS (
        INSERT INTO return_status_history (return_id, status, actor, recorded_at)
        SELECT id, status, CASE status WHEN 'approved' THEN 'system' ELSE 'customer' END, created_at FROM new_return
      ), new_lines AS (
        INSERT INTO return_lines (return_id, order_item_id, quantity, refund_amount)
        SELECT s.id, l.item, l.units, l.refund
        FROM new_return s, jsonb_to_recordset(${lines}::jsonb) AS l (item uuid, units integer, refund numeric)
      ), returned AS (
        UPDATE orders o SET status = 'returned', updated_at = s.created_at
        FROM new_return s
        WHERE o.id = s.order_id AND o.status = 'delivered' AND s.status = 'approved' AND ${completes}::boolean
        RETURNING o.id, o.status, o.updated_at
      ), order_step AS (
        INSERT INTO order_status_history (order_id, status, notes, actor_user_id, recorded_at)
        SELECT id, status, ${reason}::text, ${owner}::uuid, updated_at FROM returned
      )
      SELECT ${returnHead(sql)} FROM new_return r`
  })
