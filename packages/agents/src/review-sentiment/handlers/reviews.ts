import { CurrentUser } from "@storefront/domain/Identity"
import { notFound, messageIfEmpty } from "@storefront/domain/tools/ToolContract"
import { ReviewAuthenticity } from "@storefront/server/shop/reviews/ReviewAuthenticity"
import { ReviewLookup } from "@storefront/server/shop/reviews/ReviewLookup"
import { SellerReplies } from "@storefront/server/shop/reviews/SellerReplies"
import { Effect } from "effect"
import { productNotFound } from "@storefront/server/shop/catalog/ProductNotFoundFailures"
import { sellerScope } from "../../tools/SellerScope.ts"
import { reviewTools } from "../toolkit.ts"
import { noReviews } from "./sentiment.ts"

export const reviewHandlers = Effect.gen(function* () {
  const lookup = yield* ReviewLookup
  const authenticity = yield* ReviewAuthenticity
  const replies = yield* SellerReplies
  const failNotFound = yield* productNotFound

  return reviewTools.of({
    get_product_reviews: Effect.fnUntraced(
      function* (params) {
        const { limit, offset } = params
        const { overall_rating, product_id, product_name, reviews, total_reviews } = yield* lookup.list({
          productId: params.product_id,
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
          ...messageIfEmpty(
            reviews.length,
            offset > 0
              ? "There are no more matching reviews beyond this offset."
              : total_reviews > 0
                ? "The product has reviews, but none of them match."
                : noReviews
          )
        }
      },
      (effect, { product_id }) => Effect.catchTag(effect, "ProductNotFound", () => failNotFound(product_id))
    ),

    search_reviews: Effect.fnUntraced(function* ({ keyword, limit, product_id: id }) {
      const {
        product_id,
        product_name,
        reviews,
        total_matches,
        total_reviews: reviews_searched
      } = yield* Effect.catchTag(lookup.search({ productId: id, keyword, limit }), "ProductNotFound", () =>
        failNotFound(id)
      )
      return {
        product_id,
        product_name,
        reviews_searched,
        total_matches,
        count: reviews.length,
        reviews,
        ...messageIfEmpty(
          reviews.length,
          reviews_searched > 0 ? "None of the reviews mention that. They may use another word for it." : noReviews
        )
      }
    }),

    detect_fake_reviews: Effect.fnUntraced(function* ({ limit, product_id }) {
      const found = yield* Effect.catchTag(authenticity.analyze(product_id, limit), "ProductNotFound", () =>
        failNotFound(product_id)
      )
      return {
        ...found,
        ...messageIfEmpty(
          found.reviews.length,
          found.analyzed > 0 ? "None of the reviews looks suspicious." : noReviews
        )
      }
    }),

    get_my_reviews: Effect.fnUntraced(function* ({ limit, offset, rating, seller_id, sort_by }) {
      const seller = yield* sellerScope(seller_id)
      const { reviews, total } = yield* lookup.ofSeller({
        seller,
        sort: sort_by,
        rating: rating ?? null,
        limit,
        offset
      })
      return {
        reviews,
        count: reviews.length,
        total,
        ...messageIfEmpty(
          reviews.length,
          offset > 0
            ? "There are no more reviews beyond this offset."
            : rating === undefined
              ? "None of these products has a review."
              : "None of these products has a review with so many stars."
        )
      }
    }),

    draft_seller_response: Effect.fnUntraced(function* ({ own_words, review_id, tone }) {
      const user = yield* CurrentUser
      const reply = yield* Effect.catchTag(
        replies.draft(user, review_id, { tone, ownWords: own_words ?? null }),
        "ReviewNotFound",
        () =>
          Effect.fail(
            notFound(
              "review",
              review_id,
              "There is no such review of a product that this person sells. Look for it with get_product_reviews."
            )
          )
      )
      return {
        ...reply,
        note: "A draft for the seller to change, which promises nothing beyond their own words. Nothing is stored, and neither the assistant nor the shop publishes replies to reviews: there is no place for them here."
      }
    })
  })
})
