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

/** The review stays with a variant, whose group has a newer one by the same person. */
export class ReviewReplaced extends Data.TaggedError("ReviewReplaced")<{ readonly id: ReviewId }> {
  override get message() {
    return `Review ${this.id} stays flagged: a newer one by the same person has replaced it. Nothing was changed.`
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
    ) => Effect.Effect<ReviewTransition, UnknownReview | ReviewNotChanged | ReviewReplaced | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** Locks the review's product, so that concurrent changes are counted one after another. */
      const lockProduct = SqlSchema.findOne({
        Request: ReviewId,
        Result: Schema.Struct({ is_variant: Schema.Boolean }),
        execute: (id) => sql`
          SELECT p.kind = 'variant' AS is_variant FROM products p
          WHERE p.id = (SELECT product_id FROM reviews WHERE id = ${id})
          FOR NO KEY UPDATE OF p`
      })

      /** Marks the review, and finds the product that is rated with it: an import may have handed the review over. */
      const change = SqlSchema.findOne({
        Request: Schema.Struct({ id: ReviewId, isFlagged: Schema.Boolean }),
        Result: Schema.Struct({ product_id: ProductId }),
        execute: ({ id, isFlagged }) => sql`
          UPDATE reviews r SET is_flagged = ${isFlagged} FROM products p
          WHERE r.id = ${id} AND r.is_flagged <> ${isFlagged} AND p.id = r.product_id
          RETURNING COALESCE(p.group_id, p.id) AS product_id`
      })

      const selectRating = SqlSchema.single({
        Request: ProductId,
        Result: Schema.Struct({ rating: Schema.NumberFromString, review_count: Schema.Int }),
        execute: (id) => sql`SELECT rating, review_count FROM products WHERE id = ${id}`
      })

      const setFlagged = Effect.fn("ReviewOperations.setFlagged")(
        function* (id: ReviewId, isFlagged: boolean) {
          const { is_variant } = yield* Effect.mapError(yield* lockProduct(id), () => new UnknownReview({ id }))
          if (is_variant && !isFlagged) {
            return yield* new ReviewReplaced({ id })
          }
          const { product_id } = yield* Effect.mapError(
            yield* change({ id, isFlagged }),
            () => new ReviewNotChanged({ id, is_flagged: isFlagged })
          )
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
