import { Array, Option, Order } from "effect"
import { Money } from "../Money.ts"
import { type Coupon, type CouponCode, type CouponProblem } from "../Pricing.ts"
import { type CartLine, type CartPrice, pricerOf, type PricingFacts } from "./CartPricing.ts"

/** Calculates the shipping cost of a goods total. Shipping may be free above a threshold. */
export type ShippingCharge = (total: Money) => Money

/** A cart at its best price, and the reasons why other coupons do not apply. */
export interface OptimizedCart {
  readonly priced: CartPrice
  /** The coupon used; null if the cart is cheapest without one. */
  readonly coupon: Coupon | null
  /** Sorted by code. */
  readonly rejected: ReadonlyArray<{ readonly code: CouponCode; readonly reason: CouponProblem }>
}

const byCode = Order.mapInput(Order.string, ({ code }: Coupon) => code)

const totalWithShipping = ({ total }: CartPrice, charge: ShippingCharge): Money => Money.make(total + charge(total))

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
  const candidates = Array.sort(coupons, byCode).map((coupon) => ({
    coupon,
    priced: priceWith({ code: coupon.code, found: coupon })
  }))
  const best = candidates.reduce<Omit<OptimizedCart, "rejected">>(
    (best, next) => (totalWithShipping(next.priced, charge) < totalWithShipping(best.priced, charge) ? next : best),
    { coupon: null, priced: priceWith(null) }
  )
  return {
    ...best,
    rejected: candidates.flatMap(({ priced: { coupon } }) =>
      coupon === null || coupon.reason === null ? [] : [{ code: coupon.code, reason: coupon.reason }]
    )
  }
}

/** A change of coupon that makes a cart cheaper. */
export interface BetterCoupon {
  /** Null if removing the present coupon makes the cart cheaper. */
  readonly coupon: Coupon | null
  /** Goods and shipping with the change. */
  readonly amount: Money
  /** Difference from the present amount. */
  readonly saving: Money
}

/** Returns the optimized coupon with its amount, shipping included, if it beats the present price. */
export const betterCoupon = (
  current: CartPrice,
  { coupon, priced }: OptimizedCart,
  charge: ShippingCharge
): Option.Option<BetterCoupon> => {
  const amount = totalWithShipping(priced, charge)
  const saving = Money.make(totalWithShipping(current, charge) - amount)
  return saving > 0 ? Option.some({ coupon, amount, saving }) : Option.none()
}
