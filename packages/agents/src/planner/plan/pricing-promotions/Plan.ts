import { nearestMoney, toAmount } from "@storefront/domain/Money"
import { type CouponProblem } from "@storefront/domain/Pricing"
import { couponProblem, dayOf, list, money, tierBenefits } from "@storefront/domain/EnglishWording"
import { maxQuantity } from "@storefront/domain/tools/CartTools"
import * as PricingTools from "@storefront/domain/tools/PricingTools"
import { type ItemReference, type Wish } from "../../Wish.ts"
import { mentionsCart } from "../../text/ClauseWords.ts"
import { account, priceHistory, purchases, shopRule } from "../SharedAnswers.ts"
import { amountOf, bullets, listing, paragraph, phrases, theProduct } from "../Formatting.ts"
import { resolveProduct, productsOf } from "../ProductResolution.ts"
import { soldProduct } from "../Variants.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { type AnswerPart, askFor, call, forEach, keepState, resultOf } from "../Flows.ts"

type Offer = Pick<typeof PricingTools.validateCoupon.successSchema.Type, "description" | "min_spend" | "valid_until">

/** Cart total to check a coupon on if none was stated; the answer then contains no amounts. */
const trialTotal = 1000

const couponText = ({ description, min_spend, valid_until }: Offer): string =>
  phrases(
    description || null,
    min_spend === null || min_spend === 0 ? null : `when you spend at least ${money(min_spend)}`,
    valid_until === null ? null : `until ${dayOf(valid_until)}`
  )

/** Rounds to the decimals of the shop's currency, as the tools require. */
const rounded = (amount: number): number => toAmount(nearestMoney(amount))

/** Like `couponProblem`, but for a total or product that need not be in the cart. */
const whyUnusable: { readonly [P in CouponProblem]: string } = {
  ...couponProblem,
  category: "it is not for goods of this kind",
  min_spend: "that is less than its minimum spend"
}

/** Checks a coupon on a total or a product; without a code, lists the current deals. */
function* validate(wish: Wish): AnswerPart {
  const { code, filters, product } = wish
  if (code === null) {
    return yield* deals(wish)
  }
  const named = product === null ? null : yield* resolveProduct(product)
  const amount = named === null ? wish.amount : toAmount(named.price)
  const cart_total = amount === null ? trialTotal : rounded(amount)
  const category = named?.category ?? filters.category
  const found = yield* resultOf(call(PricingTools.validateCoupon, { code: code.slice(0, 40), cart_total, category }))
  const { discount_amount, new_total } = found
  return discount_amount === null || new_total === null
    ? `${code} cannot be used: ${whyUnusable[found.reason_code ?? "unknown"]}.`
    : amount === null
      ? `${code} is valid: ${couponText(found)}. Put it on your cart to see whether it fits.`
      : `Without other offers, ${code} takes off ${money(discount_amount)}, which leaves ${money(new_total)}.`
}

const requestedItems = (wish: Wish): ReadonlyArray<ItemReference> =>
  wish.items.length > 0 ? wish.items : productsOf(wish).map((product) => ({ product, quantity: wish.quantity }))

const cartQuantity = (quantity: number | null) => Math.min(maxQuantity, Math.max(1, quantity ?? 1))

