import { SqlClient, SqlSchema } from "@effect/sql"
import { Conversation, Message } from "@storefront/domain/api/ConversationsApi"
import { StoredFeedback } from "@storefront/domain/api/FeedbackApi"
import { ConversationNotFound, type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { type ActionId, ConversationId } from "@storefront/domain/Ids"
import { english } from "@storefront/domain/words/Locale"
import { Array, Context, Effect, Layer, Option, Schema, Struct } from "effect"
import { viewsOf } from "../actions/ActionViews.ts"
import { type PendingAction, PendingActions } from "../actions/PendingActions.ts"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import * as JsonText from "../../platform/database/JsonText.ts"
import { orUnavailable, withRetry } from "../../platform/database/Transaction.ts"
import { Internal, internalKeys } from "./StoredAnswer.ts"
import { TurnStates } from "./TurnStates.ts"

const dates = { created_at: Schema.DateTimeUtcFromDate, last_message_at: Schema.DateTimeUtcFromDate }

const ConversationRow = Schema.Struct({
  ...Struct.omit(Conversation.fields, "messages"),
  ...dates,
  /** True if it has an answer without confirmed delivery. */
  has_unheard: Schema.Boolean
})
const MessageRow = Schema.Struct({
  ...Message.fields,
  created_at: Schema.DateTimeUtcFromDate,
  internal: Internal,
  feedback: Schema.NullOr(StoredFeedback)
})

/** Builds an answer's metadata for the client: shown actions in their present state, its opinion, no internal fields. */
const shownMetadata = (
  { feedback, internal: { locale = english, pending_actions }, metadata }: typeof MessageRow.Type,
  actions: ReadonlyMap<ActionId, PendingAction>
) => ({
  ...Struct.omit(metadata, ...internalKeys),
  ...(pending_actions.length === 0 ? {} : { pending_actions: viewsOf(pending_actions, actions, locale) }),
  ...(feedback === null ? {} : { feedback })
})

/** Stored conversations, as their owner reads them. Deleted ones and other people's count as not found. */
export class ConversationArchive extends Context.Tag("@storefront/server/assistant/chat/ConversationArchive")<
  ConversationArchive,
  {
    /** Returns the `ConversationSummary`s of the 50 most recently used conversations as JSON text, latest first. */
    readonly list: (owner: UserId) => Effect.Effect<string, DatabaseUnavailable>
    /** Returns the conversation. Its answers count as received from then on. */
    readonly find: (
      owner: UserId,
      id: ConversationId
    ) => Effect.Effect<Conversation, ConversationNotFound | DatabaseUnavailable>
    /** Hides the conversation and drops its proposals; the messages are kept. */
    readonly remove: (
      owner: UserId,
      id: ConversationId
    ) => Effect.Effect<void, ConversationNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const pending = yield* PendingActions
      const states = yield* TurnStates

      const selectOne = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, id: ConversationId }),
        Result: ConversationRow,
        execute: ({ id, owner }) => sql`
          SELECT id, title, created_at, last_message_at,
            EXISTS (SELECT FROM turns WHERE conversation_id = ${id} AND state IN ('answered', 'unheard')) AS has_unheard
          FROM conversations
          WHERE id = ${id} AND user_id = ${owner} AND is_active`
      })
      const selectMessages = SqlSchema.findAll({
        Request: ConversationId,
        Result: MessageRow,
        execute: (id) => sql`
          SELECT m.id, m.role, m.content, m.agent_name, m.agents_involved, m.metadata, m.tokens_in, m.tokens_out, m.created_at,
            m.metadata - 'cards' AS internal, (
              SELECT jsonb_strip_nulls(jsonb_build_object('rating', f.rating, 'comment', f.comment))
              FROM message_feedback f WHERE f.message_id = m.id
            ) AS feedback
          FROM messages m WHERE m.conversation_id = ${id} ORDER BY m.seq`
      })

      const list = Effect.fn("ConversationArchive.list")((owner: UserId) =>
        orUnavailable(
          JsonText.read(sql`
          SELECT array_to_json(ARRAY(
            SELECT row_to_json(listed) FROM (
              SELECT c.id, c.title,
                (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id) AS message_count,
                ${JsonText.time(sql, "c.created_at")} AS created_at,
                ${JsonText.time(sql, "c.last_message_at")} AS last_message_at
              FROM conversations c WHERE c.user_id = ${owner} AND c.is_active
              ORDER BY c.last_message_at DESC, c.id DESC LIMIT 50
            ) listed
          ))::text AS json`)
        )
      )

      const find = Effect.fn("ConversationArchive.find")(function* (owner: UserId, id: ConversationId) {
        const row = yield* orUnavailable(selectOne({ owner, id }))
        const { has_unheard, ...conversation } = yield* Effect.mapError(row, () => new ConversationNotFound())
        const messages = yield* orUnavailable(selectMessages(id))
        const ids = Array.dedupe(messages.flatMap(({ internal }) => internal.pending_actions))
        const found = ids.length === 0 ? [] : yield* pending.find(owner, id, ids)
        yield* Effect.when(states.acknowledgeRead(owner, id), () => has_unheard)
        const actions = new Map(found.map((action) => [action.id, action]))
        return new Conversation(
          {
            ...conversation,
            messages: messages.map(
              ({ feedback, internal, ...message }) =>
                new Message(
                  { ...message, metadata: shownMetadata({ feedback, internal, ...message }, actions) },
                  skipValidation
                )
            )
          },
          skipValidation
        )
      })

      const remove = Effect.fn("ConversationArchive.remove")(
        function* (owner: UserId, id: ConversationId) {
          const removed = yield* sql`
            UPDATE conversations SET is_active = false WHERE id = ${id} AND user_id = ${owner} AND is_active
            RETURNING id`
          if (removed.length === 0) {
            return yield* new ConversationNotFound()
          }
          yield* pending.dropAll(id, Option.none())
        },
        withRetry(sql),
        orUnavailable
      )

      return { list, find, remove }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([PendingActions.layer, TurnStates.layer]))
}
