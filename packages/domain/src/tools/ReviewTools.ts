import { Schema } from "effect"
import { Rating } from "../Catalog.ts"
import { ProductId, ReviewId } from "../Ids.ts"
import { ReviewSort, SentimentLabel } from "../Reviews.ts"
import { limit, offset, oneOf, productId, whole } from "./Parameters.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

const flag = Schema.optionalWith(Schema.Boolean, { default: () => false })

export const getProductReviews = tool("get_product_reviews", {
  description:
    "Read the reviews of one product: newest, most helpful, best or worst first, optionally of one star rating or from verified buyers.",
  parameters: {
    product_id: productId,
    sort_by: Schema.optionalWith(oneOf(...ReviewSort.literals), { default: () => "newest" as const }),
    rating: Schema.optional(whole(1, 5)),
    verified_only: flag,
    include_flagged: flag,
    limit: limit(10),
    offset
  },
  success: Schema.Struct({
    product_id: ProductId,
    product_name: UserText,
    /** Mean and number of all unflagged reviews, whatever was asked for. */
    overall_rating: Rating,
    total_reviews: Schema.Int,
    count: Schema.Int,
    offset: Schema.Int,
    reviews: Schema.Array(
      Schema.Struct({
        review_id: ReviewId,
        rating: Schema.Int,
        title: UserText,
        /** The first 1,000 characters. */
        body: UserText,
        verified_purchase: Schema.Boolean,
        helpful_count: Schema.Int,
        is_flagged: Schema.Boolean,
        /** First name and initial. */
        reviewer: UserText,
        date: Schema.DateTimeUtc
      })
    ),
    /** Says what the emptiness of the list means; absent when there is something in it. */
    message: Schema.optional(Schema.String)
  })
})

const Aspect = Schema.Struct({
  /** A word of the lexicon, with `not ` before it when it was negated. */
  term: Schema.String,
  /** Reviews that say so. */
  mentions: Schema.Int,
  example: UserText
})

export const analyzeSentiment = tool("analyze_sentiment", {
  description:
    "What customers think of one product as a whole: sentiment, rating distribution, and what they praise and criticise most.",
  parameters: { product_id: productId },
  success: Schema.Struct({
    product_id: ProductId,
    product_name: UserText,
    overall_sentiment: SentimentLabel,
    /** Null without reviews. */
    average_rating: Schema.NullOr(Rating),
    total_reviews: Schema.Int,
    rating_distribution: Schema.Struct({
      "1": Schema.Int,
      "2": Schema.Int,
      "3": Schema.Int,
      "4": Schema.Int,
      "5": Schema.Int
    }),
    verified_reviews: Schema.Int,
    unverified_reviews: Schema.Int,
    /** Null without verified reviews. */
    verified_avg_rating: Schema.NullOr(Rating),
    /** Reviews by what their words say: more praise than criticism, less, or neither. */
    lexicon: Schema.Struct({ positive: Schema.Int, negative: Schema.Int, neutral: Schema.Int }),
    /** What reviews of 4 and 5 stars praise, most mentioned first. */
    pros: Schema.Array(Aspect),
    /** What reviews of 1 and 2 stars criticise, most mentioned first. */
    cons: Schema.Array(Aspect),
    /** Says that there are no reviews; absent otherwise. */
    message: Schema.optional(Schema.String)
  })
})
