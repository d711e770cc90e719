import { ReviewLookup } from "@storefront/server/reviews/ReviewLookup"
import { SentimentAnalysis } from "@storefront/server/reviews/SentimentAnalysis"
import { Effect } from "effect"
import { findProduct } from "../shared/FindProduct.ts"
import { productNotFound } from "../shared/ProductNotFound.ts"
import { getUserProfile } from "../shared/UserProfile.ts"
import { toolkit } from "./toolkit.ts"

/** The handlers of review-sentiment. */
export const layer = toolkit.toLayer(
  Effect.gen(function* () {
    const lookup = yield* ReviewLookup
    const sentiment = yield* SentimentAnalysis
    return toolkit.of({
      find_product: yield* findProduct,
      get_user_profile: yield* getUserProfile,

      get_product_reviews: Effect.fn("get_product_reviews")(
        function* (params) {
          const { limit, offset, product_id } = params
          const found = yield* lookup.list({
            productId: product_id,
            sort: params.sort_by,
            rating: params.rating ?? null,
            verifiedOnly: params.verified_only,
            includeFlagged: params.include_flagged,
            limit,
            offset
          })
          return {
            ...found,
            count: found.reviews.length,
            offset,
            ...(found.reviews.length > 0
              ? {}
              : {
                  message:
                    offset > 0
                      ? "There are no more matching reviews beyond this offset."
                      : found.total_reviews > 0
                        ? "The product has reviews, but none of them match."
                        : "The product has no reviews yet."
                })
          }
        },
        (effect, { product_id }) => Effect.mapError(effect, productNotFound(product_id))
      ),

      analyze_sentiment: Effect.fn("analyze_sentiment")(function* ({ product_id }) {
        const found = yield* Effect.mapError(sentiment.analyze(product_id), productNotFound(product_id))
        return { ...found, ...(found.total_reviews > 0 ? {} : { message: "The product has no reviews yet." }) }
      })
    })
  })
)
