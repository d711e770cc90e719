import { type SqlClient } from "@effect/sql"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { ReturnInfo, ReturnLine } from "@storefront/domain/tools/ReturnFields"
import { Schema } from "effect"

/** A return as `returnJson` selects it; fields and keys must agree. */
export const ReturnJson = Schema.Struct({
  ...ReturnInfo.fields,
  lines: Schema.Array(Schema.Struct({ ...ReturnLine.fields, refund_amount: MoneyFromNumeric })),
  refund_amount: MoneyFromNumeric,
  shipping_refund: MoneyFromNumeric
})

/** A return as `returnColumns` selects it; fields and aliases must agree. */
export const ReturnRow = Schema.Struct({
  ...ReturnJson.fields,
  created_at: Schema.DateTimeUtcFromDate,
  resolved_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
export type ReturnRow = typeof ReturnRow.Type

/** Selects the lines of the return `r`, in the order of the order's lines. */
const lines = `(
  SELECT coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.product_name,
    'quantity', l.quantity, 'refund_amount', l.refund_amount::text) ORDER BY i.line_no), '[]')
  FROM return_lines l JOIN order_items i ON i.id = l.order_item_id WHERE l.return_id = r.id)`

/** Columns of the return `r`, except its lines. */
export const returnHead = (sql: SqlClient.SqlClient) =>
  sql.literal(
    "r.id AS return_id, r.order_id, r.status, r.reason, r.refund_method, r.refund_amount, r.shipping_refund, r.created_at, r.resolved_at"
  )

/** Columns of the return `r`, with its lines. */
export const returnColumns = (sql: SqlClient.SqlClient) => sql`${returnHead(sql)}, ${sql.literal(lines)} AS lines`

/** Selects the outer-joined return `r` as one JSON value; null when there is none. */
export const returnJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('return_id', r.id, 'order_id', r.order_id,
    'status', r.status, 'reason', r.reason, 'refund_method', r.refund_method, 'refund_amount', r.refund_amount::text,
    'shipping_refund', r.shipping_refund::text, 'lines', ${lines},
    'created_at', r.created_at, 'resolved_at', r.resolved_at) END`)

/** Joins the newest return of the order `o` that was not withdrawn, as `r`. */
export const joinNewestReturn = (sql: SqlClient.SqlClient) =>
  sql.literal(`LEFT JOIN LATERAL (
    SELECT * FROM returns WHERE order_id = o.id AND status <> 'withdrawn' ORDER BY seq DESC LIMIT 1
  ) r ON true`)

/** Counts the units of the order `o` that are in no return; withdrawn returns do not count. */
export const returnableUnits = (sql: SqlClient.SqlClient) =>
  sql.literal(`(
    (SELECT coalesce(sum(i.quantity), 0) FROM order_items i WHERE i.order_id = o.id) - (
      SELECT coalesce(sum(l.quantity), 0) FROM returns t JOIN return_lines l ON l.return_id = t.id
      WHERE t.order_id = o.id AND t.status <> 'withdrawn'))::int`)
