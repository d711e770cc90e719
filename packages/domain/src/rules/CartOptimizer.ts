import { Array, Order } from "effect"
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
