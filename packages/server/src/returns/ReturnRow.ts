import { type SqlClient } from "@effect/sql"
import { OrderId, ReturnId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { RefundMethod, ReturnStatus } from "@storefront/domain/Returns"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"

/** A return as `returnColumns` read it. */
export const ReturnRow = Schema.Struct({
  return_id: ReturnId,
  order_id: OrderId,
  status: ReturnStatus,
  reason: UserText,
  refund_method: RefundMethod,
  refund_amount: MoneyFromNumeric,
  created_at: Schema.DateTimeUtcFromDate,
  resolved_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
export type ReturnRow = typeof ReturnRow.Type

/** The columns of `returns`, the table itself or under the alias `r`. */
export const returnColumns = (sql: SqlClient.SqlClient) =>
  sql.literal(
    "r.id AS return_id, r.order_id, r.status, r.reason, r.refund_method, r.refund_amount, r.created_at, r.resolved_at"
  )
