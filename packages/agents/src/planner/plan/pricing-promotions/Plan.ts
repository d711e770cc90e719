import { type Category } from "@storefront/domain/Catalog"
import { dayOf, list, money, tierBenefits } from "@storefront/domain/Wording"
import { maxQuantity } from "@storefront/domain/tools/CartTools"
import * as PricingTools from "@storefront/domain/tools/PricingTools"
import { type WantedItem, type Wish } from "../../Wish.ts"
import { saysCart } from "../../text/ClauseWords.ts"
import { account, prices, purchases } from "../About.ts"
import { amountOf, bullets, listing, paragraph, phrases, theProduct } from "../Blocks.ts"
import { meantProduct, productsOf } from "../Picking.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { type AnswerPart, asking, call, each, keep, known } from "../Steps.ts"

type Coupon = (typeof PricingTools.getActiveDeals.successSchema.Type)["coupons"][number]
type Validation = typeof PricingTools.validateCoupon.successSchema.Type

/** The total on which a coupon is tried when the customer names none; the answer then names no sums. */
const trialTotal = 1000

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

/** What a coupon does for goods of a total in dollars; without a total only what it is. */
function* tryCoupon(code: string, total: number | null, category: Category | null): AnswerPart {
  const found = yield* known(
    call(PricingTools.validateCoupon, { code: code.slice(0, 40), cart_total: total ?? trialTotal, category })
  )
  const { discount_amount, discount_type, discount_value, new_total } = found
  if (discount_type === null || discount_value === null || discount_amount === null || new_total === null) {
    return found.reason_code === "unknown"
      ? `${code} is not a coupon that your account can use.`
      : `${code} cannot be used. ${found.message}`
  }
  const given = offer({ ...found, discount_type, discount_value })
  return total === null
    ? `${code} is valid: ${given}. Put it on your cart to see whether it fits.`
    : `Without other offers, ${code} takes off ${money(discount_amount)}, which leaves ${money(new_total)}. It gives ${given}.`
}

/** A sum as the tools take it. */
const inCents = (dollars: number): number => Math.round(dollars * 100) / 100

/** A coupon is tried on the sum or the product that was named; without its code there are only the offers of the moment. */
function* validate(wish: Wish): AnswerPart {
  const { amount, code, filters, product } = wish
  if (code === null) {
    return yield* deals(wish)
  }
  if (amount === null && product !== null) {
    const { category, name, price } = yield* meantProduct(product)
    return `For ${theProduct(name)}: ${yield* tryCoupon(code, price / 100, category)}`
  }
  return yield* tryCoupon(code, amount === null ? null : inCents(amount), filters.category)
}

const wanted = (wish: Wish): ReadonlyArray<WantedItem> =>
  wish.items.length > 0 ? wish.items : productsOf(wish).map((product) => ({ product, quantity: wish.quantity }))

/** A quantity as a cart can hold it; one when none was named. */
const units = (quantity: number | null) => Math.min(maxQuantity, Math.max(1, quantity ?? 1))

/** The lowest price of what was named or, if nothing was, of the customer's cart. */
function* optimize(wish: Wish): AnswerPart {
  const items = wanted(wish)
  const named = yield* each(items, function* ({ product, quantity }) {
    return { product_id: (yield* meantProduct(product)).product_id, quantity: units(quantity) }
  })
  const { cart_items, coupon, final_total, savings, ...found } = yield* known(
    call(PricingTools.optimizeCart, { product_ids_with_quantities: named.length === 0 ? null : named }),
    { empty_cart: "There is nothing in your cart that I could price. Name products and how many of each, and I do." }
  )
  yield* keep({ code: coupon?.code ?? null })
  const costs = `${named.length === 0 ? "your cart" : "this"} costs ${money(final_total)}`
  return paragraph(
    savings.length === 0
      ? `Nothing takes anything off at the moment: ${costs}.`
      : `At best ${costs} instead of ${money(found.original_total)}: you save ${money(found.total_savings)} (${found.savings_percentage}%).`,
    bullets(cart_items, ({ subtotal, ...item }) => `${amountOf(item)}, ${money(subtotal)}`),
    savings.length === 0 ? null : "What you save:",
    bullets(savings, ({ amount, explanation }) => `${explanation} That takes off ${money(amount)}.`),
    coupon === null ? null : `The coupon to use is ${coupon.code}.`
  )
}

type Promotion = (typeof PricingTools.getActiveDeals.successSchema.Type)["promotions"][number]

const promotionLines = (promotions: ReadonlyArray<Promotion>) =>
  bullets(promotions, ({ end_date, name, summary }) => `${name}: ${summary}, until ${dayOf(end_date)}`)

