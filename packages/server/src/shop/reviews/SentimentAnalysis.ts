import { SqlClient, SqlSchema } from "@effect/sql"
import * as CooperativeMap from "@storefront/domain/CooperativeMap"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { RatingDistribution, type SentimentLabel } from "@storefront/domain/Reviews"
import * as ReviewTopics from "@storefront/domain/rules/ReviewTopics"
import { label, findReviewHits, summarise, type Summary } from "@storefront/domain/rules/Sentiment"
import { UserText } from "@storefront/domain/tools/UserText"
import { Array, Context, DateTime, Effect, Layer, Order, Schema, Struct } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import * as ReviewedProduct from "./ReviewedProduct.ts"

/** Maximum number of review texts read per product, newest first. Ratings count all reviews. */
const sampleSize = 2_000

const Ratings = Schema.Struct({
  /** Requested product: a variant of the group, or the product itself. */
  requested_id: ProductId,
  product_id: ProductId,
  product_name: UserText,
  average_rating: Schema.NullOr(Schema.NumberFromString),
  total_reviews: Schema.Int,
  flagged_left_out: Schema.Int,
  sum: Schema.Int,
  rating_distribution: RatingDistribution,
  verified_reviews: Schema.Int,
  verified_avg_rating: Schema.NullOr(Schema.NumberFromString),
  recent_avg_rating: Schema.NullOr(Schema.NumberFromString)
})

const ReviewText = Schema.Struct({
  product_id: ProductId,
  rating: Schema.Int,
  title: Schema.String,
  body: Schema.String,
  helpfulCount: Schema.Int
})

/** Summary of a product's unflagged reviews. */
export interface Sentiment extends Omit<typeof Ratings.Type, "requested_id" | "sum" | "recent_avg_rating">, Summary {
  readonly overall_sentiment: SentimentLabel
  readonly unverified_reviews: number
}

/** Opinions on aspects of a product in its unflagged reviews. */
export interface SentimentByTopic {
  readonly product_id: ProductId
  readonly product_name: UserText
  readonly total_reviews_analyzed: number
  readonly topics: ReturnType<typeof ReviewTopics.byTopic>
}

/** A product in a comparison. */
export type Comparison = Omit<
  typeof Ratings.Type,
  "requested_id" | "sum" | "total_reviews" | "flagged_left_out" | "verified_avg_rating"
> & {
  readonly review_count: number
  readonly sentiment: SentimentLabel
  /** The most frequent term of praise, and of criticism. */
  readonly top_pro: string | null
  readonly top_con: string | null
}

/** The fields that decide which product is rated best. */
type RatedProduct = Pick<typeof Ratings.Type, "product_id" | "sum" | "total_reviews">

/** Highest mean first, compared without division, then more reviews, then id. */
const byRating: Order.Order<RatedProduct> = Order.combineAll([
  Order.make((a, b) => Order.number(b.sum * a.total_reviews, a.sum * b.total_reviews)),
  Order.mapInput(Order.reverse(Order.number), ({ total_reviews }) => total_reviews),
  Order.mapInput(Order.string, ({ product_id }) => product_id)
])

/** Maximum age of a recent review, in days. */
const recentDays = 90

