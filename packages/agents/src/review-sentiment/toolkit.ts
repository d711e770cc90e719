import { Toolkit } from "@effect/ai"
import { getPurchaseHistory, getUserProfile } from "@storefront/domain/tools/AccountTools"
import { findPolicy } from "@storefront/domain/tools/PolicyTools"
import { findProduct } from "@storefront/domain/tools/ProductTools"
import {
  analyzeSentiment,
  compareReviews,
  detectFakeReviews,
  draftSellerResponse,
  getMyReviews,
  getProductReviews,
  getReviewTrends,
  getSentimentByTopic,
  searchReviews
} from "@storefront/domain/tools/ReviewTools"

/** Tools for single reviews. */
export const reviewTools = Toolkit.make(
  getProductReviews,
  searchReviews,
  detectFakeReviews,
  getMyReviews,
  draftSellerResponse
)

/** Tools for summaries of a product's reviews. */
export const sentimentTools = Toolkit.make(analyzeSentiment, getSentimentByTopic, getReviewTrends, compareReviews)

export const toolkit = Toolkit.merge(
  reviewTools,
  sentimentTools,
  Toolkit.make(findPolicy, findProduct, getUserProfile, getPurchaseHistory)
)
