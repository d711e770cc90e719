import { type Category } from "@storefront/domain/Catalog"
import { type Money } from "@storefront/domain/Money"
import { type DiscountType } from "@storefront/domain/Pricing"
import { type getActiveDeals, type getLoyaltyTier, type validateCoupon } from "@storefront/domain/tools/PricingTools"
import { type DateTime } from "effect"
import { dayOf, list, money } from "../language/Answers.ts"
import { tierBenefits } from "../shared/TierWording.ts"

type Validation = typeof validateCoupon.successSchema.Type
type Deals = typeof getActiveDeals.successSchema.Type
type Standing = typeof getLoyaltyTier.successSchema.Type

/** What a coupon takes off: "10% off, at most $50.00". */
const saving = (type: DiscountType, value: Money, maxDiscount: Money | null): string => {
  const off = type === "fixed" ? `${money(value)} off` : `${value / 100}% off`
  return maxDiscount === null ? off : `${off}, at most ${money(maxDiscount)}`
}

interface Conditions {
  readonly min_spend: Money | null
  readonly applicable_categories: ReadonlyArray<Category> | null
  readonly valid_until: DateTime.Utc | null
}

const conditions = ({ applicable_categories, min_spend, valid_until }: Conditions): ReadonlyArray<string> => [
  ...(min_spend === null || min_spend === 0 ? [] : [`on goods of at least ${money(min_spend)}`]),
  ...(applicable_categories === null ? [] : [`on ${list(applicable_categories)} only`]),
  ...(valid_until === null ? [] : [`until ${dayOf(valid_until)}`])
]

const lowerFirst = (sentence: string): string => sentence.slice(0, 1).toLowerCase() + sentence.slice(1)

/** What a coupon does for goods of `total`; without a total only what it is. */
export const validation = (code: string, total: Money | null, result: Validation): string => {
  if (!result.valid) {
    return result.reason_code === "unknown"
      ? `${code} is not a coupon that your account can use.`
      : `${code} cannot be used: ${lowerFirst(result.message)}`
  }
  const { discount_amount, discount_type, discount_value, max_discount, new_total } = result
  if (total !== null && discount_amount !== null && new_total !== null) {
    const rest = conditions({ ...result, min_spend: null })
    return `${code} takes ${money(discount_amount)} off ${money(total)}, so you pay ${money(new_total)}.${rest.length === 0 ? "" : ` It is valid ${rest.join(", ")}.`}`
  }
  const what =
    discount_type === null || discount_value === null ? "" : saving(discount_type, discount_value, max_discount)
  return `${code} is valid: ${[what, ...conditions(result)].join(", ")}.`
}

const couponLine = (coupon: Deals["coupons"][number]): string =>
  `- ${[
    `${coupon.code}: ${saving(coupon.discount_type, coupon.discount_value, coupon.max_discount)}`,
    ...conditions(coupon),
    ...(coupon.personal ? ["just for you"] : [])
  ].join(", ")}`

const promotionLine = ({ end_date, name, summary }: Deals["promotions"][number]): string =>
  `- ${name}: ${summary}, until ${dayOf(end_date)}`

/** Coupons and promotions, those of a category when one was asked for. */
export const deals = (
  { coupons, promotions }: Pick<Deals, "coupons" | "promotions">,
  category: Category | null
): string => {
  const about = category === null ? "" : ` for ${category}`
  if (coupons.length === 0 && promotions.length === 0) {
    return `There are no coupons or promotions${about} at the moment.`
  }
  return [
    ...(promotions.length === 0 ? [] : [`These promotions are running${about}:`, ...promotions.map(promotionLine)]),
    ...(coupons.length === 0 ? [] : [`These coupons can be used${about}:`, ...coupons.map(couponLine)])
  ].join("\n")
}

/** What is saved on things bought together. */
export const bundles = (promotions: Deals["promotions"], category: Category | null): string => {
  const about = category === null ? "" : ` for ${category}`
  return promotions.length === 0
    ? `There are no bundle offers${about} at the moment.`
    : [`These bundle offers are running${about}:`, ...promotions.map(promotionLine)].join("\n")
}

/** Where the customer stands; `more` is a sum they think of spending. */
export const loyalty = (standing: Standing, more: Money | null): string => {
  const { next_tier: next, tier, total_spend } = standing
  const now = `You are a ${tier} member with ${money(total_spend)} spent. You get ${tierBenefits(standing)}.`
  if (next === null) {
    return `${now} That is the highest tier.`
  }
  const missing = `Another ${money(next.spend_needed)} makes you ${next.name}, with ${next.discount_pct}% off.`
  if (more === null) {
    return `${now} ${missing}`
  }
  return more >= next.spend_needed
    ? `${now} With ${money(more)} more you would be at least ${next.name}: that takes ${money(next.spend_needed)}.`
    : `${now} With ${money(more)} more you would still be ${tier}: ${next.name} takes ${money(next.spend_needed)}.`
}
