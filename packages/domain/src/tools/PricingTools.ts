import { Schema } from "effect"
import { Category } from "../Catalog.ts"
import { LoyaltyTier } from "../Identity.ts"
import { ProductId } from "../Ids.ts"
import { TierBenefitFields } from "../Loyalty.ts"
import { MoneyFromNumber } from "../Money.ts"
import { CouponCode, CouponProblem, DiscountType, PromotionRules, PromotionType } from "../Pricing.ts"
import { categoryName } from "../ShopNames.ts"
import { amountOf, limit, productId, productIds, text, wholeOr } from "./Parameters.ts"
import { maxLines, maxQuantity } from "./CartTools.ts"
import { AppliedCoupon, Saving } from "./PricingFields.ts"
import { ShownTime } from "./ShownTime.ts"
import { Shows, showsProducts } from "./Shows.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"
import { AllowedRoles, everybody } from "./RolePolicy.ts"

const category = Schema.optional(categoryName("Only what applies to this category"))

/** `discountValueOf` a coupon. */
const DiscountValue = Schema.Number

export const validateCoupon = tool("validate_coupon", {
  description:
    "Check whether a coupon code works for the customer on a cart total, and what it saves. An invalid coupon is an answer too: reason_code says why.",
  parameters: {
    code: text(1, 40, "The coupon code"),
    cart_total: amountOf("Total of the goods the coupon applies to"),
    category
  },
  success: Schema.Struct({
    valid: Schema.Boolean,
    /** The normalised code; null if the text cannot be a code. */
    code: Schema.NullOr(CouponCode),
    reason_code: Schema.NullOr(CouponProblem),
    message: Schema.String,
    description: Schema.NullOr(Schema.String),
    discount_type: Schema.NullOr(DiscountType),
    discount_value: Schema.NullOr(DiscountValue),
    min_spend: Schema.NullOr(MoneyFromNumber),
    max_discount: Schema.NullOr(MoneyFromNumber),
    /** Null on a valid coupon means all categories. */
    applicable_categories: Schema.NullOr(Schema.Array(Category)),
    valid_until: Schema.NullOr(Schema.DateTimeUtc),
    discount_amount: Schema.NullOr(MoneyFromNumber),
    new_total: Schema.NullOr(MoneyFromNumber)
  })
}).annotate(AllowedRoles, everybody)

export const getActiveDeals = tool("get_active_deals", {
  description:
    "The coupons and promotions the customer can use now, optionally only those for one category; the coupon that saves most on their cart first.",
  parameters: { category, limit: limit(20) },
  success: Schema.Struct({
    /** The best one for the cart first, then by value, highest first. */
    coupons: Schema.Array(
      Schema.Struct({
        code: CouponCode,
        description: Schema.String,
        discount_type: DiscountType,
        discount_value: DiscountValue,
        min_spend: MoneyFromNumber,
        max_discount: Schema.NullOr(MoneyFromNumber),
        valid_until: Schema.NullOr(ShownTime),
        /** Null means all categories. */
        applicable_categories: Schema.NullOr(Schema.Array(Category)),
        /** True if only this customer can use it. */
        personal: Schema.Boolean
      })
    ),
    /** Ordered by end date, earliest first. */
    promotions: Schema.Array(
      Schema.Struct({
        promotion_id: Schema.UUID,
        name: Schema.String,
        type: PromotionType,
        summary: Schema.String,
        rules: PromotionRules,
        /** Names of the products in `rules`, in the same order; empty if it names categories. */
        product_names: Schema.Array(UserText),
        start_date: ShownTime,
        end_date: ShownTime
      })
    ),
    /** Coupon that saves most on the customer's present cart; null if none does. */
    best_for_cart: Schema.NullOr(CouponCode),
    /** Number of matching coupons and promotions, including those beyond the limit. */
    total_deals: Schema.Int,
    /** Says which of the two lists is empty; absent if neither is. */
    message: Schema.optional(Schema.String)
  })
}).annotate(AllowedRoles, everybody)

