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

/** Finds an active product, in one statement. */
export const find = (sql: SqlClient.SqlClient) => {
  const select = SqlSchema.findOne({
    Request: ProductId,
    Result: ReviewedProduct,
    execute: (id) => sql`
      SELECT id AS product_id, name AS product_name, rating AS overall_rating, review_count AS total_reviews
      FROM products
      WHERE id = ${id} AND is_active`
  })
  return Effect.fnUntraced(function* (id: ProductId) {
    const row = yield* orUnavailable(select(id))
    return yield* Effect.mapError(row, () => new ProductNotFound())
  })
}