/** Finds the lowest price of the named products or, without any, of the cart. */
function* optimize(wish: Wish): AnswerPart {
  const items = requestedItems(wish)
  const named = yield* forEach(items, function* ({ product, quantity }) {
    const sold = yield* soldProduct(yield* resolveProduct(product), { ...wish, quantity })
    return { product_id: sold.product_id, quantity: cartQuantity(sold.quantity) }
  })
  const { cart_items, coupon, final_total, savings, ...found } = yield* resultOf(
    call(PricingTools.optimizeCart, { product_ids_with_quantities: named.length === 0 ? null : named }),
    { empty_cart: "There is nothing in your cart that I could price. Name products and how many of each, and I will." }
  )
  yield* keepState({ code: coupon?.code ?? null })
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

/** Lists the bundles of the named products; without any, the current deals. */
function* bundles(wish: Wish): AnswerPart {
  const named = yield* forEach(requestedItems(wish), function* ({ product, quantity }) {
    return yield* soldProduct(yield* resolveProduct(product), { ...wish, quantity })
  })
  if (named.length === 0) {
    return yield* deals(wish)
  }
  const product_ids = [...new Set(named.map(({ product_id }) => product_id))]
  const { bundle_deals, buy_x_get_y_deals, products_checked } = yield* resultOf(
    call(PricingTools.checkBundleEligibility, { product_ids })
  )
  const namesOf = (ids: ReadonlyArray<string>) =>
    list(products_checked.flatMap(({ name, product_id }) => (ids.includes(product_id) ? [name] : [])))
  const together = bundle_deals.map(
    (deal) =>
      `${deal.promotion_name}: ${namesOf(deal.qualifying_product_ids)} together cost ${money(deal.bundle_total)}, and you save ${money(deal.savings)}, until ${dayOf(deal.end_date)}`
  )
  const freeUnits = buy_x_get_y_deals.map(
    (deal) =>
      `${deal.promotion_name}: buy ${deal.buy_quantity}, get ${deal.free_quantity} free, until ${dayOf(deal.end_date)}; with ${namesOf(deal.eligible_product_ids)}`
  )
  return listing(
    `Bundles and offers with free units for ${list(products_checked.map(({ name }) => theProduct(name)))}`,
    bullets([...together, ...freeUnits])
  )
}

/** Lists current promotions and coupons; for a product or the cart, finds the best price instead. */
function* deals(wish: Wish): AnswerPart {
  const { category } = wish.filters
  if (wish.product !== null || mentionsCart(wish.text)) {
    return yield* optimize(wish)
  }
  const { coupons, promotions } = yield* resultOf(call(PricingTools.getActiveDeals, { limit: wish.limit, category }))
  const what = category === null ? "" : ` for ${category}`
  return paragraph(
    listing(
      `Promotions${what} that are running`,
      bullets(promotions, ({ end_date, name, summary }) => `${name}: ${summary}, until ${dayOf(end_date)}`)
    ),
    listing(
      `Coupons${what} that run now`,
      bullets(coupons, (coupon) => `${coupon.code}: ${couponText(coupon)}`)
    )
  )
}

const abilities = () =>
  "I can find the best price of your cart, check a coupon or a bundle, list the deals that are running, and tell where you stand in our loyalty programme. What would you like to know?"

function* loyalty(): AnswerPart {
  const { next_tier: next, tier, total_spend, ...benefits } = yield* resultOf(call(PricingTools.getLoyaltyTier, {}))
  const standing = `You are a ${tier} member with ${money(total_spend)} spent. You get ${tierBenefits(benefits)}.`
  return next === null
    ? `${standing} That is the highest tier.`
    : `${standing} Another ${money(next.spend_needed)} makes you ${next.name}, with ${next.discount_pct}% off.`
}

function* loyaltyDiscount({ amount }: Wish): AnswerPart {
  if (amount === null) {
    return yield* askFor("On which amount shall I work out your loyalty discount?")
  }
  const found = yield* resultOf(call(PricingTools.calculateLoyaltyDiscount, { cart_total: rounded(amount) }))
  return `As a ${found.tier} member you get ${found.discount_pct}% off: ${money(found.discount_amount)} off ${money(found.cart_total)} leaves ${money(found.discounted_total)}, without other offers.`
}

/** Lists the benefits by tier. Worded unlike the instructions: the guard blocks answers that quote them. */
function* benefits(): AnswerPart {
  const { tiers, your_tier } = yield* resultOf(call(PricingTools.getLoyaltyBenefits, {}))
  return listing(
    `You are a ${your_tier} member. This is what the tiers of our loyalty programme give`,
    bullets(tiers, (tier) => `${tier.tier}: ${tierBenefits(tier)}, once you have spent ${money(tier.min_spend)}`)
  )
}

const answers: Answers = {
  shop_rule: shopRule,
  validate_coupon: validate,
  deals,
  bundles,
  loyalty,
  loyalty_benefits: benefits,
  loyalty_discount: loyaltyDiscount,
  optimize_cart: optimize,
  price_history: priceHistory(resolveProduct),
  purchase_history: purchases,
  profile: account
}

/** Answers about coupons, promotions and loyalty. */
export const { answer, playbook } = specialist("pricing-promotions", answers, abilities)
