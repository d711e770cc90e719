import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, type ProductNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { ProductId, ReviewId } from "@storefront/domain/Ids"
import { ReviewAuthor, reviewerOf, ReviewSort } from "@storefront/domain/Reviews"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { withTotal } from "../../platform/database/WithTotal.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"
import { likeContaining } from "../../platform/text/Text.ts"
import * as ReviewedProduct from "./ReviewedProduct.ts"

const Review = Schema.Struct({
  review_id: ReviewId,
  rating: Schema.Int,
  title: UserText,
  body: UserText,
  verified_purchase: Schema.Boolean,
  helpful_count: Schema.Int,
  is_flagged: Schema.Boolean,
  ...ReviewAuthor.fields,
  date: Schema.DateTimeUtcFromDate
})

const ReviewQuery = Schema.Struct({
  productId: ProductId,
  sort: ReviewSort,
  /** Only reviews with this number of stars. */
  rating: Schema.NullOr(Schema.Int),
  verifiedOnly: Schema.Boolean,
  includeFlagged: Schema.Boolean,
  limit: Schema.Int,
  offset: Schema.Int
})

const sortOrders: { readonly [S in ReviewSort]: string } = {
  newest: "r.created_at DESC, r.id DESC",
  helpful: "r.helpful_count DESC, r.created_at DESC, r.id DESC",
  rating_high: "r.rating DESC, r.created_at DESC, r.id DESC",
  rating_low: "r.rating, r.created_at DESC, r.id DESC"
}

/** Maximum length of a shown review text. */
const maxBodyLength = 1_000

/** A review with the reviewer's public name. */
type Published<R extends typeof Review.Type> = Omit<R, keyof typeof ReviewAuthor.Type> & { readonly reviewer: UserText }
type PublishedReview = Published<typeof Review.Type>

const toPublished = <R extends typeof Review.Type>({ account_name, author, ...review }: R): Published<R> => ({
  ...review,
  reviewer: UserText.make(reviewerOf({ account_name, author }))
})

/** Query for the reviews of a seller's products; a null `seller` means all sellers. */
const SellerQuery = Schema.Struct({
  seller: Schema.NullOr(UserId),
  ...Struct.pick(ReviewQuery.fields, "sort", "rating", "limit", "offset")
})

const SellerReview = Schema.Struct({
  ...Review.fields,
  product_id: ProductId,
  product_name: UserText,
  total: Schema.Int
})

const Search = Schema.Struct({ productId: ProductId, keyword: Schema.String, limit: Schema.Int })

const Match = Schema.Struct({ ...Review.fields, total_matches: Schema.Int })

/** Reviews as customers and sellers read them. */
export class ReviewLookup extends Context.Tag("@storefront/server/shop/reviews/ReviewLookup")<
  ReviewLookup,
  {
    /** Lists matching reviews of an active product, with the summary of all its unflagged reviews. */
    readonly list: (
      query: typeof ReviewQuery.Type
    ) => Effect.Effect<
      ReviewedProduct.ReviewedProduct & { readonly reviews: ReadonlyArray<PublishedReview> },
      ProductNotFound | DatabaseUnavailable
    >
    /** Lists unflagged reviews of a seller's active products, with the number of all matches. One statement. */
    readonly ofSeller: (query: typeof SellerQuery.Type) => Effect.Effect<
      {
        readonly reviews: ReadonlyArray<Published<Omit<typeof SellerReview.Type, "total">>>
        readonly total: number | null
      },
      DatabaseUnavailable
    >
    /** Finds unflagged reviews of an active product with the keyword in title or text, most helpful first. */
    readonly search: (query: typeof Search.Type) => Effect.Effect<
      ReviewedProduct.ReviewedProduct & {
        /** Number of all matches, regardless of the limit. */
        readonly total_matches: number
        readonly reviews: ReadonlyArray<PublishedReview>
      },
      ProductNotFound | DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const findProduct = ReviewedProduct.find(sql)

      const columns = sql`r.id AS review_id, r.rating, r.title, left(r.body, ${maxBodyLength}::int) AS body,
        r.verified_purchase, r.helpful_count, r.is_flagged, u.name AS account_name, r.author, r.created_at AS date`

      const selectReviews = SqlSchema.findAll({
        Request: ReviewQuery,
        Result: Review,
        execute: ({ includeFlagged, limit, offset, productId, rating, sort, verifiedOnly }) => sql`
          SELECT ${columns}
          FROM reviews r
          LEFT JOIN users u ON u.id = r.user_id
          WHERE ${sql.and([
            sql`r.product_id = ${productId}`,
            ...(includeFlagged ? [] : [sql`NOT r.is_flagged`]),
            ...(verifiedOnly ? [sql`r.verified_purchase`] : []),
            ...optionalCondition(rating, (rating) => sql`r.rating = ${rating}`)
          ])}
          ORDER BY ${sql.literal(sortOrders[sort])}
          LIMIT ${limit} OFFSET ${offset}`
      })

      const selectOfSeller = SqlSchema.findAll({
        Request: SellerQuery,
        Result: SellerReview,
        execute: ({ limit, offset, rating, seller, sort }) => sql`
          SELECT ${columns}, p.id AS product_id, p.name AS product_name, count(*) OVER ()::int AS total
          FROM reviews r
          JOIN products p ON p.id = r.product_id
          LEFT JOIN users u ON u.id = r.user_id
          WHERE ${sql.and([
            sql`p.is_active AND NOT r.is_flagged`,
            ...optionalCondition(seller, (seller) => sql`p.seller_id = ${seller}`),
            ...optionalCondition(rating, (rating) => sql`r.rating = ${rating}`)
          ])}
          ORDER BY ${sql.literal(sortOrders[sort])}
          LIMIT ${limit} OFFSET ${offset}`
      })

      const selectMatches = SqlSchema.findAll({
        Request: Search,
        Result: Match,
        execute: ({ keyword, limit, productId }) => sql`
          SELECT ${columns}, count(*) OVER ()::int AS total_matches
          FROM reviews r
          LEFT JOIN users u ON u.id = r.user_id
          WHERE r.product_id = ${productId} AND NOT r.is_flagged
            AND (folded(r.title) LIKE folded(${likeContaining(keyword)}) OR folded(r.body) LIKE folded(${likeContaining(keyword)}))
          ORDER BY ${sql.literal(sortOrders.helpful)}
          LIMIT ${limit}`
      })

      const list = Effect.fn("ReviewLookup.list")(function* (query: typeof ReviewQuery.Type) {
        const product = yield* findProduct(query.productId)
        const reviews = yield* orUnavailable(selectReviews({ ...query, productId: product.product_id }))
        return { ...product, reviews: reviews.map(toPublished) }
      })

      const ofSeller = Effect.fn("ReviewLookup.ofSeller")(function* (query: typeof SellerQuery.Type) {
        const { rows, total } = withTotal(yield* orUnavailable(selectOfSeller(query)), query.offset)
        return { reviews: rows.map(toPublished), total }
      })

      const search = Effect.fn("ReviewLookup.search")(function* (query: typeof Search.Type) {
        const product = yield* findProduct(query.productId)
        const matches = yield* orUnavailable(selectMatches({ ...query, productId: product.product_id }))
        return {
          ...product,
          total_matches: matches[0]?.total_matches ?? 0,
          reviews: matches.map((match) => toPublished(Struct.omit(match, "total_matches")))
        }
      })

      return { list, ofSeller, search }
    })
  )
}
