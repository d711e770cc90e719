import { Schema } from "effect"

/** Where a return is on its way; `refunded`, `denied` and `withdrawn` end it. */
export const ReturnStatus = Schema.Literal(
  "requested",
  "approved",
  "shipped_back",
  "received",
  "refunded",
  "denied",
  "withdrawn"
)
export type ReturnStatus = typeof ReturnStatus.Type

export const RefundMethod = Schema.Literal("original_payment", "store_credit")
export type RefundMethod = typeof RefundMethod.Type

/** Whether an order can be returned, and why not. */
export const ReturnEligibility = Schema.Literal(
  "eligible",
  "not_delivered",
  "no_delivery_record",
  "window_closed",
  "already_requested"
)
export type ReturnEligibility = typeof ReturnEligibility.Type
