import { DateTime } from "effect"
import { type Category } from "../Catalog.ts"
import { type Email } from "../Identity.ts"
import { Money, percentOf } from "../Money.ts"
import { type Coupon, type CouponProblem } from "../Pricing.ts"

/** Circumstances that a coupon is checked against. */
export interface CouponUse {
  readonly now: DateTime.Utc
  readonly email: Email
  /** Gross total of the lines that the coupon applies to; null if there are none. */
  readonly eligibleGross: Money | null
}

/** Returns whether a coupon applies to products of a category. */
export const appliesTo = (coupon: Coupon, category: Category): boolean =>
  coupon.applicableCategories === null || coupon.applicableCategories.includes(category)

/** Returns whether a coupon can be used exactly once more. */
export const isLastUse = ({ timesUsed, usageLimit }: Coupon): boolean =>
  usageLimit !== null && usageLimit - timesUsed === 1

/**
 * Returns the first reason why a coupon gives nothing, null if it is valid. Another customer's coupon is reported as
 * unknown, so that its existence is not revealed.
 */
export const findCouponProblem = (coupon: Coupon | null, use: CouponUse): CouponProblem | null => {
  if (coupon === null || (coupon.ownerEmail !== null && coupon.ownerEmail !== use.email)) {
    return "unknown"
  }
  if (!coupon.isActive) {
    return "inactive"
  }
  if (DateTime.lessThan(use.now, coupon.validFrom)) {
    return "not_started"
  }
  if (coupon.validUntil !== null && DateTime.greaterThanOrEqualTo(use.now, coupon.validUntil)) {
    return "expired"
  }
  if (coupon.usageLimit !== null && coupon.timesUsed >= coupon.usageLimit) {
    return "usage_limit"
  }
  if (use.eligibleGross === null) {
    return "category"
  }
  return use.eligibleGross < coupon.minSpend ? "min_spend" : null
}

/** Calculates the discount of a valid coupon; `eligibleNet` is the price of its lines after promotions. */
export const discount = (coupon: Coupon, eligibleNet: Money): Money =>
  coupon.discountType === "fixed"
    ? Money.make(Math.min(coupon.discountValue, eligibleNet))
    : Money.make(Math.min(percentOf(eligibleNet, coupon.discountValue), coupon.maxDiscount ?? Infinity))
