import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { NearestProducts } from "@storefront/server/catalog/NearestProducts"
import { PriceHistory } from "@storefront/server/catalog/PriceHistory"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { PurchaseHistory } from "@storefront/server/orders/PurchaseHistory"
import * as PricingServices from "@storefront/server/pricing/PricingServices"
import { Layer } from "effect"

/** Everything that the handlers of pricing-promotions read, on any database. */
export const ServicesLayer = Layer.mergeAll(
  LoyaltyProgramme.layer,
  NearestProducts.layer,
  PriceHistory.layer,
  PricingServices.layer,
  ProductFinder.layer,
  PurchaseHistory.layer
)
