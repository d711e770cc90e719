import { type SqlClient } from "@effect/sql"
import { OrderStatus } from "@storefront/domain/Orders"
import { cancellable } from "@storefront/domain/rules/OrderLifecycle"
import { openStatuses } from "@storefront/domain/rules/ReturnLifecycle"
import { eligibility } from "@storefront/domain/rules/ReturnPolicy"
import { type DateTime, Schema } from "effect"
import { deliveredAt } from "./OrderSteps.ts"
import { returnableUnits } from "./ReturnRow.ts"

/** The columns besides the status that decide what can still be done with the order `o`. */
export const stateColumns = (sql: SqlClient.SqlClient) => sql`
  ${deliveredAt(sql)} AS delivered_at, ${returnableUnits(sql)} AS returnable_units,
  EXISTS (SELECT FROM returns WHERE order_id = o.id AND ${sql.in("status", openStatuses)}) AS has_open_return`

/** A row of `stateColumns` and the status. */
export const OrderState = Schema.Struct({
  status: OrderStatus,
  delivered_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  returnable_units: Schema.Int,
  has_open_return: Schema.Boolean
})

/** Adds what the state of an order allows; the role of the person may still forbid it. */
export const withPossibilities = <Row extends typeof OrderState.Type>(
  { has_open_return: hasOpenReturn, returnable_units: returnableUnits, ...order }: Row,
  now: DateTime.Utc,
  windowDays: number
) => ({
  ...order,
  can_cancel: cancellable.includes(order.status),
  can_return:
    eligibility(
      { status: order.status, deliveredAt: order.delivered_at, hasOpenReturn, returnableUnits },
      now,
      windowDays
    ) === "eligible"
})
