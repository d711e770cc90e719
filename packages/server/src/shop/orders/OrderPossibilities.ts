import { type SqlClient } from "@effect/sql"
import { OrderStatus } from "@storefront/domain/Orders"
import { cancellable } from "@storefront/domain/rules/OrderLifecycle"
import { eligibility } from "@storefront/domain/rules/ReturnPolicy"
import { type DateTime, Schema } from "effect"
import { deliveredAt } from "./OrderSteps.ts"

/** The columns besides the status that decide what can still be done with the order `o`. */
export const stateColumns = (sql: SqlClient.SqlClient) =>
  sql`${deliveredAt(sql)} AS delivered_at, EXISTS (SELECT FROM returns WHERE order_id = o.id) AS has_return`

/** A row of `stateColumns` and the status. */
export const OrderState = Schema.Struct({
  status: OrderStatus,
  delivered_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  has_return: Schema.Boolean
})

/** Decides what the state of an order allows; the role of the person may still forbid it. */
export const possibilities = (
  { delivered_at, has_return, status }: typeof OrderState.Type,
  now: DateTime.Utc,
  windowDays: number
) => ({
  can_cancel: cancellable.includes(status),
  can_return: eligibility({ status, deliveredAt: delivered_at, hasReturn: has_return }, now, windowDays) === "eligible"
})
