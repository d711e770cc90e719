import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { NearestProducts } from "@storefront/server/catalog/NearestProducts"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { PurchaseHistory } from "@storefront/server/orders/PurchaseHistory"
import * as ReviewServices from "@storefront/server/reviews/ReviewServices"
import { Layer } from "effect"

/** Everything that the handlers of review-sentiment read, on any database. */
export const ServicesLayer = Layer.mergeAll(
  LoyaltyProgramme.layer,
  NearestProducts.layer,
  ProductFinder.layer,
  PurchaseHistory.layer,
  ReviewServices.layer
)
