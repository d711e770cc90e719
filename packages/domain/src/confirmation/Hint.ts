import { Schema } from "effect"
import { MoneyFromNumber } from "../Money.ts"
import { CouponCode } from "../Pricing.ts"

/**
 * A way to make a proposed order cheaper: another coupon, or none. Shown below the terms but not part of them: a yes
 * agrees to the order as proposed.
 */
export const Hint = Schema.Struct({
  /** Null: cheaper without a coupon. */
  couponCode: Schema.NullOr(CouponCode),
  /** True if the order uses up the coupon. */
  isCouponUsedUp: Schema.Boolean,
  /** Total with the hint applied, shipping included. */
  amount: MoneyFromNumber,
  /** Difference from the proposed total. */
  saves: MoneyFromNumber
})
export type Hint = typeof Hint.Type