export const getLoyaltyTier = tool("get_loyalty_tier", {
  description: "The customer's loyalty tier, its benefits, and how much more to spend to reach the next one.",
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

export const optimizeCart = tool("optimize_cart", {
  description:
    "The lowest price of a cart with its shipping: the promotions, the one coupon and the loyalty discount for it, each explained. Prices the products that are named, or the customer's own cart when none are. Nothing is changed: apply the coupon to the cart to use it.",
  parameters: {
    product_ids_with_quantities: Schema.optional(
      Schema.Array(Schema.Struct({ product_id: productId, quantity: wholeOr(1, maxQuantity, 1, "Units") })).pipe(
        Schema.filter((items) => items.length >= 1 && items.length <= maxLines, {
          message: () => `must be a list of 1 to ${maxLines} products, or left out for the customer's cart`,
          jsonSchema: {
            minItems: 1,
            maxItems: maxLines,
            description:
              "Products to price instead of the customer's cart; the quantities of a product named twice are added up"
          }
        })
      )
    )
  },
  success: Schema.Struct({
    cart_items: Schema.Array(
      Schema.Struct({
        product_id: ProductId,
        name: UserText,
        category: Category,
        price: MoneyFromNumber,
        quantity: Schema.Int,
        subtotal: MoneyFromNumber
      })
    ),
    original_total: MoneyFromNumber,
    /** The best coupon; null if none saves anything. */
    coupon: AppliedCoupon,
    savings: Schema.Array(Saving),
    total_savings: MoneyFromNumber,
    final_total: MoneyFromNumber,
    /** Percent of the original total, with 1 decimal. */
    savings_percentage: Schema.Number,
    /** True if standard shipping is free at the final total. */
    free_shipping: Schema.Boolean,
    /** Cheapest shipping to the cart's address; null if that is unknown or stock is insufficient. */
    shipping_cost: Schema.NullOr(MoneyFromNumber),
    total_with_shipping: Schema.NullOr(MoneyFromNumber),
    /** Coupons that the customer could use now, but not for these products; sorted by code. */
    rejected_coupons: Schema.Array(Schema.Struct({ code: CouponCode, reason_code: CouponProblem })),
    loyalty_tier: LoyaltyTier,
    /** Says that shipping is not included or that nothing is saved; otherwise absent. */
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProducts("cart_items"))
  .annotate(AllowedRoles, everybody)

export const checkBundleEligibility = tool("check_bundle_eligibility", {
  description:
    "Which bundle and buy-x-get-y promotions one unit of each of some products qualifies for, and what is missing for others.",
  parameters: { product_ids: productIds(1, 50) },
  success: Schema.Struct({
    /** True if the products complete some promotion. */
    eligible: Schema.Boolean,
    products_checked: Schema.Array(Schema.Struct({ product_id: ProductId, name: UserText })),
    bundle_deals: Schema.Array(
      Schema.Struct({
        promotion_name: Schema.String,
        discount_pct: Schema.Number,
        /** Undiscounted price of the qualifying products. */
        bundle_total: MoneyFromNumber,
        savings: MoneyFromNumber,
        end_date: Schema.DateTimeUtc,
        qualifying_product_ids: Schema.Array(ProductId)
      })
    ),
    /** Promotions that at least one of the products counts towards. */
    buy_x_get_y_deals: Schema.Array(
      Schema.Struct({
        promotion_name: Schema.String,
        buy_quantity: Schema.Int,
        free_quantity: Schema.Int,
        eligible_product_ids: Schema.Array(ProductId),
        /** Further units needed for a free one; 0 if one is free already. */
        units_missing: Schema.Int,
        end_date: Schema.DateTimeUtc
      })
    ),
    /** Incomplete bundles whose missing parts are on sale. */
    near_misses: Schema.Array(
      Schema.Struct({
        promotion_name: Schema.String,
        missing_product_ids: Schema.Array(ProductId),
        missing_categories: Schema.Array(Category)
      })
    ),
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProducts("products_checked"))
  .annotate(AllowedRoles, everybody)

export const calculateLoyaltyDiscount = tool("calculate_loyalty_discount", {
  description:
    "What the customer's loyalty tier takes off an amount, and whether such an order ships free of charge. Promotions and coupons are taken off first.",
  parameters: { cart_total: amountOf("What the goods cost after promotions and coupon") },
  success: Schema.Struct({
    tier: LoyaltyTier,
    discount_pct: Schema.Number,
    cart_total: MoneyFromNumber,
    discount_amount: MoneyFromNumber,
    discounted_total: MoneyFromNumber,
    free_shipping: Schema.Boolean,
    /** Goods total from which standard shipping is free; 0 means always. */
    free_shipping_threshold: MoneyFromNumber,
    amount_to_free_shipping: MoneyFromNumber
  })
})

export const getLoyaltyBenefits = tool("get_loyalty_benefits", {
  description:
    "What every tier of the loyalty programme offers and what it takes to reach it, and which one the customer is in.",
  parameters: {},
  success: Schema.Struct({
    /** Lowest first. */
    tiers: Schema.Array(
      Schema.Struct({
        tier: LoyaltyTier,
        /** Spend from which a customer reaches the tier. */
        min_spend: MoneyFromNumber,
        ...TierBenefitFields
      })
    ),
    count: Schema.Int,
    your_tier: LoyaltyTier
  })
})
