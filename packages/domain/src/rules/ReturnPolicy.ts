import { DateTime, type Duration } from "effect"
import { type OrderStatus } from "../Orders.ts"
import { type ReturnEligibility } from "../Returns.ts"

/** What decides about a return. */
export interface ReturnFacts {
  readonly status: OrderStatus
  /** The newest moment at which the order was recorded as delivered. */
  readonly deliveredAt: DateTime.Utc | null
  /** There is a return of the order, whatever became of it: one per order. */
  readonly hasReturn: boolean
}

/** The last moment at which an order delivered then can be returned. */
export const windowEnd = (deliveredAt: DateTime.Utc, window: Duration.Duration): DateTime.Utc =>
  DateTime.addDuration(deliveredAt, window)

/** The window is exact: days of 24 hours from the delivery, its last moment included. */
export const eligibility = (facts: ReturnFacts, now: DateTime.Utc, window: Duration.Duration): ReturnEligibility => {
  if (facts.hasReturn) {
    return "already_requested"
  }
  if (facts.status !== "delivered") {
    return "not_delivered"
  }
  if (facts.deliveredAt === null) {
    return "no_delivery_record"
  }
  return DateTime.greaterThan(now, windowEnd(facts.deliveredAt, window)) ? "window_closed" : "eligible"
}
