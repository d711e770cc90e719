import { type Intent } from "./Wish.ts"

/** What is done to a cart before it is paid. */
export const cartChanges: ReadonlySet<Intent> = new Set<Intent>([
  "add_to_cart",
  "update_cart",
  "remove_from_cart",
  "shipping_address",
  "billing_address",
  "billing_same",
  "apply_coupon",
  "remove_coupon"
])

/** What is done at once and cannot be undone. */
export const binding: ReadonlySet<Intent> = new Set<Intent>([
  "cancel_order",
  "return",
  "refund",
  "checkout",
  "backorder",
  "change_address"
])

/** Intents that change something. */
export const writing: ReadonlySet<Intent> = new Set<Intent>([
  ...binding,
  ...cartChanges,
  "remember_preference",
  "forget_preference"
])
