import { Schema } from "effect"
import { ProductId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { CouponCode, CouponProblem, PromotionType } from "../Pricing.ts"
import { type Priced, type Saving as PricedSaving } from "../rules/CartPricing.ts"

/** One reason why a cart costs less, in words of the shop; products appear by their ids only. */
export const Saving = Schema.Struct({
  type: Schema.Literal(...PromotionType.literals, "coupon", "loyalty_discount"),
  label: Schema.String,
  amount: MoneyFromNumber,
  product_ids: Schema.Array(ProductId),
  /** One sentence. */
  explanation: Schema.String
})
export type Saving = typeof Saving.Type

/** What became of a coupon; null without one. */
export const AppliedCoupon = Schema.NullOr(
  Schema.Struct({
    code: CouponCode,
    valid: Schema.Boolean,
    discount: MoneyFromNumber,
    /** Why it gives nothing; null when it is valid. */
    reason: Schema.NullOr(CouponProblem)
  })
)

/** What a cart costs, as every tool shows it. */
export const PricingFields = {
  subtotal: MoneyFromNumber,
  promotion_discount: MoneyFromNumber,
  coupon: AppliedCoupon,
  loyalty_discount: MoneyFromNumber,
  discount: MoneyFromNumber,
  total: MoneyFromNumber,
  savings: Schema.Array(Saving)
}

/** Savings as tools show them. */
export const savingFields = (savings: ReadonlyArray<PricedSaving>): ReadonlyArray<Saving> =>
  savings.map(({ productIds, ...saving }) => ({ ...saving, product_ids: productIds }))

/** The values of `PricingFields`. */
export const pricingFields = ({
  coupon,
  discount,
  loyaltyDiscount,
  promotionDiscount,
  savings,
  subtotal,
  total
}: Priced) => ({
  subtotal,
  promotion_discount: promotionDiscount,
  coupon,
  loyalty_discount: loyaltyDiscount,
  discount,
  total,
  savings: savingFields(savings)
})
