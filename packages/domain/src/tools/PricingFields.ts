import { Schema } from "effect"
import { ProductId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { CouponCode, CouponProblem, PromotionType } from "../Pricing.ts"
import { type CartPrice, type Saving as PricedSaving } from "../rules/CartPricing.ts"

/** A component of a cart's discount, in the shop's words; products appear only by id. */
export const Saving = Schema.Struct({
  type: Schema.Literal(...PromotionType.literals, "coupon", "loyalty_discount"),
  label: Schema.String,
  amount: MoneyFromNumber,
  product_ids: Schema.Array(ProductId),
  /** One sentence. */
  explanation: Schema.String
})
export type Saving = typeof Saving.Type

/** Effect of the coupon; null without one. */
export const AppliedCoupon = Schema.NullOr(
  Schema.Struct({
    code: CouponCode,
    valid: Schema.Boolean,
    discount: MoneyFromNumber,
    /** Reason why the coupon gives nothing; null if valid. */
    reason: Schema.NullOr(CouponProblem)
  })
)

/** Price of a cart, as all tools return it. */
export const PricingFields = {
  subtotal: MoneyFromNumber,
  promotion_discount: MoneyFromNumber,
  coupon: AppliedCoupon,
  loyalty_discount: MoneyFromNumber,
  discount: MoneyFromNumber,
  total: MoneyFromNumber,
  savings: Schema.Array(Saving)
}

/** Converts savings to the form that tools return. */
export const savingFields = (savings: ReadonlyArray<PricedSaving>): ReadonlyArray<Saving> =>
  savings.map(({ productIds, ...saving }) => ({ ...saving, product_ids: productIds }))

/** Converts a priced cart to `PricingFields`. */
export const pricingFields = ({
  coupon,
  discount,
  loyaltyDiscount,
  promotionDiscount,
  savings,
  subtotal,
  total
}: CartPrice) => ({
  subtotal,
  promotion_discount: promotionDiscount,
  coupon,
  loyalty_discount: loyaltyDiscount,
  discount,
  total,
  savings: savingFields(savings)
})
