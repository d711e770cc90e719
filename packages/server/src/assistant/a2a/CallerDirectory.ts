import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { SqlClient, SqlSchema } from "@effect/sql"
import { User, UserId } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { InvalidCallerIdentity } from "./AgentCredentials.ts"
import { type CallerHeaders } from "./CallerHeaders.ts"

/** Person for whom one of our services sends a request. */
export interface Caller {
  readonly user: User
  /** Conversation named by the request; null if it is not this person's. */
  readonly conversationId: ConversationId | null
}

const Row = Schema.Struct({
  ...User.fields,
  is_active: Schema.Boolean,
  conversation_id: Schema.NullOr(ConversationId)
})

/** Looks up the caller. Fails if the person is unknown or inactive, or their e-mail or role differs from the headers. */
export class CallerDirectory extends Context.Tag("@storefront/server/assistant/a2a/CallerDirectory")<
  CallerDirectory,
  { readonly find: (claims: CallerHeaders) => Effect.Effect<Caller, InvalidCallerIdentity | DatabaseUnavailable> }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: Schema.Struct({ user: UserId, conversation: Schema.NullOr(ConversationId) }),
        Result: Row,
        execute: ({ conversation, user }) => sql`
          SELECT u.id, u.email, u.name, u.role, u.is_active, c.id AS conversation_id
          FROM users u
          LEFT JOIN conversations c ON c.id = ${conversation} AND c.user_id = u.id
          WHERE u.id = ${user}`
      })
      const find = Effect.fnUntraced(function* (claims: CallerHeaders) {
        const row = yield* orUnavailable(
          select({ user: claims["x-user-id"], conversation: claims["x-conversation-id"] ?? null })
        )
        return yield* Option.match(row, {
          onNone: () => new InvalidCallerIdentity(),
          onSome: ({ conversation_id, is_active, ...user }) =>
            is_active && user.email === claims["x-user-email"] && user.role === claims["x-user-role"]
              ? Effect.succeed<Caller>({ user: new User(user), conversationId: conversation_id })
              : new InvalidCallerIdentity()
        })
      })
      return { find }
    })
  )
}
