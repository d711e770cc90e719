import { type Category } from "@storefront/domain/Catalog"
import { Money } from "@storefront/domain/Money"
import { dayOf, list, money, tierBenefits } from "@storefront/domain/Wording"
import * as PricingTools from "@storefront/domain/tools/PricingTools"
import { type Wish } from "../../Wish.ts"
import { saysCart } from "../../text/ClauseWords.ts"
import { account, prices, purchases } from "../About.ts"
import { bullets, listing, paragraph, phrases, theAmountOf } from "../Blocks.ts"
import { meantProduct } from "../Picking.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { type AnswerPart, asking, call, instead, known, type Steps, told } from "../Steps.ts"
import * as Deals from "./Deals.ts"

type Coupon = (typeof PricingTools.getActiveDeals.successSchema.Type)["coupons"][number]
type Validation = typeof PricingTools.validateCoupon.successSchema.Type

/** The largest total that the tools work with. */
const maxTotal = Money.make(99_999_999)

/** The total on which a coupon is tried when the customer names none; the answer then names no sums. */
const trialTotal = Money.make(100_000)

/** What a coupon gives: "30% off Clothing when you spend at least $50.00, at most $80.00, until June 1, 2026". */
const offer = (
  coupon: Omit<Coupon, "code" | "description" | "min_spend" | "personal"> & Pick<Validation, "min_spend">
) => {
  const { applicable_categories, discount_type, discount_value, max_discount, min_spend, valid_until } = coupon
  const off = discount_type === "fixed" ? money(discount_value) : `${discount_value / 100}%`
  const what = applicable_categories === null ? "" : ` ${list(applicable_categories)}`
  return phrases(
    `${off} off${what}${min_spend === null || min_spend === 0 ? "" : ` when you spend at least ${money(min_spend)}`}`,
    max_discount === null ? null : `at most ${money(max_discount)}`,
    valid_until === null ? null : `until ${dayOf(valid_until)}`
  )
}

const refusal = (code: string, total: Money | null, { message, reason_code }: Validation): string =>
  reason_code === "unknown"
    ? `${code} is not a coupon that your account can use.`
    : `${code} cannot be used${total === null ? "" : ` on ${money(total)}`}. ${message}`

const validated = (code: string, total: number, category: Category | null): Steps<Validation> =>
  known(
    call(PricingTools.validateCoupon, {
      code: code.slice(0, 40),
      cart_total: Math.min(maxTotal, total) / 100,
      category
    })
  )

/** What a coupon does for goods of a total; without a total only what it is. */
function* tryCoupon(code: string, total: Money | null, category: Category | null): AnswerPart {
  const found = yield* validated(code, total ?? trialTotal, category)
  const { discount_amount, discount_type, discount_value, new_total } = found
  if (discount_type === null || discount_value === null || discount_amount === null || new_total === null) {
    return refusal(code, total, found)
  }
  const given = offer({ ...found, discount_type, discount_value })
  return total === null
    ? `${code} is valid: ${given}.${found.min_spend === null || found.min_spend === 0 ? " There is no minimum spend." : ""}`
    : `${code} takes ${money(discount_amount)} off ${money(total)}, which leaves ${money(new_total)}. It gives ${given}.`
}

/** What a coupon does for those goods in the customer's cart that it applies to. */
function* couponForCart(code: string): AnswerPart {
  const { cart_items, original_total } = yield* Deals.cartAtBest()
  const { applicable_categories: scope } = yield* validated(code, original_total, null)
  const eligible = cart_items.filter(({ category }) => scope === null || scope.includes(category))
  return eligible.length === 0
    ? `${code} does not work on your cart: it applies to ${list(scope ?? [])} only.`
    : yield* tryCoupon(code, Money.make(eligible.reduce((sum, { subtotal }) => sum + subtotal, 0)), null)
}

/** Says something about the price of some units of a product, and names the product. */
function* onProduct({ product, quantity }: Wish, tell: (total: Money, category: Category) => AnswerPart): AnswerPart {
  const { category, name, price } = yield* meantProduct(product)
  const count = Deals.units(quantity)
  return `For ${theAmountOf({ name, quantity: count })}: ${yield* tell(Money.make(price * count), category)}`
}

function* sumOf(dollars: number): Steps<Money> {
  const cents = Math.round(dollars * 100)
  return cents <= maxTotal
    ? Money.make(cents)
    : yield* instead("I can work that out for sums below a million dollars only.")
}

