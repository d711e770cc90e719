import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { NearestProducts } from "@storefront/server/catalog/NearestProducts"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { PurchaseHistory } from "@storefront/server/orders/PurchaseHistory"
import { ReviewAuthenticity } from "@storefront/server/reviews/ReviewAuthenticity"
import { ReviewLookup } from "@storefront/server/reviews/ReviewLookup"
import { ReviewTrends } from "@storefront/server/reviews/ReviewTrends"
import { SellerReplies } from "@storefront/server/reviews/SellerReplies"
import { SentimentAnalysis } from "@storefront/server/reviews/SentimentAnalysis"
import { Layer } from "effect"

/** What the tools of review-sentiment read. */
export const ReviewRepositories = Layer.mergeAll(
  LoyaltyProgramme.layer,
  NearestProducts.layer,
  ProductFinder.layer,
  PurchaseHistory.layer,
  ReviewAuthenticity.layer,
  ReviewLookup.layer,
  ReviewTrends.layer,
  SellerReplies.layer,
  SentimentAnalysis.layer
)
