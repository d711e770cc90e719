import { Array, Option, Order } from "effect"
import { Money } from "../Money.ts"
import { type Coupon, type CouponCode, type CouponProblem } from "../Pricing.ts"
import { type CartLine, type CartPrice, pricerOf, type PricingFacts } from "./CartPricing.ts"

/** Calculates shipping from the goods total; from some total on it may be free. */
export type ShippingCharge = (total: Money) => Money

/** A cart at its best price, and the reasons why other coupons do not apply. */
export interface OptimizedCart {
  readonly priced: CartPrice
  /** The coupon used; null if none is best. */
  readonly coupon: Coupon | null
  /** Sorted by code. */
  readonly rejected: ReadonlyArray<{ readonly code: CouponCode; readonly reason: CouponProblem }>
}

const byCode = Order.mapInput(Order.string, ({ code }: Coupon) => code)

/** Returns the total with shipping. */
const delivered = ({ total }: CartPrice, charge: ShippingCharge): Money => Money.make(total + charge(total))

/**
 * Finds the coupon, or none, with the lowest total including shipping. Ties go to none, then to the first code.
 * A coupon can make a cart dearer when it lowers the total below the threshold for free shipping.
 */
export const optimize = (
  lines: ReadonlyArray<CartLine>,
  facts: PricingFacts,
  coupons: ReadonlyArray<Coupon>,
  charge: ShippingCharge
): OptimizedCart => {
  const priceWith = pricerOf(lines, facts)
  const tried = Array.sort(coupons, byCode).map((coupon) => ({
    coupon,
    priced: priceWith({ code: coupon.code, found: coupon })
  }))
  const best = tried.reduce<Omit<OptimizedCart, "rejected">>(
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

/** A change of coupon that makes a cart cheaper. */
export interface BetterCoupon {
  /** Null: without a coupon. */
  readonly coupon: Coupon | null
  /** Goods and shipping with the change. */
  readonly amount: Money
  /** Difference from the present amount. */
  readonly saves: Money
}

/** Returns the optimized coupon with its amount, shipping included, if it beats the present price. */
export const betterCoupon = (
  now: CartPrice,
  { coupon, priced }: OptimizedCart,
  charge: ShippingCharge
): Option.Option<BetterCoupon> => {
  const amount = delivered(priced, charge)
  const saves = Money.make(delivered(now, charge) - amount)
  return saves > 0 ? Option.some({ coupon, amount, saves }) : Option.none()
}
