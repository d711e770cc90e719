import { type Category } from "@storefront/domain/Catalog"
import { CurrentUser } from "@storefront/domain/Identity"
import { Money } from "@storefront/domain/Money"
import { type Coupon, CouponCode, type CouponProblem, discountValueOf } from "@storefront/domain/Pricing"
import { appliesTo, discount, findCouponProblem } from "@storefront/domain/rules/CouponRules"
import { summary } from "@storefront/domain/rules/PromotionSummary"
import { dayOf, list, money } from "@storefront/domain/EnglishWording"
import { Carts } from "@storefront/server/shop/cart/Carts"
import { Coupons } from "@storefront/server/shop/pricing/Coupons"
import { Deals } from "@storefront/server/shop/pricing/Deals"
import { Array, DateTime, Effect, Option, Order, Schema } from "effect"
import { dealTools } from "../toolkit.ts"

const decodeCode = Schema.decodeOption(CouponCode)

const onlyFor = (categories: ReadonlyArray<Category> | null) =>
  categories === null ? "" : ` It applies to ${list(categories)} only.`

/** Explains why a coupon does not apply; another customer's coupon must look like an unknown one. */
const problemMessage = (reason: CouponProblem, coupon: Coupon | null, isAnyCategory: boolean): string => {
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
      return `The coupon needs goods of at least ${money(coupon.minSpend)}.${isAnyCategory ? categories : ""}`
  }
}

/** Names the lists that are empty. */
const emptyMessage = (coupons: number, promotions: number): { readonly message?: string } => {
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

const couponDeal = (coupon: Coupon) => ({
  code: coupon.code,
  description: coupon.description,
  discount_type: coupon.discountType,
  discount_value: discountValueOf(coupon),
  min_spend: coupon.minSpend,
  max_discount: coupon.maxDiscount,
  valid_until: coupon.validUntil,
  applicable_categories: coupon.applicableCategories,
  personal: coupon.ownerEmail !== null
})

/** Orders coupons: the given code first, then by highest value, then by code. */
const bestFirst = (best: CouponCode | null): Order.Order<Coupon> =>
  Order.combineAll([
    Order.mapInput(Order.boolean, ({ code }: Coupon) => code !== best),
    Order.mapInput(Order.reverse(Order.number), ({ discountValue }: Coupon) => discountValue),
    Order.mapInput(Order.string, ({ code }: Coupon) => code)
  ])

export const dealHandlers = Effect.gen(function* () {
  const carts = yield* Carts
  const coupons = yield* Coupons
  const deals = yield* Deals

  return dealTools.of({
    validate_coupon: Effect.fnUntraced(function* ({ cart_total, category, code: enteredCode }) {
      const { email } = yield* CurrentUser
      const now = yield* DateTime.now
      const code = decodeCode(enteredCode.toUpperCase())
      const coupon = Option.getOrNull(Option.isNone(code) ? Option.none() : yield* coupons.find(code.value))
      const isEligible = coupon === null || category === undefined || appliesTo(coupon, category)
      const reason = findCouponProblem(coupon, { now, email, eligibleGross: isEligible ? cart_total : null })
      if (coupon === null || reason !== null) {
        const reasonCode = reason ?? "unknown"
        return {
          valid: false,
          code: Option.getOrNull(code),
          reason_code: reasonCode,
          message: problemMessage(reasonCode, coupon, category === undefined),
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
        discount_value: discountValueOf(coupon),
        min_spend: coupon.minSpend,
        max_discount: coupon.maxDiscount,
        applicable_categories: coupon.applicableCategories,
        valid_until: coupon.validUntil,
        discount_amount: saving,
        new_total: Money.make(cart_total - saving)
      }
    }),

    get_active_deals: Effect.fnUntraced(function* ({ category, limit }) {
      const user = yield* CurrentUser
      const { facts, optimized, usableCoupons } = yield* carts.quote(user)
      const { promotions, total } = yield* deals.list({ now: facts.now, category: category ?? null, limit })
      const best = optimized.coupon?.code ?? null
      const fitting = usableCoupons.filter((coupon) => category === undefined || appliesTo(coupon, category))
      return {
        coupons: Array.sort(fitting, bestFirst(best)).slice(0, limit).map(couponDeal),
        promotions: promotions.map((promotion) => ({ ...promotion, summary: summary(promotion.rules) })),
        best_for_cart: best,
        total_deals: fitting.length + total,
        ...emptyMessage(fitting.length, promotions.length)
      }
    })
  })
})
