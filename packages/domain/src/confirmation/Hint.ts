import { Schema } from "effect"
import { MoneyFromNumber } from "../Money.ts"
import { CouponCode } from "../Pricing.ts"

/**
 * How an order that is proposed would cost less: with another coupon, or with none. The customer reads it below the terms;
 * it is none of them, so that a yes agrees to the order as it is.
 */
export const Hint = Schema.Struct({
  /** Null: without a coupon. */
  couponCode: Schema.NullOr(CouponCode),
  /** True: the coupon cannot be used again after the order. */
  isCouponUsedUp: Schema.Boolean,
  /** The total of the order with it, shipping included. */
  amount: MoneyFromNumber,
  /** The difference from the total that is proposed. */
  saves: MoneyFromNumber
})
export type Hint = typeof Hint.Type
