import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User, UserId } from "@storefront/domain/Identity"
import { ProductId, ReviewId } from "@storefront/domain/Ids"
import { ReviewAuthor, reviewerOf } from "@storefront/domain/Reviews"
import { topicsIn } from "@storefront/domain/rules/ReviewTopics"
import { draft, type ReplyFacts } from "@storefront/domain/rules/SellerReply"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { cut } from "../../platform/text/Text.ts"

/** The review does not exist, or is about another seller's product. */
export class ReviewNotFound extends Data.TaggedError("ReviewNotFound") {}

/** Maximum length of the review text shown beside the draft. */
const maxBodyLength = 500

const AnsweredReview = Schema.Struct({
  review_id: ReviewId,
  product_id: ProductId,
  product_name: UserText,
  ...ReviewAuthor.fields,
  rating: Schema.Int,
  review_title: UserText,
  body: Schema.String
})

/** A review with a draft reply. */
export interface SellerReply extends Omit<typeof AnsweredReview.Type, keyof typeof ReviewAuthor.Type | "body"> {
  readonly reviewer: UserText
  readonly review_body: UserText
  readonly draft: UserText
}

/** Drafts replies to reviews, without storing them. */
export class SellerReplies extends Context.Tag("@storefront/server/shop/reviews/SellerReplies")<
  SellerReplies,
  {
    /** Drafts a reply to a review of the writer's active product, or of any active product for an admin. */
    readonly draft: (
      writer: User,
      id: ReviewId,
      options: Pick<ReplyFacts, "tone" | "ownWords">
    ) => Effect.Effect<SellerReply, ReviewNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const select = SqlSchema.findOne({
        Request: Schema.Struct({ id: ReviewId, seller: Schema.NullOr(UserId) }),
        Result: AnsweredReview,
        execute: ({ id, seller }) => sql`
          SELECT r.id AS review_id, p.id AS product_id, p.name AS product_name, u.name AS account_name, r.author, r.rating,
            r.title AS review_title, r.body
          FROM reviews r
          JOIN products p ON p.id = r.product_id
          LEFT JOIN users u ON u.id = r.user_id
          WHERE r.id = ${id} AND p.is_active AND (${seller}::uuid IS NULL OR p.seller_id = ${seller}::uuid)`
      })

      const draftReply = Effect.fn("SellerReplies.draft")(function* (
        writer: User,
        id: ReviewId,
        options: Pick<ReplyFacts, "tone" | "ownWords">
      ) {
        const row = yield* orUnavailable(select({ id, seller: writer.role === "admin" ? null : writer.id }))
        const { account_name, author, body, ...review } = yield* Effect.mapError(row, () => new ReviewNotFound())
        const reviewer = UserText.make(reviewerOf({ account_name, author }))
        const topics = topicsIn({ title: review.review_title, body })
        const { product_name: productName, rating } = review
        return {
          ...review,
          reviewer,
          review_body: UserText.make(cut(body, maxBodyLength)),
          draft: UserText.make(draft({ reviewer, productName, rating, topics, ...options }))
        }
      })

      return { draft: draftReply }
    })
  )
}
