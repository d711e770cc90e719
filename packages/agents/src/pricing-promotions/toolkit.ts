import { Toolkit } from "@effect/ai"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import { getActiveDeals, getLoyaltyTier, validateCoupon } from "@storefront/domain/tools/PricingTools"
import { findProduct, getPriceHistory } from "@storefront/domain/tools/ProductTools"

/** The tools of pricing-promotions. */
export const toolkit = Toolkit.make(
  validateCoupon,
  getActiveDeals,
  getLoyaltyTier,
  findProduct,
  getPriceHistory,
  getUserProfile
)
