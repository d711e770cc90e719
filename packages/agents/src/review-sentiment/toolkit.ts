import { Toolkit } from "@effect/ai"
import { getPurchaseHistory, getUserProfile } from "@storefront/domain/tools/AccountTools"
import { findProduct } from "@storefront/domain/tools/ProductTools"
import {
  analyzeSentiment,
  compareReviews,
  detectFakeReviews,
  draftSellerResponse,
  getProductReviews,
  getReviewTrends,
  getSentimentByTopic,
  searchReviews
} from "@storefront/domain/tools/ReviewTools"

/** The tools of review-sentiment. */
export const toolkit = Toolkit.make(
  getProductReviews,
  analyzeSentiment,
  getSentimentByTopic,
  getReviewTrends,
  detectFakeReviews,
  searchReviews,
  draftSellerResponse,
  compareReviews,
  findProduct,
  getUserProfile,
  getPurchaseHistory
)
