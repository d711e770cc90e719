import { Email } from "@storefront/domain/Identity"
import { Money } from "@storefront/domain/Money"
import * as CouponRules from "@storefront/domain/rules/CouponRules"
import { apportion } from "@storefront/domain/rules/Apportionment"
import { Array, DateTime } from "effect"
import type { SeededAccount } from "./Accounts.ts"
import type { SeededProduct } from "./Catalogue.ts"
import type { SeededCoupon } from "./Coupons.ts"
import { Category } from "@storefront/domain/Catalog"

/** An order line with its subtotal before discounts. */
export interface PricedLine {
  readonly product: SeededProduct
  readonly quantity: number
  readonly subtotalCents: number
}

/** A coupon's discount on an order. */
export interface AppliedDiscount {
  readonly coupon: SeededCoupon
  readonly cents: number
  /** Share of each line, in cents. */
  readonly shares: ReadonlyArray<number>
}

const sum = (numbers: Iterable<number>) => Array.reduce(numbers, 0, (total, number) => total + number)

/** Returns the coupon's discount on the lines at a time; undefined when the coupon is not valid for them. */
export const applyCoupon = (
  coupon: SeededCoupon,
  lines: ReadonlyArray<PricedLine>,
  buyer: SeededAccount,
  atMillis: number
): AppliedDiscount | undefined => {
  const eligible = lines.map((line) =>
    CouponRules.appliesTo(coupon, Category.make(line.product.category)) ? line.subtotalCents : 0
  )
  const gross = sum(eligible)
  const problem = CouponRules.findCouponProblem(coupon, {
    now: DateTime.unsafeMake(atMillis),
    email: Email.make(buyer.email),
    eligibleGross: gross === 0 ? null : Money.make(gross)
  })
  if (problem !== null) {
    return undefined
  }
  const cents = CouponRules.discount(coupon, Money.make(gross))
  return { coupon, cents, shares: apportion(cents, eligible) }
}
