import { type Money } from "@storefront/domain/Money"
import { calculateLoyaltyDiscount, getLoyaltyBenefits, getLoyaltyTier } from "@storefront/domain/tools/PricingTools"
import { money, tierBenefits } from "@storefront/domain/Wording"
import { type Wish } from "../../Wish.ts"
import { aboutAccount, aboutPrices, aboutPurchases } from "../About.ts"
import { meantProduct } from "../Picking.ts"
import { bullets, listing } from "../Blocks.ts"
import { type Answers, specialist } from "../Specialist.ts"
import { type AnswerPart, call, known, told } from "../Steps.ts"
import { deals, onProduct, sumOf, validate } from "./Coupons.ts"
import { bundles, optimize } from "./Deals.ts"

const offer =
  "I can find the best price of your cart, check a coupon or a bundle, list the deals that are running, and tell where you stand in our loyalty programme. What would you like to know?"

/** Asks for bundles and nothing else. */
const asksForBundles = (text: string) =>
  /\bbundles?\b/iu.test(text) && !/\b(?:deals?|sales?|coupons?|codes?|promotions?)\b/iu.test(text)

/** Where the customer stands, and what is needed for more. */
function* loyalty(): AnswerPart {
  const { next_tier: next, tier, total_spend, ...benefits } = yield* known(call(getLoyaltyTier, {}))
  const now = `You are a ${tier} member with ${money(total_spend)} spent. You get ${tierBenefits(benefits)}.`
  return next === null
    ? `${now} That is the highest tier.`
    : `${now} Another ${money(next.spend_needed)} makes you ${next.name}, with ${next.discount_pct}% off.`
}

const discountOn = (total: Money): AnswerPart =>
  told(
    call(calculateLoyaltyDiscount, { cart_total: total / 100 }),
    (found) =>
      `As a ${found.tier} member you get ${found.discount_pct}% off: ${money(found.discount_amount)} off ${money(found.cart_total)} leaves ${money(found.discounted_total)}.`
  )

/** What the tier takes off the sum, or the product, that was named. */
function* loyaltyDiscount(wish: Wish): AnswerPart {
  return wish.amount !== null
    ? yield* discountOn(yield* sumOf(wish.amount))
    : wish.product === null
      ? "On which amount shall I work out your loyalty discount?"
      : yield* onProduct(wish, discountOn)
}

/** What every tier gives, in another order than the instructions say it: a quotation of them is kept from leaving. */
const benefits = () =>
  told(call(getLoyaltyBenefits, {}), ({ tiers, your_tier }) =>
    listing(
      `You are a ${your_tier} member. This is what the tiers of our loyalty programme give`,
      bullets(tiers.map((tier) => `${tier.tier}: ${tierBenefits(tier)}, once you have spent ${money(tier.min_spend)}`))
    )
  )

const answers: Answers = {
  validate_coupon: validate,
  deals: (wish) => (asksForBundles(wish.text) ? bundles(wish) : deals(wish)),
  bundles,
  loyalty,
  price_history: function* ({ days, product }) {
    return yield* aboutPrices(yield* meantProduct(product), days)
  },
  profile: aboutAccount,
  loyalty_benefits: benefits,
  loyalty_discount: loyaltyDiscount,
  optimize_cart: optimize,
  purchase_history: aboutPurchases
}

/** Answers questions about saving: coupons, promotions, loyalty. */
export const { answer, playbook } = specialist("pricing-promotions", answers, offer)
