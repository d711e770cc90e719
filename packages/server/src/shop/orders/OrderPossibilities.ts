import { type SqlClient } from "@effect/sql"
import { type Role } from "@storefront/domain/Identity"
import { OrderStatus } from "@storefront/domain/Orders"
import { cancellable, modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { openStatuses } from "@storefront/domain/rules/ReturnLifecycle"
import { eligibility } from "@storefront/domain/rules/ReturnPolicy"
import { cancelOrder, modifyOrder, OrderAct } from "@storefront/domain/tools/OrderTools"
import { initiateReturn } from "@storefront/domain/tools/ReturnTools"
import { mayUse } from "@storefront/domain/tools/RolePolicy"
import { Array, type DateTime, Schema } from "effect"
import { placedElsewhere } from "./OrderFacts.ts"
import { deliveredAt } from "./OrderSteps.ts"
import { returnableUnits } from "./ReturnRow.ts"

/** Columns that, with the status, determine the actions that the order `o` allows. */
export const stateColumns = (sql: SqlClient.SqlClient) => sql`
  ${deliveredAt(sql)} AS delivered_at, ${returnableUnits(sql)} AS returnable_units, ${placedElsewhere(sql)},
  EXISTS (SELECT FROM returns WHERE order_id = o.id AND ${sql.in("status", openStatuses)}) AS has_open_return`

/** The status and the columns of `stateColumns`. */
export const OrderState = Schema.Struct({
  status: OrderStatus,
  delivered_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  returnable_units: Schema.Int,
  has_open_return: Schema.Boolean,
  is_placed_elsewhere: Schema.Boolean
})

/** The tool of each action; its contract states the allowed roles. */
const tools = { cancel: cancelOrder, modify: modifyOrder, return: initiateReturn } satisfies Record<OrderAct, unknown>

/** The role, the time and the return window in days that possible actions are computed for. */
export interface PossibilityContext {
  readonly role: Role
  readonly now: DateTime.Utc
  readonly windowDays: number
}

/**
 * Adds the actions that order and role allow; `only_by_staff` lists those that only staff may take. An order that was
 * placed elsewhere allows none.
 */
export const withPossibilities = <Row extends typeof OrderState.Type>(
  {
    has_open_return: hasOpenReturn,
    is_placed_elsewhere: isPlacedElsewhere,
    returnable_units: returnableUnits,
    ...order
  }: Row,
  { now, role, windowDays }: PossibilityContext
) => {
  const facts = { status: order.status, deliveredAt: order.delivered_at, hasOpenReturn, returnableUnits }
  const isAllowed = {
    cancel: cancellable.includes(order.status),
    modify: modifiable.includes(order.status),
    return: eligibility(facts, now, windowDays) === "eligible"
  }
  const [onlyByStaff, possible] = Array.partition(
    OrderAct.literals.filter((act) => !isPlacedElsewhere && isAllowed[act]),
    (act) => mayUse(role, tools[act])
  )
  return {
    ...order,
    can_cancel: possible.includes("cancel"),
    can_modify: possible.includes("modify"),
    can_return: possible.includes("return"),
    ...(Array.isNonEmptyArray(onlyByStaff) ? { only_by_staff: onlyByStaff } : {}),
    ...(isPlacedElsewhere ? { placed_elsewhere: true } : {})
  }
}
