import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { NearestProducts } from "@storefront/server/catalog/NearestProducts"
import { PriceHistory } from "@storefront/server/catalog/PriceHistory"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { PurchaseHistory } from "@storefront/server/orders/PurchaseHistory"
import { CartProducts } from "@storefront/server/pricing/CartProducts"
import { Coupons } from "@storefront/server/pricing/Coupons"
import { Deals } from "@storefront/server/pricing/Deals"
import { OfferedPromotions } from "@storefront/server/pricing/OfferedPromotions"
import { PricingFacts } from "@storefront/server/pricing/PricingFacts"
import { Layer } from "effect"

/** What the handlers of pricing-promotions read. */
export const PricingRepositories = Layer.mergeAll(
  CartProducts.layer,
  Coupons.layer,
  Deals.layer,
  LoyaltyProgramme.layer,
  NearestProducts.layer,
  OfferedPromotions.layer,
  PriceHistory.layer,
  PricingFacts.layer,
  ProductFinder.layer,
  PurchaseHistory.layer
)
