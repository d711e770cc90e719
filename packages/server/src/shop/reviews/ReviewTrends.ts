import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, type ProductNotFound } from "@storefront/domain/Errors"
import { ProductId, ReviewId } from "@storefront/domain/Ids"
import * as ReviewTrend from "@storefront/domain/rules/ReviewTrend"
import { UserText } from "@storefront/domain/tools/UserText"
import { Array, Context, DateTime, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import * as ReviewedProduct from "./ReviewedProduct.ts"

const Period = Schema.Struct({ id: ProductId, from: Schema.DateFromSelf })

const Month = Schema.Struct({ month: Schema.String, count: Schema.Int, sum: Schema.Int })

const Highlight = Schema.Struct({ month: Schema.String, review_id: ReviewId, rating: Schema.Int, title: UserText })

/** Monthly trend of a product's unflagged reviews. */
export interface Trends extends ReviewTrend.Trend {
  readonly product_id: ProductId
  readonly product_name: UserText
  /** Every calendar month (UTC) of the period, oldest first. */
  readonly months: ReadonlyArray<ReviewTrend.MonthOfReviews>
  /** Most helpful review of the first and of the last month with reviews. */
  readonly highlights: ReadonlyArray<typeof Highlight.Type>
}

/** Trends of product reviews. */
export class ReviewTrends extends Context.Tag("@storefront/server/shop/reviews/ReviewTrends")<
  ReviewTrends,
  {
    /** Computes the trend of an active product over a number of calendar months, the current one included. */
    readonly read: (id: ProductId, months: number) => Effect.Effect<Trends, ProductNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const findProduct = ReviewedProduct.find(sql)
      const month = sql.literal("to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM')")

      const selectMonths = SqlSchema.findAll({
        Request: Period,
        Result: Month,
        execute: ({ from, id }) => sql`
          SELECT ${month} AS month, count(*)::int AS count, sum(rating)::int AS sum
          FROM reviews
          WHERE product_id = ${id} AND NOT is_flagged AND created_at >= ${from}
          GROUP BY 1
          ORDER BY 1`
      })

      const selectHighlights = SqlSchema.findAll({
        Request: Schema.Struct({ ...Period.fields, months: Schema.Array(Schema.String) }),
        Result: Highlight,
        execute: ({ from, id, months }) => sql`
          SELECT DISTINCT ON (${month}) ${month} AS month, reviews.id AS review_id, rating, title
          FROM reviews
          WHERE product_id = ${id} AND NOT is_flagged AND created_at >= ${from} AND ${month} = ANY (${months}::text[])
          ORDER BY ${month}, helpful_count DESC, created_at DESC, reviews.id DESC`
      })

      const read = Effect.fn("ReviewTrends.read")(function* (id: ProductId, count: number) {
        const now = yield* DateTime.now
        const { product_id, product_name } = yield* findProduct(id)
        const from = DateTime.toDate(ReviewTrend.periodStart(now, count))
        const months = ReviewTrend.padMonths(now, count, yield* orUnavailable(selectMonths({ id: product_id, from })))
        const withReviews = months.filter(({ count }) => count > 0).map(({ month }) => month)
        const firstAndLast = [...Array.take(withReviews, 1), ...Array.takeRight(withReviews, 1)]
        const highlights = yield* orUnavailable(selectHighlights({ id: product_id, from, months: firstAndLast }))
        return { product_id, product_name, ...ReviewTrend.trendOf(months), months, highlights }
      })

      return { read }
    })
  )
}
