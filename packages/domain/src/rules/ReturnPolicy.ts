import { DateTime } from "effect"
import { type OrderStatus } from "../Orders.ts"
import { type ReturnEligibility } from "../Returns.ts"

/** What decides about a return. */
export interface ReturnFacts {
  readonly status: OrderStatus
  /** When the order was delivered, by the newest row of its history that says so; a withdrawn return is no delivery. */
  readonly deliveredAt: DateTime.Utc | null
  /** A return of the order is under way: there is one at a time. */
  readonly hasOpenReturn: boolean
  /** Units that no return has taken. Those of a withdrawn return are free again, those of a denied one are not. */
  readonly returnableUnits: number
}

/** Returns the last millisecond in which an order delivered then can be returned: a day (UTC) counts to its end. */
export const windowEnd = (deliveredAt: DateTime.Utc, windowDays: number): DateTime.Utc =>
  DateTime.endOf(DateTime.add(deliveredAt, { days: windowDays }), "day")

/** Returns the first moment whose deliveries can still be returned: the same rule, from the other side. */
export const deliveredSince = (now: DateTime.Utc, windowDays: number): DateTime.Utc =>
  DateTime.startOf(DateTime.subtract(now, { days: windowDays }), "day")

/** Decides about a return; the day of the last moment of the window belongs to it. */
export const eligibility = (facts: ReturnFacts, now: DateTime.Utc, windowDays: number): ReturnEligibility => {
  if (facts.hasOpenReturn || facts.returnableUnits === 0) {
    return "already_requested"
  }
  if (facts.status !== "delivered") {
    return "not_delivered"
  }
  if (facts.deliveredAt === null) {
    return "no_delivery_record"
  }
  return DateTime.lessThan(facts.deliveredAt, deliveredSince(now, windowDays)) ? "window_closed" : "eligible"
}
