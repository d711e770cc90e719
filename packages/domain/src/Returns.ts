import { Schema } from "effect"

/** Progress of a return; `refunded`, `denied` and `withdrawn` end it. */
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

/** Eligibility of an order for a return, with the reason if it is not eligible. */
export const ReturnEligibility = Schema.Literal(
  "eligible",
  "not_delivered",
  "no_delivery_record",
  "window_closed",
  "already_requested",
  "placed_elsewhere"
)
export type ReturnEligibility = typeof ReturnEligibility.Type
