import { mean } from "@storefront/domain/rules/Ratings"
import { messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { ReviewTrends } from "@storefront/server/shop/reviews/ReviewTrends"
import { SentimentAnalysis } from "@storefront/server/shop/reviews/SentimentAnalysis"
import { Effect } from "effect"
import { productNotFound, productsNotFound, tooFewSold } from "@storefront/server/shop/catalog/ProductNotFoundFailures"
import { sentimentTools } from "../toolkit.ts"

export const noReviews = "The product has no reviews yet."

export const sentimentHandlers = Effect.gen(function* () {
  const sentiment = yield* SentimentAnalysis
  const trends = yield* ReviewTrends
  const failNotFound = yield* productNotFound
  const failNotAllFound = yield* productsNotFound

  return sentimentTools.of({
    analyze_sentiment: Effect.fnUntraced(function* ({ product_id }) {
      const found = yield* Effect.catchTag(sentiment.analyze(product_id), "ProductNotFound", () =>
        failNotFound(product_id)
      )
      return { ...found, ...messageIfEmpty(found.total_reviews, noReviews) }
    }),

    get_sentiment_by_topic: Effect.fnUntraced(function* ({ product_id }) {
      const found = yield* Effect.catchTag(sentiment.analyzeTopics(product_id), "ProductNotFound", () =>
        failNotFound(product_id)
      )
      return { ...found, ...messageIfEmpty(found.total_reviews_analyzed, noReviews) }
    }),

    get_review_trends: Effect.fnUntraced(function* ({ months: period_months, product_id }) {
      const { months, ...found } = yield* Effect.catchTag(
        trends.read(product_id, period_months),
        "ProductNotFound",
        () => failNotFound(product_id)
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

    compare_reviews: Effect.fnUntraced(function* ({ product_ids }) {
      const { best_rated_id, comparisons, missing_ids } = yield* sentiment.compare(product_ids)
      if (comparisons.length < 2) {
        return yield* failNotAllFound(product_ids, missing_ids, tooFewSold)
      }
      return { comparisons, count: comparisons.length, missing_ids, best_rated_id }
    })
  })
})
