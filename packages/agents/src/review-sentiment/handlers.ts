import { CurrentUser } from "@storefront/domain/Identity"
import { mean } from "@storefront/domain/rules/Ratings"
import { notFound } from "@storefront/domain/tools/ToolContract"
import { ReviewAuthenticity } from "@storefront/server/reviews/ReviewAuthenticity"
import { ReviewLookup } from "@storefront/server/reviews/ReviewLookup"
import { ReviewTrends } from "@storefront/server/reviews/ReviewTrends"
import { SellerReplies } from "@storefront/server/reviews/SellerReplies"
import { SentimentAnalysis } from "@storefront/server/reviews/SentimentAnalysis"
import { Effect } from "effect"
import { findProduct } from "../tools/FindProduct.ts"
import { productNotFound, productsNotFound, tooFewSold } from "../tools/ProductNotFound.ts"
import { getPurchaseHistory } from "../tools/PurchaseHistory.ts"
import { getUserProfile } from "../tools/UserProfile.ts"
import { toolkit } from "./toolkit.ts"

const noReviews = { message: "The product has no reviews yet." }

/** The handlers of review-sentiment. */
export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    const lookup = yield* ReviewLookup
    const sentiment = yield* SentimentAnalysis
    const trends = yield* ReviewTrends
    const authenticity = yield* ReviewAuthenticity
    const replies = yield* SellerReplies
    const unknown = yield* productNotFound
    const unknownOf = yield* productsNotFound
    return toolkit.of({
      find_product: yield* findProduct,
      get_user_profile: yield* getUserProfile,
      get_purchase_history: yield* getPurchaseHistory,

      get_product_reviews: Effect.fn("get_product_reviews")(
        function* (params) {
          const { limit, offset, product_id } = params
          const { overall_rating, product_name, reviews, total_reviews } = yield* lookup.list({
            productId: product_id,
            sort: params.sort_by,
            rating: params.rating ?? null,
            verifiedOnly: params.verified_only,
            includeFlagged: params.include_flagged,
            limit,
            offset
          })
          return {
            product_id,
            product_name,
            overall_rating,
            total_reviews,
            count: reviews.length,
            offset,
            reviews,
            ...(reviews.length > 0
              ? {}
              : offset > 0
                ? { message: "There are no more matching reviews beyond this offset." }
                : total_reviews > 0
                  ? { message: "The product has reviews, but none of them match." }
                  : noReviews)
          }
        },
        (effect, { product_id }) => Effect.catchAll(effect, () => unknown(product_id))
      ),

      analyze_sentiment: Effect.fn("analyze_sentiment")(function* ({ product_id }) {
        const found = yield* Effect.catchAll(sentiment.analyze(product_id), () => unknown(product_id))
        return { ...found, ...(found.total_reviews > 0 ? {} : noReviews) }
      }),

      get_sentiment_by_topic: Effect.fn("get_sentiment_by_topic")(function* ({ product_id }) {
        const found = yield* Effect.catchAll(sentiment.analyzeTopics(product_id), () => unknown(product_id))
        return { ...found, ...(found.total_reviews_analyzed > 0 ? {} : noReviews) }
      }),

      get_review_trends: Effect.fn("get_review_trends")(function* ({ months: period_months, product_id }) {
        const { months, ...found } = yield* Effect.catchAll(trends.read(product_id, period_months), () =>
          unknown(product_id)
        )
        return {
          ...found,
          period_months,
          monthly_data: months.map(({ count, month, sum }) => ({
            month,
            average_rating: mean(sum, count),
            review_count: count
          })),
          ...(months.some(({ count }) => count > 0) ? {} : { message: "The product got no reviews in these months." })
        }
      }),

      detect_fake_reviews: Effect.fn("detect_fake_reviews")(function* ({ limit, product_id }) {
        const found = yield* Effect.catchAll(authenticity.judge(product_id, limit), () => unknown(product_id))
        return {
          ...found,
          ...(found.reviews.length > 0
            ? {}
            : found.analyzed > 0
              ? { message: "None of the reviews looks suspicious." }
              : noReviews)
        }
      }),

      search_reviews: Effect.fn("search_reviews")(function* ({ keyword, limit, product_id }) {
        const { product_name, reviews, total_matches, total_reviews } = yield* Effect.catchAll(
          lookup.search({ productId: product_id, keyword, limit }),
          () => unknown(product_id)
        )
        return {
          product_id,
          product_name,
          total_matches,
          count: reviews.length,
          reviews,
          ...(reviews.length > 0
            ? {}
            : total_reviews > 0
              ? { message: "None of the reviews mentions that. Another word for it may be in them." }
              : noReviews)
        }
      }),

      draft_seller_response: Effect.fn("draft_seller_response")(function* ({ review_id, tone }) {
        const user = yield* CurrentUser
        const reply = yield* Effect.mapError(replies.draft(user, review_id, tone), () =>
          notFound(
            "review",
            review_id,
            "There is no such review of a product that this person sells. Look for it with get_product_reviews."
          )
        )
        return {
          ...reply,
          note: "This is a draft for the seller to change as they like. Nothing is stored or published."
        }
      }),

      compare_reviews: Effect.fn("compare_reviews")(function* ({ product_ids }) {
        const { best_rated_id, comparisons } = yield* sentiment.compare(product_ids)
        const found = new Set(comparisons.map(({ product_id }) => product_id))
        const missing_ids = product_ids.filter((id) => !found.has(id))
        if (comparisons.length < 2) {
          return yield* unknownOf(product_ids, missing_ids, tooFewSold)
        }
        return { comparisons, count: comparisons.length, missing_ids, best_rated_id }
      })
    })
  })
)
