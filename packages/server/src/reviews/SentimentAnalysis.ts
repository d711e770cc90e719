import { SqlClient, SqlSchema } from "@effect/sql"
import { ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { type SentimentLabel } from "@storefront/domain/Reviews"
import { label, summarise, type Summary } from "@storefront/domain/rules/Sentiment"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Option, Schema } from "effect"

/** Texts that are read, the newest. Ratings are always counted over all reviews. */
const sampleSize = 2_000

const Ratings = Schema.Struct({
  product_id: ProductId,
  product_name: UserText,
  average_rating: Schema.NullOr(Schema.NumberFromString),
  total_reviews: Schema.Int,
  sum: Schema.Int,
  rating_distribution: Schema.Struct({
    "1": Schema.Int,
    "2": Schema.Int,
    "3": Schema.Int,
    "4": Schema.Int,
    "5": Schema.Int
  }),
  verified_reviews: Schema.Int,
  verified_avg_rating: Schema.NullOr(Schema.NumberFromString)
})

const Text = Schema.Struct({
  rating: Schema.Int,
  title: Schema.String,
  body: Schema.String,
  helpfulCount: Schema.Int
})

/** What the unflagged reviews of a product say as a whole. */
export interface Sentiment extends Omit<typeof Ratings.Type, "sum">, Summary {
  readonly overall_sentiment: SentimentLabel
  readonly unverified_reviews: number
}

/** Reads the reviews of a product as a whole. Failures of the database are defects. */
export class SentimentAnalysis extends Context.Tag("@storefront/server/reviews/SentimentAnalysis")<
  SentimentAnalysis,
  {
    /** Of an active product. */
    readonly analyze: (id: ProductId) => Effect.Effect<Sentiment, ProductNotFound>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const selectRatings = SqlSchema.findOne({
        Request: ProductId,
        Result: Ratings,
        execute: (id) => sql`
          SELECT p.id AS product_id, p.name AS product_name, r.*
          FROM products p
          CROSS JOIN LATERAL (
            SELECT round(avg(rating), 2) AS average_rating, count(*)::int AS total_reviews,
              COALESCE(sum(rating), 0)::int AS sum,
              jsonb_build_object(
                '1', count(*) FILTER (WHERE rating = 1), '2', count(*) FILTER (WHERE rating = 2),
                '3', count(*) FILTER (WHERE rating = 3), '4', count(*) FILTER (WHERE rating = 4),
                '5', count(*) FILTER (WHERE rating = 5)) AS rating_distribution,
              count(*) FILTER (WHERE verified_purchase)::int AS verified_reviews,
              round(avg(rating) FILTER (WHERE verified_purchase), 2) AS verified_avg_rating
            FROM reviews
            WHERE product_id = p.id AND NOT is_flagged
          ) r
          WHERE p.id = ${id} AND p.is_active`
      })

      const selectTexts = SqlSchema.findAll({
        Request: ProductId,
        Result: Text,
        execute: (id) => sql`
          SELECT rating, title, body, helpful_count AS "helpfulCount"
          FROM reviews
          WHERE product_id = ${id} AND NOT is_flagged
          ORDER BY created_at DESC, reviews.id DESC
          LIMIT ${sampleSize}`
      })

      const analyze = Effect.fn("SentimentAnalysis.analyze")(function* (id: ProductId) {
        const row = yield* Effect.orDie(selectRatings(id))
        const { sum, ...ratings } = yield* Option.match(row, {
          onNone: () => new ProductNotFound(),
          onSome: Effect.succeed
        })
        const texts = yield* Effect.orDie(selectTexts(id))
        return {
          ...ratings,
          ...summarise(texts),
          overall_sentiment: label(sum, ratings.total_reviews),
          unverified_reviews: ratings.total_reviews - ratings.verified_reviews
        }
      })

      return { analyze }
    })
  )
}
