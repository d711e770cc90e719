import { type Category } from "@storefront/domain/Catalog"
import { type Money } from "@storefront/domain/Money"
import { type DiscountType } from "@storefront/domain/Pricing"
import {
  type calculateLoyaltyDiscount,
  type getActiveDeals,
  type getLoyaltyBenefits,
  type getLoyaltyTier,
  type validateCoupon
} from "@storefront/domain/tools/PricingTools"
import { type DateTime } from "effect"
import { dayOf, list, money, tierBenefits } from "@storefront/domain/Wording"

type Validation = typeof validateCoupon.successSchema.Type
type Deals = typeof getActiveDeals.successSchema.Type
type Standing = typeof getLoyaltyTier.successSchema.Type

interface Offer {
  readonly discount_type: DiscountType
  readonly discount_value: Money
  readonly min_spend: Money | null
  readonly max_discount: Money | null
  readonly applicable_categories: ReadonlyArray<Category> | null
  readonly valid_until: DateTime.Utc | null
}

/** What a coupon gives: "30% off Clothing when you spend at least $50.00, at most $80.00, until June 1, 2026". */
const offer = (coupon: Offer): string => {
  const { applicable_categories, discount_type, discount_value, max_discount, min_spend, valid_until } = coupon
  const off = discount_type === "fixed" ? money(discount_value) : `${discount_value / 100}%`
  const what = applicable_categories === null ? "" : ` ${list(applicable_categories)}`
  const from = min_spend === null || min_spend === 0 ? "" : ` when you spend at least ${money(min_spend)}`
  return [
    `${off} off${what}${from}`,
    ...(max_discount === null ? [] : [`at most ${money(max_discount)}`]),
    ...(valid_until === null ? [] : [`until ${dayOf(valid_until)}`])
  ].join(", ")
}

const lowerFirst = (sentence: string): string => sentence.slice(0, 1).toLowerCase() + sentence.slice(1)

/** Why a coupon gives nothing for goods of `total`. */
export const refusal = (code: string, total: Money | null, { message, reason_code }: Validation): string => {
  const why = lowerFirst(message)
  switch (reason_code) {
    case "unknown":
      return `${code} is not a coupon that your account can use.`
    case "not_started":
      return `${code} cannot be used yet: ${why}`
    case "expired":
      return `${code} cannot be used any more: ${why}`
    case "min_spend":
      return total === null ? `${code} cannot be used: ${why}` : `${code} does not work on ${money(total)}: ${why}`
    default:
      return `${code} cannot be used: ${why}`
  }
}

/** What a coupon does for goods of `total`; without a total only what it is. */
export const validation = (code: string, total: Money | null, result: Validation): string => {
  const { applicable_categories, discount_amount, discount_type, discount_value, new_total, valid_until } = result
  if (discount_type === null || discount_value === null || discount_amount === null || new_total === null) {
    return refusal(code, total, result)
  }
  return total === null
    ? `${code} is valid: ${offer({ ...result, discount_type, discount_value })}.`
    : [
        `${code} takes ${money(discount_amount)} off ${money(total)}, which leaves ${money(new_total)}.`,
        ...(applicable_categories === null ? [] : [`It applies to ${list(applicable_categories)} only.`]),
        ...(valid_until === null ? [] : [`It is valid until ${dayOf(valid_until)}.`])
      ].join(" ")
}

const couponLine = (coupon: Deals["coupons"][number]): string =>
  `- ${coupon.code}: ${offer(coupon)}${coupon.personal ? ", just for you" : ""}`

/** Names of products by id. */
type Names = ReadonlyMap<string, string>

/** A promotion in one line, with its products when all their names are known. */
export const promotionLine = (
  { end_date, name, rules, summary }: Deals["promotions"][number],
  names: Names
): string => {
  const products = "product_ids" in rules ? rules.product_ids.flatMap((id) => names.get(id) ?? []) : []
  const which = "product_ids" in rules && products.length === rules.product_ids.length ? ` (${list(products)})` : ""
  return `- ${name}: ${summary}${which}, until ${dayOf(end_date)}`
}

/** Coupons and promotions, those of a category when one was asked for; `couponsFirst` when coupons were asked for. */
export const deals = (
  { coupons, promotions, total_deals }: Deals,
  category: Category | null,
  couponsFirst: boolean
): string => {
  const about = category === null ? "" : ` for ${category}`
  if (coupons.length === 0 && promotions.length === 0) {
    return `There are no coupons or promotions${about} at the moment.`
  }
  const running =
    promotions.length === 0
      ? []
      : [`These promotions are running${about}:`, ...promotions.map((promotion) => promotionLine(promotion, new Map()))]
  const usable = coupons.length === 0 ? [] : [`These coupons can be used${about}:`, ...coupons.map(couponLine)]
  const more = total_deals - coupons.length - promotions.length
  return [
    ...(couponsFirst ? [...usable, ...running] : [...running, ...usable]),
    ...(more > 0 ? [`There are ${more} more; tell me how many you would like to see.`] : [])
  ].join("\n")
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

/** What the tier takes off an amount, and whether that ships free. */
export const loyaltyDiscount = (discount: typeof calculateLoyaltyDiscount.successSchema.Type): string => {
  const { amount_to_free_shipping, cart_total, discount_amount, discount_pct, discounted_total } = discount
  const { free_shipping, free_shipping_threshold, tier } = discount
  // Whatever is added to reach the threshold is discounted too, so no sum to add is named.
  const shipping = free_shipping
    ? "Standard shipping is free for it."
    : `Standard shipping is free from ${money(free_shipping_threshold)}, which is ${money(amount_to_free_shipping)} away.`
  return discount_pct === 0
    ? `As a ${tier} member you get no discount yet: ${money(cart_total)} stays ${money(discounted_total)}. ${shipping}`
    : `As a ${tier} member you get ${discount_pct}% off: ${money(discount_amount)} off ${money(cart_total)} leaves ${money(discounted_total)}. ${shipping}`
}

/** What every tier gives. */
export const benefits = ({ tiers, your_tier }: typeof getLoyaltyBenefits.successSchema.Type): string =>
  [
    "This is what the tiers of our loyalty programme give:",
    ...tiers.map((tier) => {
      const from = tier.min_spend === 0 ? "from the start" : `from ${money(tier.min_spend)} spent`
      return `- ${tier.tier}, ${from}: ${tierBenefits(tier)}`
    }),
    `You are a ${your_tier} member.`
  ].join("\n")
