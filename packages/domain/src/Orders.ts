import { Schema } from "effect"

/** Progress of an order; `cancelled` and `returned` end it early. */
export const OrderStatus = Schema.Literal(
  "placed",
  "confirmed",
  "shipped",
  "out_for_delivery",
  "delivered",
  "cancelled",
  "returned"
)
export type OrderStatus = typeof OrderStatus.Type
