import { Toolkit } from "@effect/ai"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import { findProduct } from "@storefront/domain/tools/ProductTools"
import { analyzeSentiment, getProductReviews } from "@storefront/domain/tools/ReviewTools"

/** The tools of review-sentiment. */
export const toolkit = Toolkit.make(getProductReviews, analyzeSentiment, findProduct, getUserProfile)
