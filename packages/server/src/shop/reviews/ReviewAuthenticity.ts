import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { ProductId, ReviewId } from "@storefront/domain/Ids"
import { ReviewAuthor, reviewerOf, type ReviewRisk } from "@storefront/domain/Reviews"
import * as FakeReviews from "@storefront/domain/rules/FakeReviews"
import { UserText } from "@storefront/domain/tools/UserText"
import { Array, Context, Effect, Layer, Order, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { cut } from "../../platform/text/Text.ts"
import { joinReviewed } from "./ReviewedProduct.ts"

/** Maximum number of reviews analysed, newest first. */
const sampleSize = 2_000

/** Maximum number of the authors' reviews of other products to compare with, per author and in total. */
const otherReviewsPerAuthor = 20
const maxOtherReviews = 4_000

/** Maximum length of a shown review text. */
const previewLength = 100

const AnalyzedProduct = Schema.Struct({
  product_id: ProductId,
  product_name: UserText,
  total_reviews: Schema.Int,
  flagged_included: Schema.Int,
  sum: Schema.Int
})

const AnalyzedReview = Schema.Struct({
  review_id: ReviewId,
  /** Null for a review without account. */
  user_id: Schema.NullOr(UserId),
  ...ReviewAuthor.fields,
  rating: Schema.Int,
  title: UserText,
  body: Schema.String,
  isVerified: Schema.Boolean,
  isFlagged: Schema.Boolean,
  date: Schema.DateTimeUtcFromDate
})

const OtherReview = Schema.Struct({ author: UserId, body: Schema.String })

const toFacts = ({ account_name, author, user_id, ...review }: typeof AnalyzedReview.Type) => ({
  ...review,
  reviewer: UserText.make(reviewerOf({ account_name, author })),
  author: user_id,
  createdAtMillis: review.date.epochMillis
})

type Verdict = FakeReviews.Verdict<ReturnType<typeof toFacts>>

/** Highest score first, then newest, then by id. */
const byScore: Order.Order<Verdict> = Order.combineAll([
  Order.mapInput(Order.reverse(Order.number), ({ score }) => score),
  Order.mapInput(Order.reverse(Order.number), ({ review }) => review.createdAtMillis),
  Order.mapInput(Order.reverse(Order.string), ({ review }) => review.review_id)
])

const toSuspicious = ({ review, score, signals }: Verdict) => ({
  review_id: review.review_id,
  rating: review.rating,
  title: review.title,
  body_preview: UserText.make(cut(review.body, previewLength)),
  verified_purchase: review.isVerified,
  reviewer: review.reviewer,
  date: review.date,
  score,
  signals
})

/** Result of the analysis of a product's reviews. */
export interface Authenticity {
  readonly product_id: ProductId
  readonly product_name: UserText
  readonly total_reviews: number
  /** Number of flagged reviews among them. */
  readonly flagged_included: number
  /** Number of reviews analysed, the newest ones. */
  readonly analyzed: number
  readonly suspicious_count: number
  /** Share of suspicious reviews among those analysed. */
  readonly suspicious_share: number
  readonly risk_level: ReviewRisk
  /** Suspicious reviews, highest score first. */
  readonly reviews: ReadonlyArray<ReturnType<typeof toSuspicious>>
}

/** Detects reviews that may be fake. */
export class ReviewAuthenticity extends Context.Tag("@storefront/server/shop/reviews/ReviewAuthenticity")<
  ReviewAuthenticity,
  {
    /** Analyses the reviews of an active product, and lists at most `limit` suspicious ones. */
    readonly analyze: (
      id: ProductId,
      limit: number
    ) => Effect.Effect<Authenticity, ProductNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const selectProduct = SqlSchema.findOne({
        Request: ProductId,
        Result: AnalyzedProduct,
        execute: (id) => sql`
          SELECT p.id AS product_id, p.name AS product_name, r.total_reviews, r.flagged_included, r.sum
          FROM products o ${sql.literal(joinReviewed)}
          CROSS JOIN LATERAL (
            SELECT count(*)::int AS total_reviews, count(*) FILTER (WHERE is_flagged)::int AS flagged_included,
              COALESCE(sum(rating), 0)::int AS sum
            FROM reviews
            WHERE product_id = p.id
          ) r
          WHERE o.id = ${id}`
      })

      const selectReviews = SqlSchema.findAll({
        Request: ProductId,
        Result: AnalyzedReview,
        execute: (id) => sql`
          SELECT r.id AS review_id, r.user_id, u.name AS account_name, r.author, r.rating, r.title, r.body,
            r.verified_purchase AS "isVerified", r.is_flagged AS "isFlagged", r.created_at AS date
          FROM reviews r
          LEFT JOIN users u ON u.id = r.user_id
          WHERE r.product_id = ${id}
          ORDER BY r.created_at DESC, r.id DESC
          LIMIT ${sampleSize}`
      })

      const selectOtherReviews = SqlSchema.findAll({
        Request: ProductId,
        Result: OtherReview,
        execute: (id) => sql`
          SELECT o.user_id AS author, o.body
          FROM (
            SELECT user_id FROM reviews WHERE product_id = ${id} ORDER BY created_at DESC, id DESC LIMIT ${sampleSize}
          ) a
          CROSS JOIN LATERAL (
            SELECT user_id, body, created_at, id
            FROM reviews
            WHERE user_id = a.user_id AND product_id <> ${id}
            ORDER BY created_at DESC, id DESC
            LIMIT ${otherReviewsPerAuthor}
          ) o
          ORDER BY o.created_at DESC, o.id DESC
          LIMIT ${maxOtherReviews}`
      })

      const analyze = Effect.fn("ReviewAuthenticity.analyze")(function* (id: ProductId, limit: number) {
        const row = yield* orUnavailable(selectProduct(id))
        const { sum, ...product } = yield* Effect.mapError(row, () => new ProductNotFound())
        const reviews = (yield* orUnavailable(selectReviews(product.product_id))).map(toFacts)
        const otherReviews = yield* orUnavailable(selectOtherReviews(product.product_id))
        const verdicts = yield* FakeReviews.assess({
          reviews,
          otherReviewsByAuthors: otherReviews,
          totals: { count: product.total_reviews, sum }
        })
        const suspicious = Array.sort(verdicts.filter(FakeReviews.isSuspicious), byScore)
        return {
          ...product,
          analyzed: reviews.length,
          suspicious_count: suspicious.length,
          suspicious_share: FakeReviews.shareOf(suspicious.length, reviews.length),
          risk_level: FakeReviews.riskOf(suspicious.length, reviews.length),
          reviews: suspicious.slice(0, limit).map(toSuspicious)
        }
      })

      return { analyze }
    })
  )
}
