import { Schema } from "effect"
import { Rating } from "../Catalog.ts"
import { ProductId, ReviewId } from "../Ids.ts"
import {
  FakeReviewSignal,
  RatingDistribution,
  ReplyTone,
  ReviewRisk,
  ReviewSort,
  ReviewTrendLabel,
  SentimentLabel,
  TopicSentiment
} from "../Reviews.ts"
import {
  flag,
  limit,
  offset,
  oneOf,
  productId,
  productIds,
  reviewId,
  sellerId,
  text,
  total,
  whole,
  wholeOr
} from "./Parameters.ts"
import { maxOwnWords } from "../rules/SellerReply.ts"
import { languageName } from "../ShopSettings.ts"
import { AllowedRoles, everybody } from "./RolePolicy.ts"
import { Shows, showsProduct, showsProducts } from "./Shows.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

/** A review as tools show it. */
const ReviewResult = Schema.Struct({
  review_id: ReviewId,
  rating: Schema.Int,
  title: UserText,
  /** Truncated to 1,000 characters. */
  body: UserText,
  verified_purchase: Schema.Boolean,
  helpful_count: Schema.Int,
  is_flagged: Schema.Boolean,
  /** First name and initial of the last name. */
  reviewer: UserText,
  date: Schema.DateTimeUtc
})

const sortBy = Schema.optionalWith(oneOf(ReviewSort.literals, "Order; default newest"), {
  default: () => "newest" as const
})

const stars = Schema.optional(whole(1, 5, "Only reviews with so many stars"))

