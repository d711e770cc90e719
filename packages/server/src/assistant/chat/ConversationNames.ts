import { type SqlClient, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { Option, Schema } from "effect"

/** Names by which clients know a person's conversations. */

const decodeId = Schema.decodeUnknownOption(ConversationId)

/** Conversation as clients name it. */
const NamedConversation = Schema.Struct({
  id: ConversationId,
  /** The client's own name of it, else its id. */
  contextId: Schema.String
})
export type NamedConversation = typeof NamedConversation.Type

/** Column of a conversation's `contextId`; `c` is the conversation. */
export const contextIdColumn = "coalesce(c.client_key, c.id::text)"

/** Builds the query for a person's conversation by its id, or else by the client's name of it. */
export const selectNamed = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Struct({ owner: UserId, name: Schema.String }),
    Result: NamedConversation,
    execute: ({ name, owner }) => sql`
      SELECT id, ${sql.literal(contextIdColumn)} AS "contextId" FROM conversations c WHERE user_id = ${owner} AND is_active AND ${sql.or(
        [
          sql`client_key = ${name}`,
          ...Option.match(decodeId(name), { onNone: () => [], onSome: (id) => [sql`id = ${id}`] })
        ]
      )} ORDER BY client_key = ${name} NULLS FIRST LIMIT 1`
  })
