import { type SqlClient } from "@effect/sql"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { ReturnInfo } from "@storefront/domain/tools/ReturnFields"
import { Schema } from "effect"

/** A return as `returnJson` reads it. */
export const ReturnJson = Schema.Struct({ ...ReturnInfo.fields, refund_amount: MoneyFromNumeric })

/** A return as `returnColumns` read it. */
export const ReturnRow = Schema.Struct({
  ...ReturnJson.fields,
  created_at: Schema.DateTimeUtcFromDate,
  resolved_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
export type ReturnRow = typeof ReturnRow.Type

/** The columns of `returns`, the table itself or under the alias `r`. */
export const returnColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(
    "r.id AS return_id, r.order_id, r.status, r.reason, r.refund_method, r.refund_amount, r.created_at, r.resolved_at"
  )

/** The same as one value, of the outer join `r`; null where there is no return. */
export const returnJson = (sql: SqlClient.SqlClient) =>
  sql.literal(`CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('return_id', r.id, 'order_id', r.order_id,
    'status', r.status, 'reason', r.reason, 'refund_method', r.refund_method, 'refund_amount', r.refund_amount::text,
    'created_at', r.created_at, 'resolved_at', r.resolved_at) END`)
