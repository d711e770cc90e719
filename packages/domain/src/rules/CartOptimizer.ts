import { Array, Option, Order } from "effect"
import { Money } from "../Money.ts"
import { type Coupon, type CouponCode, type CouponProblem } from "../Pricing.ts"
import { type CartLine, type Priced, pricerOf, type PricingFacts } from "./CartPricing.ts"

/** A cart at its best price, and why other coupons do not work for it. */
export interface Optimized {
  readonly priced: Priced
  /** By code. */
  readonly rejected: ReadonlyArray<{ readonly code: CouponCode; readonly reason: CouponProblem }>
}

const byCode = Order.mapInput(Order.string, ({ code }: Coupon) => code)

/** The coupon, or none, that leaves the lowest total. Of equal totals none is best, then the first code. */
export const optimize = (
  lines: ReadonlyArray<CartLine>,
  facts: PricingFacts,
  coupons: ReadonlyArray<Coupon>
): Optimized => {
  const priceWith = pricerOf(lines, facts)
  const tried = Array.sort(coupons, byCode).map((found) => priceWith({ code: found.code, found }))
  return {
    priced: tried.reduce((best, next) => (next.total < best.total ? next : best), priceWith(null)),
    rejected: tried.flatMap(({ coupon }) =>
      coupon === null || coupon.reason === null ? [] : [{ code: coupon.code, reason: coupon.reason }]
    )
  }
}

/** A coupon by which a cart would cost less than it does. */
export interface BetterCoupon {
  readonly code: CouponCode
  /** Off the total of now. */
  readonly saves: Money
}

/** Returns the coupon that leaves the lowest total, if that is below `total`, which the cart costs now. */
export const betterCoupon = (
  lines: ReadonlyArray<CartLine>,
  facts: PricingFacts,
  coupons: ReadonlyArray<Coupon>,
  total: Money
): Option.Option<BetterCoupon> => {
  const { priced } = optimize(lines, facts, coupons)
  return priced.coupon !== null && priced.total < total
    ? Option.some({ code: priced.coupon.code, saves: Money.make(total - priced.total) })
    : Option.none()
}
