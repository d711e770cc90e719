import { type Category } from "@storefront/domain/Catalog"
import { CurrentUser, type UserId } from "@storefront/domain/Identity"
import { decimalPercentOf, Money } from "@storefront/domain/Money"
import { type Coupon, CouponCode, type CouponProblem } from "@storefront/domain/Pricing"
import { appliesTo, discount, problem } from "@storefront/domain/rules/CouponRules"
import { nextTier, shipsFree } from "@storefront/domain/rules/Loyalty"
import { summary } from "@storefront/domain/rules/PromotionSummary"
import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { Coupons } from "@storefront/server/pricing/Coupons"
import { Deals } from "@storefront/server/pricing/Deals"
import { DateTime, Effect, Option, Schema } from "effect"
import { dayOf, list, money } from "@storefront/domain/Wording"
import { findProduct } from "../tools/FindProduct.ts"
import { getPriceHistory } from "../tools/PriceHistory.ts"
import { getPurchaseHistory } from "../tools/PurchaseHistory.ts"
import { accountGone, benefits, getUserProfile } from "../tools/UserProfile.ts"
import { cartHandlers } from "./handlers/cart.ts"
import { toolkit } from "./toolkit.ts"

const asCode = Schema.decodeOption(CouponCode)

const onlyFor = (categories: ReadonlyArray<Category> | null) =>
  categories === null ? "" : ` It applies to ${list(categories)} only.`

/** Why a coupon gives nothing, in words; a coupon that is unknown says nothing about itself. */
const why = (reason: CouponProblem, coupon: Coupon | null, isCategoryOpen: boolean): string => {
  if (coupon === null || reason === "unknown") {
    return "There is no such coupon for this customer."
  }
  const categories = onlyFor(coupon.applicableCategories)
  switch (reason) {
    case "inactive":
      return "The coupon is switched off at the moment."
    case "not_started":
      return `The coupon is not valid before ${dayOf(coupon.validFrom)}.`
    case "expired":
      return coupon.validUntil === null
        ? "The coupon has expired."
        : `The coupon expired on ${dayOf(coupon.validUntil)}.`
    case "usage_limit":
      return "The coupon has been used up."
    case "category":
      return `The coupon does not apply to this category.${categories}`
    case "min_spend":
      return `The coupon needs goods of at least ${money(coupon.minSpend)}.${isCategoryOpen ? categories : ""}`
  }
}

/** Says which of the two lists has nothing in it. */
const emptiness = (coupons: number, promotions: number): { readonly message?: string } => {
  const empty = [...(coupons === 0 ? ["coupons"] : []), ...(promotions === 0 ? ["promotions"] : [])]
  return empty.length === 0 ? {} : { message: `There are no ${list(empty, "or")} for this at the moment.` }
}

const noDetails = {
  description: null,
  discount_type: null,
  discount_value: null,
  min_spend: null,
  max_discount: null,
  applicable_categories: null,
  valid_until: null,
  discount_amount: null,
  new_total: null
}

/** The handlers of pricing-promotions. */
export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    const coupons = yield* Coupons
    const deals = yield* Deals
    const programme = yield* LoyaltyProgramme
    const memberOf = (user: UserId) => Effect.mapError(programme.member(user), () => accountGone(user))
    return toolkit.of({
      ...(yield* cartHandlers),
      find_product: yield* findProduct,
      get_price_history: yield* getPriceHistory,
      get_purchase_history: yield* getPurchaseHistory,
      get_user_profile: yield* getUserProfile,

      validate_coupon: Effect.fn("validate_coupon")(function* ({ cart_total, category, code: given }) {
        const { email } = yield* CurrentUser
        const now = yield* DateTime.now
        const code = asCode(given.toUpperCase())
        const coupon = Option.getOrNull(Option.isNone(code) ? Option.none() : yield* coupons.find(code.value))
        const isEligible = coupon === null || category === undefined || appliesTo(coupon, category)
        const reason = problem(coupon, { now, email, eligibleGross: isEligible ? cart_total : null })
        if (coupon === null || reason !== null) {
          const reasonCode = reason ?? "unknown"
          return {
            valid: false,
            code: Option.getOrNull(code),
            reason_code: reasonCode,
            message: why(reasonCode, coupon, category === undefined),
            ...noDetails
          }
        }
        const saving = discount(coupon, cart_total)
        return {
          valid: true,
          code: coupon.code,
          reason_code: null,
          message: `The coupon is valid.${category === undefined ? onlyFor(coupon.applicableCategories) : ""}`,
          description: coupon.description,
          discount_type: coupon.discountType,
          discount_value: Money.make(coupon.discountValue),
          min_spend: coupon.minSpend,
          max_discount: coupon.maxDiscount,
          applicable_categories: coupon.applicableCategories,
          valid_until: coupon.validUntil,
          discount_amount: saving,
          new_total: Money.make(cart_total - saving)
        }
      }),

      get_active_deals: Effect.fn("get_active_deals")(function* ({ category, limit }) {
        const { email } = yield* CurrentUser
        const now = yield* DateTime.now
        const { coupons, promotions, total } = yield* deals.list({ now, email, category: category ?? null, limit })
        return {
          coupons,
          promotions: promotions.map((promotion) => ({ ...promotion, summary: summary(promotion.rules) })),
          total_deals: total,
          ...emptiness(coupons.length, promotions.length)
        }
      }),

      get_loyalty_tier: Effect.fn("get_loyalty_tier")(function* () {
        const user = yield* CurrentUser
        const { tier, tiers, totalSpend } = yield* memberOf(user.id)
        const next = Option.map(nextTier(tiers, totalSpend), ({ discountPct, minSpend, name }) => ({
          name,
          min_spend: minSpend,
          spend_needed: Money.make(minSpend - totalSpend),
          discount_pct: discountPct
        }))
        return { tier: tier.name, total_spend: totalSpend, ...benefits(tier), next_tier: Option.getOrNull(next) }
      }),

      calculate_loyalty_discount: Effect.fn("calculate_loyalty_discount")(function* ({ cart_total }) {
        const user = yield* CurrentUser
        const { tier } = yield* memberOf(user.id)
        const discount = decimalPercentOf(cart_total, tier.discountPct)
        const total = Money.make(cart_total - discount)
        return {
          tier: tier.name,
          discount_pct: tier.discountPct,
          cart_total,
          discount_amount: discount,
          discounted_total: total,
          free_shipping: shipsFree(tier, total),
          free_shipping_threshold: tier.freeShippingThreshold,
          amount_to_free_shipping: Money.make(Math.max(0, tier.freeShippingThreshold - total))
        }
      }),

      get_loyalty_benefits: Effect.fn("get_loyalty_benefits")(function* () {
        const user = yield* CurrentUser
        const { tier: own, tiers } = yield* memberOf(user.id)
        return {
          tiers: tiers.map((tier) => ({ tier: tier.name, min_spend: tier.minSpend, ...benefits(tier) })),
          count: tiers.length,
          your_tier: own.name
        }
      })
    })
  })
)