export const getProductReviews = tool("get_product_reviews", {
  description:
    "Read the reviews of one product: newest, most helpful, best or worst first, optionally of one star rating or from verified buyers.",
  parameters: {
    product_id: productId,
    sort_by: sortBy,
    rating: stars,
    verified_only: flag("true: only by verified buyers"),
    include_flagged: flag("true: also reviews that were flagged"),
    limit: limit(10),
    offset
  },
  success: Schema.Struct({
    product_id: ProductId,
    product_name: UserText,
    /** Mean and number of all unflagged reviews, regardless of the filters. */
    overall_rating: Rating,
    total_reviews: Schema.Int,
    count: Schema.Int,
    offset: Schema.Int,
    reviews: Schema.Array(ReviewResult),
    /** Explanation of an empty list; otherwise absent. */
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)

const Aspect = Schema.Struct({
  /** A lexicon word, prefixed with `not ` if negated. */
  term: Schema.String,
  /** Number of reviews with the term. */
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
    /** Number of flagged reviews, which none of these figures includes. */
    flagged_left_out: Schema.Int,
    rating_distribution: RatingDistribution,
    verified_reviews: Schema.Int,
    unverified_reviews: Schema.Int,
    /** Null without verified reviews. */
    verified_avg_rating: Schema.NullOr(Rating),
    /** Number of reviews whose words have more praise than criticism, more criticism than praise, or equally much. */
    lexicon: Schema.Struct({ positive: Schema.Int, negative: Schema.Int, neutral: Schema.Int }),
    /** From reviews of 4 and 5 stars, most mentioned first. */
    pros: Schema.Array(Aspect),
    /** From reviews of 1 and 2 stars, most mentioned first. */
    cons: Schema.Array(Aspect),
    /** Says that there are no reviews; otherwise absent. */
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)

const TopicOpinion = Schema.Struct({
  /** Number of reviews that mention the topic. */
  mentions: Schema.Int,
  /** Mean over these reviews; null if there are none. */
  average_rating: Schema.NullOr(Rating),
  sentiment: TopicSentiment
})

export const getSentimentByTopic = tool("get_sentiment_by_topic", {
  description: "What customers think of the quality, value, shipping, design and durability of one product.",
  parameters: { product_id: productId },
  success: Schema.Struct({
    product_id: ProductId,
    product_name: UserText,
    /** Number of reviews analysed: the newest unflagged ones, at most 2,000. */
    total_reviews_analyzed: Schema.Int,
    topics: Schema.Struct({
      quality: TopicOpinion,
      value: TopicOpinion,
      shipping: TopicOpinion,
      design: TopicOpinion,
      durability: TopicOpinion
    }),
    /** Says that there are no reviews; otherwise absent. */
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)

/** A calendar month in UTC, `YYYY-MM`. */
const Month = Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}$/))

export const getReviewTrends = tool("get_review_trends", {
  description: "How the ratings of one product changed from month to month.",
  parameters: {
    product_id: productId,
    months: wholeOr(1, 24, 6, "Months until now")
  },
  success: Schema.Struct({
    product_id: ProductId,
    product_name: UserText,
    period_months: Schema.Int,
    trend: ReviewTrendLabel,
    /** Mean over the first half of the months; null without reviews. A middle month belongs to the second half. */
    first_half_average: Schema.NullOr(Rating),
    second_half_average: Schema.NullOr(Rating),
    /** All months of the period, oldest first. */
    monthly_data: Schema.Array(
      Schema.Struct({ month: Month, average_rating: Schema.NullOr(Rating), review_count: Schema.Int })
    ),
    /** Most helpful review of the first and of the last month that has reviews. */
    highlights: Schema.Array(Schema.Struct({ month: Month, review_id: ReviewId, rating: Schema.Int, title: UserText })),
    /** Says that there are no reviews in the period; otherwise absent. */
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)

export const detectFakeReviews = tool("detect_fake_reviews", {
  description: "Which reviews of one product may not be genuine, with a score and the signals behind it.",
  parameters: { product_id: productId, limit: limit(20) },
  success: Schema.Struct({
    product_id: ProductId,
    product_name: UserText,
    total_reviews: Schema.Int,
    /** Flagged reviews among `total_reviews`. */
    flagged_included: Schema.Int,
    /** Number of reviews analysed: the newest, at most 2,000. */
    analyzed: Schema.Int,
    suspicious_count: Schema.Int,
    /** Suspicious reviews per analysed review, 0 to 1. */
    suspicious_share: Schema.Number,
    risk_level: ReviewRisk,
    /** Suspicious reviews, highest score first, then newest first. */
    reviews: Schema.Array(
      Schema.Struct({
        review_id: ReviewId,
        rating: Schema.Int,
        title: UserText,
        /** Truncated to 100 characters. */
        body_preview: UserText,
        verified_purchase: Schema.Boolean,
        reviewer: UserText,
        date: Schema.DateTimeUtc,
        /** 0 to 1; suspicious from 0.5. */
        score: Schema.Number,
        signals: Schema.Array(FakeReviewSignal)
      })
    ),
    /** Explanation of an empty list; otherwise absent. */
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)

export const searchReviews = tool("search_reviews", {
  description: "The reviews of one product that mention something, most helpful first.",
  parameters: {
    product_id: productId,
    keyword: text(2, 100, () => `What title or text contain, in ${languageName()}, in any letter case`),
    limit: limit(20)
  },
  success: Schema.Struct({
    product_id: ProductId,
    product_name: UserText,
    /** Number of unflagged reviews of the product. */
    reviews_searched: Schema.Int,
    /** Number of matches, including those beyond the limit. */
    total_matches: Schema.Int,
    count: Schema.Int,
    reviews: Schema.Array(ReviewResult),
    /** Explanation of an empty list; otherwise absent. */
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, everybody)

export const getMyReviews = tool("get_my_reviews", {
  description: "The reviews of all products of the seller who asks: newest, most helpful, best or worst first.",
  parameters: {
    sort_by: sortBy,
    rating: stars,
    seller_id: Schema.optional(sellerId),
    limit: limit(10),
    offset
  },
  success: Schema.Struct({
    /** Unflagged reviews of active products. */
    reviews: Schema.Array(Schema.Struct({ product_id: ProductId, product_name: UserText, ...ReviewResult.fields })),
    count: Schema.Int,
    total,
    /** Explanation of an empty list; otherwise absent. */
    message: Schema.optional(Schema.String)
  })
})
  .annotate(Shows, showsProducts("reviews"))
  .annotate(AllowedRoles, ["seller", "admin"])

export const draftSellerResponse = tool("draft_seller_response", {
  description:
    "Draft the seller's reply to one review, in a friendly or a formal tone, around what the seller wants to say. Nothing is stored or published.",
  parameters: {
    review_id: reviewId,
    own_words: Schema.optional(
      text(1, maxOwnWords, "What the seller wants to say or offer, in their words; the draft promises nothing else")
    ),
    tone: Schema.optionalWith(oneOf(ReplyTone.literals, "Default friendly"), { default: () => "friendly" as const })
  },
  success: Schema.Struct({
    review_id: ReviewId,
    product_id: ProductId,
    product_name: UserText,
    reviewer: UserText,
    rating: Schema.Int,
    review_title: UserText,
    /** Truncated to 500 characters. */
    review_body: UserText,
    /** At most 800 characters, including the seller's own words. Quotes nothing from the review. */
    draft: UserText,
    /** Says that the draft is not published anywhere. */
    note: Schema.String
  })
})
  .annotate(Shows, showsProduct)
  .annotate(AllowedRoles, ["seller", "admin"])

export const compareReviews = tool("compare_reviews", {
  description: "Compare what customers think of two or three products.",
  parameters: { product_ids: productIds(2, 3) },
  success: Schema.Struct({
    /** In the order of the requested ids. */
    comparisons: Schema.Array(
      Schema.Struct({
        product_id: ProductId,
        product_name: UserText,
        /** Null without reviews. */
        average_rating: Schema.NullOr(Rating),
        review_count: Schema.Int,
        sentiment: SentimentLabel,
        rating_distribution: RatingDistribution,
        verified_reviews: Schema.Int,
        /** Mean over the last 90 days; null without reviews in them. */
        recent_avg_rating: Schema.NullOr(Rating),
        /** Lexicon word praised most; null if there is none. */
        top_pro: Schema.NullOr(Schema.String),
        /** Lexicon word criticised most; null if there is none. */
        top_con: Schema.NullOr(Schema.String)
      })
    ),
    count: Schema.Int,
    /** Requested products that are not on sale. */
    missing_ids: Schema.Array(ProductId),
    /** Product with the best mean rating; null if none has reviews. */
    best_rated_id: Schema.NullOr(ProductId)
  })
})
  .annotate(Shows, showsProducts("comparisons"))
  .annotate(AllowedRoles, everybody)
