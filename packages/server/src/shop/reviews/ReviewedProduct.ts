import { type SqlClient, SqlSchema } from "@effect/sql"
import { ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { UserText } from "@storefront/domain/tools/UserText"
import { Effect, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** A product with the summary of its unflagged reviews. */
const ReviewedProduct = Schema.Struct({
  product_id: ProductId,
  product_name: UserText,
  overall_rating: Schema.NumberFromString,
  total_reviews: Schema.Int
})
export type ReviewedProduct = typeof ReviewedProduct.Type

/** Joins to the active products `o` the products `p` whose reviews they have: a variant has those of its group. */
export const joinReviewed = "JOIN products p ON p.id = COALESCE(o.group_id, o.id) AND o.is_active"

/** Finds an active product, or the group of an active variant, in one statement. */
export const find = (sql: SqlClient.SqlClient) => {
  const select = SqlSchema.findOne({
    Request: ProductId,
    Result: ReviewedProduct,
    execute: (id) => sql`
      SELECT p.id AS product_id, p.name AS product_name, p.rating AS overall_rating, p.review_count AS total_reviews
      FROM products o ${sql.literal(joinReviewed)}
      WHERE o.id = ${id}`
  })
  return Effect.fnUntraced(function* (id: ProductId) {
    const row = yield* orUnavailable(select(id))
    return yield* Effect.mapError(row, () => new ProductNotFound())
  })
}
