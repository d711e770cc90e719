import { Toolkit } from "@effect/ai"
import { getPurchaseHistory, getUserProfile } from "@storefront/domain/tools/AccountTools"
import { findPolicy } from "@storefront/domain/tools/PolicyTools"
import {
  calculateLoyaltyDiscount,
  checkBundleEligibility,
  getActiveDeals,
  getLoyaltyBenefits,
  getLoyaltyTier,
  optimizeCart,
  validateCoupon
} from "@storefront/domain/tools/PricingTools"
import { findProduct, getPriceHistory } from "@storefront/domain/tools/ProductTools"

/** Tools for coupons and promotions. */
export const dealTools = Toolkit.make(validateCoupon, getActiveDeals)

/** Tools that price several products together. */
export const cartTools = Toolkit.make(optimizeCart, checkBundleEligibility)

export const loyaltyTools = Toolkit.make(getLoyaltyTier, calculateLoyaltyDiscount, getLoyaltyBenefits)

export const toolkit = Toolkit.merge(
  dealTools,
  cartTools,
  loyaltyTools,
  Toolkit.make(findPolicy, findProduct, getPriceHistory, getUserProfile, getPurchaseHistory)
)
