import { Toolkit } from "@effect/ai"
import { getPurchaseHistory, getUserProfile } from "@storefront/domain/tools/AccountTools"
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

/** The tools of pricing-promotions. */
export const toolkit = Toolkit.make(
  validateCoupon,
  optimizeCart,
  getActiveDeals,
  checkBundleEligibility,
  getLoyaltyTier,
  calculateLoyaltyDiscount,
  getLoyaltyBenefits,
  findProduct,
  getPriceHistory,
  getUserProfile,
  getPurchaseHistory
)
