import { SqlClient, SqlSchema } from "@effect/sql"
import { Rating } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { ProductId, ReviewId } from "@storefront/domain/Ids"
import { Context, Data, Effect, Layer, Schema } from "effect"
import * as Transaction from "../../platform/database/Transaction.ts"
import { rate } from "./Ratings.ts"

export class UnknownReview extends Data.TaggedError("UnknownReview")<{ readonly id: ReviewId }> {
  override get message() {
    return `There is no review ${this.id}.`
  }
}

/** The review already has the requested state, possibly because of a concurrent call. */
export class ReviewNotChanged extends Data.TaggedError("ReviewNotChanged")<{
  readonly id: ReviewId
  readonly is_flagged: boolean
}> {
  override get message() {
    return `Review ${this.id} is ${this.is_flagged ? "flagged already" : "not flagged"}. Nothing was changed.`
  }
}

/** A flagged or unflagged review, with the new rating of its product. */
export const ReviewTransition = Schema.Struct({
  review_id: ReviewId,
  is_flagged: Schema.Boolean,
  product_id: ProductId,
  /** Over all unflagged reviews; 0 without any. */
  rating: Rating,
  review_count: Schema.Int
})
export type ReviewTransition = typeof ReviewTransition.Type

/** Operator commands on reviews. */
export class ReviewOperations extends Context.Tag("@storefront/server/shop/reviews/ReviewOperations")<
  ReviewOperations,
  {
    /**
     * Hides a review everywhere, or shows it again. Recomputes rating and number of reviews of the product, and of a
     * group's variants, in the same transaction.
     */
    readonly setFlagged: (
      id: ReviewId,
      isFlagged: boolean
    ) => Effect.Effect<ReviewTransition, UnknownReview | ReviewNotChanged | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** Locks the review's product, so that concurrent changes are counted one after another. */
      const lockProduct = SqlSchema.findOne({
        Request: ReviewId,
        Result: Schema.Struct({ product_id: ProductId }),
        execute: (id) => sql`
          SELECT p.id AS product_id FROM products p
          WHERE p.id = (SELECT product_id FROM reviews WHERE id = ${id})
          FOR NO KEY UPDATE OF p`
      })

      const selectRating = SqlSchema.single({
        Request: ProductId,
        Result: Schema.Struct({ rating: Schema.NumberFromString, review_count: Schema.Int }),
        execute: (id) => sql`SELECT rating, review_count FROM products WHERE id = ${id}`
      })

      const setFlagged = Effect.fn("ReviewOperations.setFlagged")(
        function* (id: ReviewId, isFlagged: boolean) {
          const { product_id } = yield* Effect.mapError(yield* lockProduct(id), () => new UnknownReview({ id }))
          const changed = yield* sql`
            UPDATE reviews SET is_flagged = ${isFlagged} WHERE id = ${id} AND is_flagged <> ${isFlagged} RETURNING id`
          if (changed.length === 0) {
            return yield* new ReviewNotChanged({ id, is_flagged: isFlagged })
          }
          yield* rate(sql, sql`SELECT ${product_id}::uuid AS id`)
          return { review_id: id, is_flagged: isFlagged, product_id, ...(yield* selectRating(product_id)) }
        },
        Transaction.withRetry(sql),
        Transaction.orUnavailable,
        Effect.tap(({ is_flagged, review_id }) =>
          Effect.annotateLogs(Effect.logInfo(is_flagged ? "Review flagged" : "Review unflagged"), {
            "review.id": review_id
          })
        )
      )

      return { setFlagged }
    })
  )
}
