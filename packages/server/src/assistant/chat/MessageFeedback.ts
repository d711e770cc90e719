import { SqlClient } from "@effect/sql"
import { type Feedback } from "@storefront/domain/api/FeedbackApi"
import { staffName } from "@storefront/domain/api/ConversationsApi"
import { type DatabaseUnavailable, MessageNotFound } from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { type MessageId } from "@storefront/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"

/** Opinions of customers about answers. No model ever sees them. */
export class MessageFeedback extends Context.Tag("@storefront/server/assistant/chat/MessageFeedback")<
  MessageFeedback,
  {
    /**
     * Stores the opinion about an answer of the assistant in one of the person's conversations, instead of an earlier
     * one; a rating of 0 removes that.
     */
    readonly give: (
      person: UserId,
      message: MessageId,
      feedback: Feedback
    ) => Effect.Effect<void, MessageNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.map(SqlClient.SqlClient, (sql) => {
      // Locks the conversation, whose owner a claim changes; before it the person, as a claim does.
      const requireOwn = Effect.fnUntraced(function* (person: UserId, message: MessageId) {
        yield* sql`SELECT FROM users WHERE id = ${person} FOR KEY SHARE`
        const own = yield* sql`
          SELECT FROM messages m JOIN conversations c ON c.id = m.conversation_id
          WHERE m.id = ${message} AND m.role = 'assistant' AND m.agent_name <> ${staffName}
            AND c.user_id = ${person} AND c.is_active
          FOR SHARE OF c`
        if (own.length === 0) {
          return yield* new MessageNotFound()
        }
      })
      return {
        give: Effect.fn("MessageFeedback.give")((person: UserId, message: MessageId, { comment, rating }: Feedback) =>
          Effect.zipRight(
            requireOwn(person, message),
            rating === 0
              ? sql`DELETE FROM message_feedback WHERE message_id = ${message}`
              : sql`
                  INSERT INTO message_feedback (message_id, user_id, rating, comment)
                  VALUES (${message}, ${person}, ${rating}, ${comment ?? null})
                  ON CONFLICT (message_id) DO UPDATE
                  SET rating = EXCLUDED.rating, comment = EXCLUDED.comment, updated_at = now()`
          ).pipe(withRetry(sql), Effect.asVoid, orUnavailable)
        )
      }
    })
  )
}
