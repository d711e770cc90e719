import { Array, type DateTime, Order } from "effect"
import { type Email } from "../Identity.ts"
import { type ProductId } from "../Ids.ts"
import { type Tier } from "../Loyalty.ts"
import { decimalPercentOf, Money } from "../Money.ts"
import { type Coupon, type CouponCode, type CouponProblem } from "../Pricing.ts"
import { appliesTo, discount as couponDiscount, findCouponProblem } from "./CouponRules.ts"
import { type AppliedPromotion, promotionsFor } from "./PromotionChoice.ts"
import { type CartLine, grossOf, type RunningPromotion } from "./Promotions.ts"
import { couponSaving, loyaltySaving, promotionSaving, type Saving } from "./Savings.ts"
import { apportion } from "./Apportionment.ts"

export type { CartLine, RunningPromotion } from "./Promotions.ts"
export type { Saving } from "./Savings.ts"

/** Facts that prices depend on besides the cart and its coupon; the promotions are the running ones. */
export interface PricingFacts {
  readonly now: DateTime.Utc
  readonly email: Email
  readonly tier: Tier
  readonly promotions: ReadonlyArray<RunningPromotion>
}

/** A line with its share of each kind of discount. */
export interface PricedLine extends CartLine {
  readonly gross: Money
  readonly promotionShare: Money
  readonly couponShare: Money
  readonly loyaltyShare: Money
  /** Sum of the three shares, never above `gross`. */
  readonly discountShare: Money
}

/** Effect of the cart's coupon. */
export interface PricedCoupon {
  readonly code: CouponCode
  readonly valid: boolean
  readonly discount: Money
  /** Reason why the coupon gives nothing; null if valid. */
  readonly reason: CouponProblem | null
}

/** Price of a cart. `total` is `subtotal` less `discount`, which is the sum of the three kinds of discount. */
export interface CartPrice {
  /** In the order of the given lines. */
  readonly lines: ReadonlyArray<PricedLine>
  readonly subtotal: Money
  readonly promotionDiscount: Money
  readonly coupon: PricedCoupon | null
  readonly loyaltyDiscount: Money
  readonly discount: Money
  readonly total: Money
  /** Origins of the discount, in the order of deduction; their amounts add up to it. */
  readonly savings: ReadonlyArray<Saving>
}

/** An entered coupon code, and the coupon that has it. */
export interface GivenCoupon {
  readonly code: CouponCode
  readonly found: Coupon | null
}

/** A line partway through the deduction of discounts. */
interface PartlyPricedLine {
  readonly line: CartLine
  readonly gross: Money
  readonly promotionShare: Money
  readonly couponShare: Money
}

const sum = (amounts: ReadonlyArray<number>): Money => Money.make(amounts.reduce((total, amount) => total + amount, 0))

const byProduct: Order.Order<CartLine> = Order.mapInput(Order.string, ({ productId }) => productId)

const net = ({ couponShare, gross, promotionShare }: PartlyPricedLine) => gross - promotionShare - couponShare

const applyPromotions = (lines: ReadonlyArray<CartLine>, promotions: ReadonlyArray<AppliedPromotion>) =>
  lines.map((line): PartlyPricedLine => {
    const share = sum(promotions.map(({ shares }) => shares.get(line.productId) ?? 0))
    return { line, gross: grossOf(line), promotionShare: share, couponShare: Money.make(0) }
  })

/** Applies the coupon to its eligible lines, in proportion to their price after promotions. */
const applyCoupon = (
  lines: ReadonlyArray<PartlyPricedLine>,
  { email, now }: PricingFacts,
  { code, found }: GivenCoupon
) => {
  const isEligible = ({ line }: PartlyPricedLine) => found !== null && appliesTo(found, line.category)
  const eligible = lines.filter(isEligible)
  const eligibleGross = eligible.length === 0 ? null : sum(eligible.map(({ gross }) => gross))
  const reason = findCouponProblem(found, { now, email, eligibleGross })
  const nets = lines.map((line) => (isEligible(line) ? net(line) : 0))
  const discount = found === null || reason !== null ? Money.make(0) : couponDiscount(found, sum(nets))
  const shares = apportion(discount, nets)
  return {
    lines: Array.zipWith(lines, shares, (line, share): PartlyPricedLine => ({
      ...line,
      couponShare: Money.make(share)
    })),
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

/** Prices a cart with its promotions already chosen. */
const priceWith = (
  lines: ReadonlyArray<CartLine>,
  promotions: ReadonlyArray<AppliedPromotion>,
  facts: PricingFacts,
  coupon: GivenCoupon | null
): CartPrice => {
  const reduced = applyPromotions(lines, promotions)
  const withCoupon =
    coupon === null ? { lines: reduced, coupon: null, savings: [] } : applyCoupon(reduced, facts, coupon)
  const left = withCoupon.lines.map(net)
  const loyaltyDiscount = decimalPercentOf(sum(left), facts.tier.discountPct)
  const loyaltyShares = apportion(loyaltyDiscount, left)
  const priced = Array.zipWith(withCoupon.lines, loyaltyShares, ({ line, ...shares }, loyaltyShare): PricedLine => ({
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
    coupon: withCoupon.coupon,
    loyaltyDiscount,
    discount,
    total: Money.make(subtotal - discount),
    savings: [
      ...promotions.map(promotionSaving),
      ...withCoupon.savings,
      ...(loyaltyDiscount === 0 ? [] : [loyaltySaving(facts.tier, loyaltyDiscount, lines)])
    ]
  }
}

/** Restores the given order of lines. Pricing sorts them by id, so that its rounding does not depend on that order. */
const restoreOrder = (shown: ReadonlyArray<CartLine>, { lines, ...priced }: CartPrice): CartPrice => {
  const byId = new Map<ProductId, PricedLine>(lines.map((line) => [line.productId, line]))
  return { ...priced, lines: shown.flatMap(({ productId }) => byId.get(productId) ?? []) }
}

/**
 * Returns a function that prices the cart with a given coupon. Promotions do not depend on the coupon, so they are
 * chosen only once. The order of the lines affects nothing but the order of the priced lines.
 */
export const pricerOf = (
  lines: ReadonlyArray<CartLine>,
  facts: PricingFacts
): ((coupon: GivenCoupon | null) => CartPrice) => {
  const sorted = Array.sort(lines, byProduct)
  const promotions = promotionsFor(sorted, facts.promotions)
  return (coupon) => restoreOrder(lines, priceWith(sorted, promotions, facts, coupon))
}

/**
 * Prices a cart: promotions first, then the coupon on the eligible lines' remaining price, then the loyalty discount on
 * the rest. All amounts are whole minor units.
 */
export const price = (lines: ReadonlyArray<CartLine>, facts: PricingFacts, coupon: GivenCoupon | null): CartPrice =>
  pricerOf(lines, facts)(coupon)
