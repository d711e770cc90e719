import { Array, type DateTime, Order } from "effect"
import { type Email } from "../Identity.ts"
import { type ProductId } from "../Ids.ts"
import { type Tier } from "../Loyalty.ts"
import { decimalPercentOf, Money } from "../Money.ts"
import { type Coupon, type CouponCode, type CouponProblem } from "../Pricing.ts"
import { appliesTo, discount as couponDiscount, problem } from "./CouponRules.ts"
import { type AppliedPromotion, promotionsFor } from "./PromotionChoice.ts"
import { type CartLine, grossOf, type RunningPromotion } from "./Promotions.ts"
import { couponSaving, loyaltySaving, promotionSaving, type Saving } from "./Savings.ts"
import { spread } from "./Spread.ts"

export type { CartLine, RunningPromotion } from "./Promotions.ts"
export type { Saving } from "./Savings.ts"

/** What prices depend on beside the cart and its coupon: the moment, the buyer, and the promotions that are running. */
export interface PricingFacts {
  readonly now: DateTime.Utc
  readonly email: Email
  readonly tier: Tier
  readonly promotions: ReadonlyArray<RunningPromotion>
}

/** A line with what falls on it of each kind of discount. */
export interface PricedLine extends CartLine {
  readonly gross: Money
  readonly promotionShare: Money
  readonly couponShare: Money
  readonly loyaltyShare: Money
  /** The three together, never above `gross`. */
  readonly discountShare: Money
}

/** What became of the coupon of a cart. */
export interface PricedCoupon {
  readonly code: CouponCode
  readonly valid: boolean
  readonly discount: Money
  /** Why it gives nothing; null when it is valid. */
  readonly reason: CouponProblem | null
}

/** What a cart costs. `total` is `subtotal` less `discount`, which is the sum of the three kinds of discount. */
export interface Priced {
  /** In the order in which the lines were given. */
  readonly lines: ReadonlyArray<PricedLine>
  readonly subtotal: Money
  readonly promotionDiscount: Money
  readonly coupon: PricedCoupon | null
  readonly loyaltyDiscount: Money
  readonly discount: Money
  readonly total: Money
  /** Where the discount comes from, in the order in which it is taken off. Their amounts add up to it. */
  readonly savings: ReadonlyArray<Saving>
}

/** A coupon code as it was given, and the coupon that has it. */
export interface GivenCoupon {
  readonly code: CouponCode
  readonly found: Coupon | null
}

/** A line while discounts are taken off it. */
interface Reduced {
  readonly line: CartLine
  readonly gross: Money
  readonly promotionShare: Money
  readonly couponShare: Money
}

const sum = (amounts: ReadonlyArray<number>): Money => Money.make(amounts.reduce((total, amount) => total + amount, 0))

const byProduct: Order.Order<CartLine> = Order.mapInput(Order.string, ({ productId }) => productId)

const net = ({ couponShare, gross, promotionShare }: Reduced) => gross - promotionShare - couponShare

const promoted = (lines: ReadonlyArray<CartLine>, promotions: ReadonlyArray<AppliedPromotion>) =>
  lines.map((line): Reduced => {
    const share = sum(promotions.map(({ shares }) => shares.get(line.productId) ?? 0))
    return { line, gross: grossOf(line), promotionShare: share, couponShare: Money.make(0) }
  })

/** Takes the coupon off the lines it applies to, in proportion to what they cost after promotions. */
const redeemed = (lines: ReadonlyArray<Reduced>, { email, now }: PricingFacts, { code, found }: GivenCoupon) => {
  const isEligible = ({ line }: Reduced) => found !== null && appliesTo(found, line.category)
  const eligible = lines.filter(isEligible)
  const eligibleGross = eligible.length === 0 ? null : sum(eligible.map(({ gross }) => gross))
  const reason = problem(found, { now, email, eligibleGross })
  const nets = lines.map((line) => (isEligible(line) ? net(line) : 0))
  const discount = found === null || reason !== null ? Money.make(0) : couponDiscount(found, sum(nets))
  const shares = spread(discount, nets)
  return {
    lines: Array.zipWith(lines, shares, (line, share): Reduced => ({ ...line, couponShare: Money.make(share) })),
    coupon: { code, valid: reason === null, discount, reason },
    savings:
      found === null || discount === 0
        ? []
        : [
            couponSaving(
              found,
              discount,
              eligible.map(({ line }) => line)
            )
          ]
  }
}

/** What a cart costs once its promotions are chosen. */
const priceWith = (
  lines: ReadonlyArray<CartLine>,
  promotions: ReadonlyArray<AppliedPromotion>,
  facts: PricingFacts,
  given: GivenCoupon | null
): Priced => {
  const reduced = promoted(lines, promotions)
  const use = given === null ? { lines: reduced, coupon: null, savings: [] } : redeemed(reduced, facts, given)
  const left = use.lines.map(net)
  const loyaltyDiscount = decimalPercentOf(sum(left), facts.tier.discountPct)
  const loyaltyShares = spread(loyaltyDiscount, left)
  const priced = Array.zipWith(use.lines, loyaltyShares, ({ line, ...shares }, loyaltyShare): PricedLine => ({
    ...line,
    ...shares,
    loyaltyShare: Money.make(loyaltyShare),
    discountShare: sum([shares.promotionShare, shares.couponShare, loyaltyShare])
  }))
  const subtotal = sum(priced.map(({ gross }) => gross))
  const discount = sum(priced.map(({ discountShare }) => discountShare))
  return {
    lines: priced,
    subtotal,
    promotionDiscount: sum(priced.map(({ promotionShare }) => promotionShare)),
    coupon: use.coupon,
    loyaltyDiscount,
    discount,
    total: Money.make(subtotal - discount),
    savings: [
      ...promotions.map(promotionSaving),
      ...use.savings,
      ...(loyaltyDiscount === 0 ? [] : [loyaltySaving(facts.tier, loyaltyDiscount, lines)])
    ]
  }
}

/** Lines in the order of their ids, so that equal shares fall on the same lines whatever order a cart shows them in. */
const inOrderOf = (shown: ReadonlyArray<CartLine>, { lines, ...priced }: Priced): Priced => {
  const byId = new Map<ProductId, PricedLine>(lines.map((line) => [line.productId, line]))
  return { ...priced, lines: shown.flatMap(({ productId }) => byId.get(productId) ?? []) }
}

/**
 * What a cart costs, as a function of its coupon: the promotions, which do not depend on it, are chosen once. The order
 * of the lines matters to nothing but the order of the priced lines.
 */
export const pricerOf = (
  lines: ReadonlyArray<CartLine>,
  facts: PricingFacts
): ((coupon: GivenCoupon | null) => Priced) => {
  const sorted = Array.sort(lines, byProduct)
  const promotions = promotionsFor(sorted, facts.promotions)
  return (coupon) => inOrderOf(lines, priceWith(sorted, promotions, facts, coupon))
}

/**
 * What a cart costs: promotions first, then the coupon on the eligible lines that are left, then the loyalty discount
 * on the rest. All amounts are exact cents.
 */
export const price = (lines: ReadonlyArray<CartLine>, facts: PricingFacts, coupon: GivenCoupon | null): Priced =>
  pricerOf(lines, facts)(coupon)
