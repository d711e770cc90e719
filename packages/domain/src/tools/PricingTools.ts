import { Schema } from "effect"
import { Category } from "../Catalog.ts"
import { LoyaltyTier } from "../Identity.ts"
import { MoneyFromNumber } from "../Money.ts"
import { CouponCode, CouponProblem, DiscountType, PromotionRules, PromotionType } from "../Pricing.ts"
import { TierBenefitFields } from "./AccountTools.ts"
import { amountOf, limit, oneOf, text } from "./Parameters.ts"
import { tool } from "./ToolContract.ts"

const category = Schema.optional(oneOf(...Category.literals))

/** Percent for `percentage`, an amount for `fixed`: both have at most 2 decimals and are hundredths inside. */
const DiscountValue = MoneyFromNumber

export const validateCoupon = tool("validate_coupon", {
  description:
    "Check whether a coupon code works for the customer on a cart total, and what it saves. An invalid coupon is an answer too: reason_code says why.",
  parameters: {
    code: text(1, 40),
    cart_total: amountOf("Total of the goods the coupon applies to, with at most 2 decimals"),
    category
  },
  success: Schema.Struct({
    valid: Schema.Boolean,
    /** The code as it is compared; null when what was given cannot be a code. */
    code: Schema.NullOr(CouponCode),
    reason_code: Schema.NullOr(CouponProblem),
    message: Schema.String,
    description: Schema.NullOr(Schema.String),
    discount_type: Schema.NullOr(DiscountType),
    discount_value: Schema.NullOr(DiscountValue),
    min_spend: Schema.NullOr(MoneyFromNumber),
    max_discount: Schema.NullOr(MoneyFromNumber),
    /** Null for a valid coupon means all. */
    applicable_categories: Schema.NullOr(Schema.Array(Category)),
    valid_until: Schema.NullOr(Schema.DateTimeUtc),
    discount_amount: Schema.NullOr(MoneyFromNumber),
    new_total: Schema.NullOr(MoneyFromNumber)
  })
})

export const getActiveDeals = tool("get_active_deals", {
  description: "The coupons and promotions the customer can use now, optionally those of one category.",
  parameters: { category, limit: limit(20) },
  success: Schema.Struct({
    /** Highest value first. */
    coupons: Schema.Array(
      Schema.Struct({
        code: CouponCode,
        description: Schema.String,
        discount_type: DiscountType,
        discount_value: DiscountValue,
        min_spend: MoneyFromNumber,
        max_discount: Schema.NullOr(MoneyFromNumber),
        valid_until: Schema.NullOr(Schema.DateTimeUtc),
        /** Null means all. */
        applicable_categories: Schema.NullOr(Schema.Array(Category)),
        /** Only this customer can use it. */
        personal: Schema.Boolean
      })
    ),
    /** Those that end first come first. */
    promotions: Schema.Array(
      Schema.Struct({
        promotion_id: Schema.UUID,
        name: Schema.String,
        type: PromotionType,
        summary: Schema.String,
        rules: PromotionRules,
        start_date: Schema.DateTimeUtc,
        end_date: Schema.DateTimeUtc
      })
    ),
    /** Coupons and promotions that match, also those beyond the limit. */
    total_deals: Schema.Int,
    /** Says which of the two lists is empty; absent when there is something in both. */
    message: Schema.optional(Schema.String)
  })
})

export const getLoyaltyTier = tool("get_loyalty_tier", {
  description: "The customer's loyalty tier, what it gives, and how much more to spend for the next one.",
  parameters: {},
  success: Schema.Struct({
    tier: LoyaltyTier,
    total_spend: MoneyFromNumber,
    ...TierBenefitFields,
    /** Null at the highest tier. */
    next_tier: Schema.NullOr(
      Schema.Struct({
        name: LoyaltyTier,
        min_spend: MoneyFromNumber,
        spend_needed: MoneyFromNumber,
        discount_pct: Schema.Number
      })
    )
  })
})
