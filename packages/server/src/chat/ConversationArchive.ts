import { SqlClient, SqlSchema } from "@effect/sql"
import { Conversation, Message } from "@storefront/domain/api/ConversationsApi"
import { ConversationNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { Context, Effect, Layer, Schema, Struct } from "effect"
import { decoded } from "../database/Decoded.ts"
import * as JsonText from "../database/JsonText.ts"

const dates = { created_at: Schema.DateTimeUtcFromDate, last_message_at: Schema.DateTimeUtcFromDate }

const ConversationRow = Schema.Struct({ ...Struct.omit(Conversation.fields, "messages"), ...dates })
const MessageRow = Schema.Struct({ ...Message.fields, created_at: Schema.DateTimeUtcFromDate })

/**
 * Past conversations as their owner reads them; one that is deleted or somebody else's is not found. Failures of the
 * database are defects.
 */
export class ConversationArchive extends Context.Tag("@storefront/server/chat/ConversationArchive")<
  ConversationArchive,
  {
    /** The JSON text of the `ConversationSummary`s of the 50 with the latest messages, latest first. */
    readonly list: (owner: UserId) => Effect.Effect<string>
    readonly find: (owner: UserId, id: ConversationId) => Effect.Effect<Conversation, ConversationNotFound>
    /** Messages are kept, but nobody sees them any more. */
    readonly remove: (owner: UserId, id: ConversationId) => Effect.Effect<void, ConversationNotFound>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const selectOne = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, id: ConversationId }),
        Result: ConversationRow,
        execute: ({ id, owner }) => sql`
          SELECT id, title, created_at, last_message_at FROM conversations
          WHERE id = ${id} AND user_id = ${owner} AND is_active`
      })
      const selectMessages = SqlSchema.findAll({
        Request: ConversationId,
        Result: MessageRow,
        execute: (id) => sql`
          SELECT id, role, content, agent_name, agents_involved, metadata, tokens_in, tokens_out, created_at
          FROM messages WHERE conversation_id = ${id} ORDER BY seq`
      })

      const list = Effect.fn("ConversationArchive.list")((owner: UserId) =>
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

      const find = Effect.fn("ConversationArchive.find")(function* (owner: UserId, id: ConversationId) {
        const row = yield* Effect.orDie(selectOne({ owner, id }))
        const conversation = yield* Effect.mapError(row, () => new ConversationNotFound())
        const messages = yield* Effect.orDie(selectMessages(id))
        return new Conversation(
          { ...conversation, messages: messages.map((message) => new Message(message, decoded)) },
          decoded
        )
      })

      const remove = Effect.fn("ConversationArchive.remove")(function* (owner: UserId, id: ConversationId) {
        const removed = yield* Effect.orDie(sql`
          UPDATE conversations SET is_active = false WHERE id = ${id} AND user_id = ${owner} AND is_active
          RETURNING id`)
        if (removed.length === 0) {
          return yield* new ConversationNotFound()
        }
      })

      return { list, find, remove }
    })
  )
}