/** Coupons and promotions, as many as a tool gives unless a limit is said. */
const dealsOf = (limit: number | null, category: Category | null) =>
  known(call(PricingTools.getActiveDeals, { limit, category }))

/** " for Home": what deals were asked for. */
const forCategory = (category: Category | null) => (category === null ? "" : ` for ${category}`)

type Checked = typeof PricingTools.checkBundleEligibility.successSchema.Type

/** The offers for several products or units that some products count for; other offers are not looked at. */
const checkedLines = ({ bundle_deals, buy_x_get_y_deals, products_checked }: Checked): string => {
  const called = (ids: ReadonlyArray<string>) =>
    list(products_checked.flatMap(({ name, product_id }) => (ids.includes(product_id) ? [name] : [])))
  const bundles = bundle_deals.map(
    (deal) =>
      `${deal.promotion_name}: ${called(deal.qualifying_product_ids)} together cost ${money(deal.bundle_total)}, and you save ${deal.discount_pct}% of it, ${money(deal.savings)}, until ${dayOf(deal.end_date)}`
  )
  const freeUnits = buy_x_get_y_deals.map(
    (deal) =>
      `${deal.promotion_name}: buy ${deal.buy_quantity}, get ${deal.free_quantity} free, until ${dayOf(deal.end_date)}; with ${called(deal.eligible_product_ids)}`
  )
  return listing(
    `Bundles and offers with free units for ${list(products_checked.map(({ name }) => theProduct(name)))}`,
    bullets([...bundles, ...freeUnits])
  )
}

/** What is saved by buying several products together: those that were named, those in the cart, or any. */
function* bundles(wish: Wish): AnswerPart {
  const { category } = wish.filters
  const named = wanted(wish)
  if (named.length > 0) {
    const products = yield* each(named, ({ product }) => meantProduct(product))
    const product_ids = [...new Set(products.map(({ product_id }) => product_id))]
    return checkedLines(yield* known(call(PricingTools.checkBundleEligibility, { product_ids })))
  }
  if (saysCart(wish)) {
    return yield* optimize(wish)
  }
  const { promotions } = yield* dealsOf(null, category)
  const running = promotions.filter(({ type }) => type !== "flash_sale")
  return listing(`Bundle offers${forCategory(category)} at the moment`, promotionLines(running))
}

/** What runs now; what of it fits the goods, only the best price of a cart or a product tells. */
function* deals(wish: Wish): AnswerPart {
  const { category } = wish.filters
  if (wish.product !== null || saysCart(wish)) {
    return yield* optimize(wish)
  }
  const { coupons, promotions, total_deals } = yield* dealsOf(wish.limit ?? 10, category)
  const codes = coupons.map((coupon) => `${coupon.code}: ${offer(coupon)}${coupon.personal ? ", just for you" : ""}`)
  const more = total_deals - coupons.length - promotions.length
  return paragraph(
    listing(`Promotions${forCategory(category)} that are running`, promotionLines(promotions)),
    listing(`Coupons${forCategory(category)} that run now`, bullets(codes)),
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

function* loyaltyDiscount({ amount }: Wish): AnswerPart {
  if (amount === null) {
    return yield* asking("On which amount shall I work out your loyalty discount?")
  }
  const found = yield* known(call(PricingTools.calculateLoyaltyDiscount, { cart_total: inCents(amount) }))
  return `As a ${found.tier} member you get ${found.discount_pct}% off: ${money(found.discount_amount)} off ${money(found.cart_total)} leaves ${money(found.discounted_total)}, without other offers.`
}

/** What every tier gives, in another order than the instructions say it: a quotation of them is kept from leaving. */
function* benefits(): AnswerPart {
  const { tiers, your_tier } = yield* known(call(PricingTools.getLoyaltyBenefits, {}))
  return listing(
    `You are a ${your_tier} member. This is what the tiers of our loyalty programme give`,
    bullets(tiers, (tier) => `${tier.tier}: ${tierBenefits(tier)}, once you have spent ${money(tier.min_spend)}`)
  )
}

const answers: Answers = {
  validate_coupon: validate,
  deals,
  bundles,
  loyalty,
  loyalty_benefits: benefits,
  loyalty_discount: loyaltyDiscount,
  optimize_cart: optimize,
  price_history: prices(meantProduct),
  purchase_history: purchases,
  profile: account
}

/** Answers questions about saving: coupons, promotions, loyalty. */
export const { answer, playbook } = specialist("pricing-promotions", answers, abilities)
