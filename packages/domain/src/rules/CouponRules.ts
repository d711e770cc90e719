import { DateTime } from "effect"
import { type Category } from "../Catalog.ts"
import { type Email } from "../Identity.ts"
import { Money, percentOf } from "../Money.ts"
import { type Coupon, type CouponProblem } from "../Pricing.ts"

/** What a coupon is held against. */
export interface CouponUse {
  readonly now: DateTime.Utc
  readonly email: Email
  /** Gross of the lines the coupon applies to; null when there is none. */
  readonly eligibleGross: Money | null
}

/** Whether a coupon applies to products of a category. */
export const appliesTo = (coupon: Coupon, category: Category): boolean =>
  coupon.applicableCategories === null || coupon.applicableCategories.includes(category)

/** Returns true if one more use is all that is left of a coupon. */
export const isLastUse = ({ timesUsed, usageLimit }: Coupon): boolean =>
  usageLimit !== null && usageLimit - timesUsed === 1

/**
 * The first reason why a coupon gives nothing, null when it is valid. A coupon of somebody else is as unknown as one
 * that does not exist.
 */
export const problem = (coupon: Coupon | null, use: CouponUse): CouponProblem | null => {
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

/** What a valid coupon takes off the eligible lines, `eligibleNet` being what they cost after promotions. */
export const discount = (coupon: Coupon, eligibleNet: Money): Money =>
  coupon.discountType === "fixed"
    ? Money.make(Math.min(coupon.discountValue, eligibleNet))
    : Money.make(Math.min(percentOf(eligibleNet, coupon.discountValue), coupon.maxDiscount ?? Infinity))
