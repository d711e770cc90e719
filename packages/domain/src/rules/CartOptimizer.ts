import { Array, Option, Order } from "effect"
import { Money } from "../Money.ts"
import { type Coupon, type CouponCode, type CouponProblem } from "../Pricing.ts"
import { type CartLine, type Priced, pricerOf, type PricingFacts } from "./CartPricing.ts"

/** The cost of shipping by the total of the goods: from some total on it may be free. */
export type ShippingCharge = (total: Money) => Money

/** A cart at its best price, and why other coupons do not work for it. */
export interface Optimized {
  readonly priced: Priced
  /** The coupon that it is priced with; null without one. */
  readonly coupon: Coupon | null
  /** By code. */
  readonly rejected: ReadonlyArray<{ readonly code: CouponCode; readonly reason: CouponProblem }>
}

const byCode = Order.mapInput(Order.string, ({ code }: Coupon) => code)

/** The total of a cart with its shipping. */
const delivered = ({ total }: Priced, charge: ShippingCharge): Money => Money.make(total + charge(total))

/**
 * The coupon, or none, that leaves the lowest total with shipping. Of equal totals none is best, then the first code. A
 * coupon may make a cart dearer: below the total from which shipping is free.
 */
export const optimize = (
  lines: ReadonlyArray<CartLine>,
  facts: PricingFacts,
  coupons: ReadonlyArray<Coupon>,
  charge: ShippingCharge
): Optimized => {
  const priceWith = pricerOf(lines, facts)
  const tried = Array.sort(coupons, byCode).map((coupon) => ({
    coupon,
    priced: priceWith({ code: coupon.code, found: coupon })
  }))
  const best = tried.reduce<Omit<Optimized, "rejected">>(
    (best, next) => (delivered(next.priced, charge) < delivered(best.priced, charge) ? next : best),
    { coupon: null, priced: priceWith(null) }
  )
  return {
    ...best,
    rejected: tried.flatMap(({ priced: { coupon } }) =>
      coupon === null || coupon.reason === null ? [] : [{ code: coupon.code, reason: coupon.reason }]
    )
  }
}

/** Another coupon by which a cart would cost less than it does, or none. */
export interface BetterCoupon {
  /** Null: without a coupon. */
  readonly coupon: Coupon | null
  /** Goods and shipping. */
  readonly amount: Money
  /** Off the amount of now. */
  readonly saves: Money
}

/** Returns what an optimized cart costs with shipping, if that is less than it costs as it is priced now. */
export const betterCoupon = (
  now: Priced,
  { coupon, priced }: Optimized,
  charge: ShippingCharge
): Option.Option<BetterCoupon> => {
  const amount = delivered(priced, charge)
  const saves = Money.make(delivered(now, charge) - amount)
  return saves > 0 ? Option.some({ coupon, amount, saves }) : Option.none()
}
