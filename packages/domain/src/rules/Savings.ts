import { type ProductId } from "../Ids.ts"
import { type Tier } from "../Loyalty.ts"
import { Money } from "../Money.ts"
import { type Coupon, type PromotionType } from "../Pricing.ts"
import { list, money } from "../EnglishWording.ts"
import { type AppliedPromotion } from "./PromotionChoice.ts"
import { type CartLine } from "./Promotions.ts"
import { summary } from "./PromotionSummary.ts"

/** One component of a cart's discount. Its words are the shop's: numbers and names of promotions, coupons and tiers. */
export interface Saving {
  readonly type: PromotionType | "coupon" | "loyalty_discount"
  readonly label: string
  readonly amount: Money
  /** Products that the amount is deducted from. */
  readonly productIds: ReadonlyArray<ProductId>
  /** One sentence. */
  readonly explanation: string
}

const idsOf = (lines: ReadonlyArray<CartLine>) => lines.map(({ productId }) => productId)

/** Explains a promotion: `"Desk Duo: Buy the 2 products of the bundle together and save 10%."` */
export const promotionSaving = ({ promotion: { name, rules }, shares }: AppliedPromotion): Saving => ({
  type: rules.type,
  label: name,
  amount: Money.make([...shares.values()].reduce((total, share) => total + share, 0)),
  productIds: [...shares.keys()],
  explanation: `${name}: ${summary(rules)}.`
})

/** Explains a coupon: `"Coupon HELLO10: 10% off after promotions, at most $50.00."` */
export const couponSaving = (coupon: Coupon, amount: Money, lines: ReadonlyArray<CartLine>): Saving => {
  const { applicableCategories, code, discountType, discountValue, maxDiscount } = coupon
  const value = discountType === "fixed" ? money(Money.make(discountValue)) : `${discountValue / 100}%`
  const scope = applicableCategories === null ? "" : ` ${list(applicableCategories)}`
  const cap = discountType === "fixed" || maxDiscount === null ? "" : `, at most ${money(maxDiscount)}`
  return {
    type: "coupon",
    label: code,
    amount,
    productIds: idsOf(lines),
    explanation: `Coupon ${code}: ${value} off${scope} after promotions${cap}.`
  }
}

/** Explains a tier's discount: `"As a silver member you get 5% off what is left after promotions and coupon."` */
export const loyaltySaving = (tier: Tier, amount: Money, lines: ReadonlyArray<CartLine>): Saving => ({
  type: "loyalty_discount",
  label: `${tier.name} member discount`,
  amount,
  productIds: idsOf(lines),
  explanation: `As a ${tier.name} member you get ${tier.discountPct}% off what is left after promotions and coupon.`
})
