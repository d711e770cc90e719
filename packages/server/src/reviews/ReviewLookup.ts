import { SqlClient, SqlSchema } from "@effect/sql"
import { ProductNotFound } from "@storefront/domain/Errors"
import { ProductId, ReviewId } from "@storefront/domain/Ids"
import { ReviewSort, reviewerName } from "@storefront/domain/Reviews"
import { UserText } from "@storefront/domain/tools/UserText"
import { Array, Context, Effect, Layer, Option, Schema } from "effect"

const ReviewedProduct = Schema.Struct({
  product_id: ProductId,
  product_name: UserText,
  overall_rating: Schema.NumberFromString,
  total_reviews: Schema.Int
})

const Review = Schema.Struct({
  review_id: ReviewId,
  rating: Schema.Int,
  title: UserText,
  body: UserText,
  verified_purchase: Schema.Boolean,
  helpful_count: Schema.Int,
  is_flagged: Schema.Boolean,
  /** The full name; nobody outside sees it. */
  author: Schema.String,
  date: Schema.DateTimeUtcFromDate
})

const ReviewQuery = Schema.Struct({
  productId: ProductId,
  sort: ReviewSort,
  /** Exactly this many stars. */
  rating: Schema.NullOr(Schema.Int),
  verifiedOnly: Schema.Boolean,
  includeFlagged: Schema.Boolean,
  limit: Schema.Int,
  offset: Schema.Int
})

const orders: { readonly [S in ReviewSort]: string } = {
  newest: "r.created_at DESC, r.id DESC",
  helpful: "r.helpful_count DESC, r.created_at DESC, r.id DESC",
  rating_high: "r.rating DESC, r.created_at DESC, r.id DESC",
  rating_low: "r.rating, r.created_at DESC, r.id DESC"
}

/** The longest part of a body that is shown. */
const bodyLength = 1_000

/** Reviews as assistants read them. Failures of the database are defects. */
export class ReviewLookup extends Context.Tag("@storefront/server/reviews/ReviewLookup")<
  ReviewLookup,
  {
    /** Reviews of an active product that match, and what all its unflagged reviews say together. */
    readonly list: (query: typeof ReviewQuery.Type) => Effect.Effect<
      typeof ReviewedProduct.Type & {
        readonly reviews: ReadonlyArray<Omit<typeof Review.Type, "author"> & { readonly reviewer: UserText }>
      },
      ProductNotFound
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const selectProduct = SqlSchema.findOne({
        Request: ProductId,
        Result: ReviewedProduct,
        execute: (id) => sql`
          SELECT id AS product_id, name AS product_name, rating AS overall_rating, review_count AS total_reviews
          FROM products
          WHERE id = ${id} AND is_active`
      })

      const selectReviews = SqlSchema.findAll({
        Request: ReviewQuery,
        Result: Review,
        execute: ({ includeFlagged, limit, offset, productId, rating, sort, verifiedOnly }) => sql`
          SELECT r.id AS review_id, r.rating, r.title, left(r.body, ${bodyLength}::int) AS body, r.verified_purchase,
            r.helpful_count, r.is_flagged, u.name AS author, r.created_at AS date
          FROM reviews r
          JOIN users u ON u.id = r.user_id
          WHERE ${sql.and([
            sql`r.product_id = ${productId}`,
            ...(includeFlagged ? [] : [sql`NOT r.is_flagged`]),
            ...(verifiedOnly ? [sql`r.verified_purchase`] : []),
            ...Array.map(Array.fromNullable(rating), (rating) => sql`r.rating = ${rating}`)
          ])}
          ORDER BY ${sql.literal(orders[sort])}
          LIMIT ${limit} OFFSET ${offset}`
      })

      const list = Effect.fn("ReviewLookup.list")(function* (query: typeof ReviewQuery.Type) {
        const row = yield* Effect.orDie(selectProduct(query.productId))
        const product = yield* Option.match(row, { onNone: () => new ProductNotFound(), onSome: Effect.succeed })
        const reviews = yield* Effect.orDie(selectReviews(query))
        return {
          ...product,
          reviews: reviews.map(({ author, ...review }) => ({
            ...review,
            reviewer: UserText.make(reviewerName(author))
          }))
        }
      })

      return { list }
    })
  )
}
