import { DateTime } from "effect"
import { type OrderStatus } from "../Orders.ts"
import { type ReturnEligibility } from "../Returns.ts"

/** Facts that decide whether an order can be returned. */
export interface ReturnFacts {
  readonly status: OrderStatus
  /** Time of the newest delivery in the order's history; the step back after a withdrawn return is no delivery. */
  readonly deliveredAt: DateTime.Utc | null
  /** True if the order already has a return in progress; only one is allowed at a time. */
  readonly hasOpenReturn: boolean
  /** Units in no return yet. Units of a withdrawn return are free again; those of a denied one are not. */
  readonly returnableUnits: number
}

/** Returns the last millisecond in which an order can be returned; the window's last day (UTC) counts in full. */
export const windowEnd = (deliveredAt: DateTime.Utc, windowDays: number): DateTime.Utc =>
  DateTime.endOf(DateTime.add(deliveredAt, { days: windowDays }), "day")

/** Returns the earliest delivery time that is still within the window, by the rule of `windowEnd`. */
export const deliveredSince = (now: DateTime.Utc, windowDays: number): DateTime.Utc =>
  DateTime.startOf(DateTime.subtract(now, { days: windowDays }), "day")

/** Decides whether an order can be returned; the window's last day (UTC) counts in full. */
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