/** A coupon is tried on the sum that was named, or else on the product that was named, or else on the cart. */
function* validate(wish: Wish): AnswerPart {
  const { amount, code, filters, product, text } = wish
  const total = amount === null ? null : yield* sumOf(amount)
  const isAboutCart = total === null && product === null && (saysCart(wish) || /\bwould (?:it|that)\b/i.test(text))
  if (code === null) {
    return isAboutCart || product !== null
      ? yield* Deals.optimize(wish)
      : total === null
        ? yield* asking("Which coupon do you mean? Please give me its code.")
        : yield* deals(wish)
  }
  return yield* isAboutCart
    ? couponForCart(code)
    : total === null && product !== null
      ? onProduct(wish, (price, category) => tryCoupon(code, price, category))
      : tryCoupon(code, total, filters.category)
}

function* deals(wish: Wish): AnswerPart {
  const { filters, limit, product, text } = wish
  const { category } = filters
  if (product !== null) {
    return yield* Deals.optimize(wish)
  }
  const { coupons, promotions, total_deals } = yield* Deals.dealsOf(limit ?? 10, category)
  const running = promotions.filter(({ type }) => type === "flash_sale" || !/\bflash\b/iu.test(text))
  const usable = coupons.map((coupon) => `${coupon.code}: ${offer(coupon)}${coupon.personal ? ", just for you" : ""}`)
  const parts = [
    listing(`Promotions${Deals.forCategory(category)} that are running`, Deals.promotionLines(running)),
    listing(`Coupons${Deals.forCategory(category)} that you can use`, bullets(usable))
  ]
  const more = total_deals - coupons.length - promotions.length
  return paragraph(
    ...(/\b(?:coupons?|vouchers?|codes?)\b/iu.test(text) ? parts.toReversed() : parts),
    more > 0 ? `There are ${more} more; tell me how many you would like to see.` : null
  )
}

const abilities = () =>
  "I can find the best price of your cart, check a coupon or a bundle, list the deals that are running, and tell where you stand in our loyalty programme. What would you like to know?"

function* loyalty(): AnswerPart {
  const { next_tier: next, tier, total_spend, ...benefits } = yield* known(call(PricingTools.getLoyaltyTier, {}))
  const now = `You are a ${tier} member with ${money(total_spend)} spent. You get ${tierBenefits(benefits)}.`
  return next === null
    ? `${now} That is the highest tier.`
    : `${now} Another ${money(next.spend_needed)} makes you ${next.name}, with ${next.discount_pct}% off.`
}

const discountOn = (total: Money): AnswerPart =>
  told(
    call(PricingTools.calculateLoyaltyDiscount, { cart_total: total / 100 }),
    (found) =>
      `As a ${found.tier} member you get ${found.discount_pct}% off: ${money(found.discount_amount)} off ${money(found.cart_total)} leaves ${money(found.discounted_total)}.`
  )

function* loyaltyDiscount(wish: Wish): AnswerPart {
  return wish.amount !== null
    ? yield* discountOn(yield* sumOf(wish.amount))
    : wish.product === null
      ? yield* asking("On which amount shall I work out your loyalty discount?")
      : yield* onProduct(wish, discountOn)
}

/** What every tier gives, in another order than the instructions say it: a quotation of them is kept from leaving. */
const benefits = () =>
  told(call(PricingTools.getLoyaltyBenefits, {}), ({ tiers, your_tier }) =>
    listing(
      `You are a ${your_tier} member${tiers.at(-1)?.tier === your_tier ? ", which is the highest tier" : ""}. This is what the tiers of our loyalty programme give`,
      bullets(tiers, (tier) => `${tier.tier}: ${tierBenefits(tier)}, once you have spent ${money(tier.min_spend)}`)
    )
  )

const answers: Answers = {
  validate_coupon: validate,
  deals,
  bundles: Deals.bundles,
  loyalty,
  loyalty_benefits: benefits,
  loyalty_discount: loyaltyDiscount,
  optimize_cart: Deals.optimize,
  price_history: prices(meantProduct),
  purchase_history: purchases,
  profile: account
}

/** Answers questions about saving: coupons, promotions, loyalty. */
export const { answer, playbook } = specialist("pricing-promotions", answers, abilities)