/** Summarises the reviews of products. */
export class SentimentAnalysis extends Context.Tag("@storefront/server/shop/reviews/SentimentAnalysis")<
  SentimentAnalysis,
  {
    /** Summarises the reviews of an active product. */
    readonly analyze: (id: ProductId) => Effect.Effect<Sentiment, ProductNotFound | DatabaseUnavailable>
    /** Groups the newest reviews of an active product by topic. */
    readonly analyzeTopics: (id: ProductId) => Effect.Effect<SentimentByTopic, ProductNotFound | DatabaseUnavailable>
    /** Compares the active products among the ids, in the order of the ids, a group once. Two statements. */
    readonly compare: (ids: ReadonlyArray<ProductId>) => Effect.Effect<
      {
        readonly comparisons: ReadonlyArray<Comparison>
        readonly missing_ids: ReadonlyArray<ProductId>
        /** Null when no product has reviews. */
        readonly best_rated_id: ProductId | null
      },
      DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const findProduct = ReviewedProduct.find(sql)

      const selectRatings = SqlSchema.findAll({
        Request: Schema.Struct({ ids: Schema.Array(ProductId), recentFrom: Schema.DateFromSelf }),
        Result: Ratings,
        execute: ({ ids, recentFrom }) => sql`
          SELECT o.id AS requested_id, p.id AS product_id, p.name AS product_name, r.*,
            (SELECT count(*)::int FROM reviews WHERE product_id = p.id AND is_flagged) AS flagged_left_out
          FROM products o ${sql.literal(ReviewedProduct.joinReviewed)}
          CROSS JOIN LATERAL (
            SELECT round(avg(rating), 2) AS average_rating, count(*)::int AS total_reviews,
              COALESCE(sum(rating), 0)::int AS sum,
              jsonb_build_object(
                '1', count(*) FILTER (WHERE rating = 1), '2', count(*) FILTER (WHERE rating = 2),
                '3', count(*) FILTER (WHERE rating = 3), '4', count(*) FILTER (WHERE rating = 4),
                '5', count(*) FILTER (WHERE rating = 5)) AS rating_distribution,
              count(*) FILTER (WHERE verified_purchase)::int AS verified_reviews,
              round(avg(rating) FILTER (WHERE verified_purchase), 2) AS verified_avg_rating,
              round(avg(rating) FILTER (WHERE created_at >= ${recentFrom}), 2) AS recent_avg_rating
            FROM reviews
            WHERE product_id = p.id AND NOT is_flagged
          ) r
          WHERE ${sql.in("o.id", ids)}`
      })

      const ratingsOf = Effect.fnUntraced(function* (ids: ReadonlyArray<ProductId>) {
        const recentFrom = DateTime.toDate(DateTime.subtract(yield* DateTime.now, { days: recentDays }))
        return yield* orUnavailable(selectRatings({ ids, recentFrom }))
      })

      const selectTexts = SqlSchema.findAll({
        Request: Schema.Array(ProductId),
        Result: ReviewText,
        execute: (ids) => sql`
          SELECT t.product_id, t.rating, t.title, t.body, t.helpful_count AS "helpfulCount"
          FROM products p
          CROSS JOIN LATERAL (
            SELECT product_id, rating, title, body, helpful_count, created_at, r.id
            FROM reviews r
            WHERE product_id = p.id AND NOT is_flagged
            ORDER BY created_at DESC, r.id DESC
            LIMIT ${sampleSize}
          ) t
          WHERE ${sql.in("p.id", ids)}
          ORDER BY t.created_at DESC, t.id DESC`
      })

      const analyze = Effect.fn("SentimentAnalysis.analyze")(function* (id: ProductId) {
        const [found] = yield* ratingsOf([id])
        if (found === undefined) {
          return yield* new ProductNotFound()
        }
        const { recent_avg_rating: _, requested_id: __, sum, ...ratings } = found
        const texts = yield* orUnavailable(selectTexts([ratings.product_id]))
        return {
          ...ratings,
          ...summarise(yield* CooperativeMap.map(texts, findReviewHits)),
          overall_sentiment: label(sum, ratings.total_reviews),
          unverified_reviews: ratings.total_reviews - ratings.verified_reviews
        }
      })

      const analyzeTopics = Effect.fn("SentimentAnalysis.analyzeTopics")(function* (id: ProductId) {
        const { product_id, product_name } = yield* findProduct(id)
        const texts = yield* orUnavailable(selectTexts([product_id]))
        const topics = ReviewTopics.byTopic(yield* CooperativeMap.map(texts, ReviewTopics.rateTopics))
        return { product_id, product_name, total_reviews_analyzed: texts.length, topics }
      })

      const compare = Effect.fn("SentimentAnalysis.compare")(function* (ids: ReadonlyArray<ProductId>) {
        const rows = yield* ratingsOf(ids)
        const requested = ids.flatMap((id) => rows.filter(({ requested_id }) => requested_id === id))
        const found = Array.dedupeWith(requested, (one, other) => one.product_id === other.product_id)
        const texts = yield* orUnavailable(selectTexts(found.map(({ product_id }) => product_id)))
        const readings = yield* CooperativeMap.map(texts, (text) => ({
          product_id: text.product_id,
          ...findReviewHits(text)
        }))
        const comparisons = found.map((row) => {
          const { sum, total_reviews, ...ratings } = Struct.omit(
            row,
            "requested_id",
            "flagged_left_out",
            "verified_avg_rating"
          )
          const { cons, pros } = summarise(readings.filter(({ product_id }) => product_id === row.product_id))
          return {
            ...ratings,
            review_count: total_reviews,
            sentiment: label(sum, total_reviews),
            top_pro: pros[0]?.term ?? null,
            top_con: cons[0]?.term ?? null
          }
        })
        const missing_ids = ids.filter((id) => rows.every(({ requested_id }) => requested_id !== id))
        const rated = found.filter(({ total_reviews }) => total_reviews > 0)
        return { comparisons, missing_ids, best_rated_id: Array.sort(rated, byRating)[0]?.product_id ?? null }
      })

      return { analyze, analyzeTopics, compare }
    })
  )
}
