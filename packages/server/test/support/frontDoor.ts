import { NodeHttpServer } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { ChatAnswer } from "@storefront/domain/api/ChatApi"
import { ConversationId } from "@storefront/domain/Ids"
import { hashSync } from "bcryptjs"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { ChatTurn } from "../../src/chat/ChatTurn.ts"
import * as StorefrontHttp from "../../src/rest/StorefrontHttp.ts"
import { send } from "./requests.ts"
import { settings } from "../../src/testing/Settings.ts"

/** What the front door under test signs its tokens with. */
export const jwtSecret = "3f9a1c07d2e84b56a0c9f7e1d4b82635"

/** An id that nothing has. */
export const unknownId = "ffffffff-0000-7000-8000-00000000ffff"

/** Password of every account of the demonstration shop. */
export const password = "storefront-demo"

/** An assistant that repeats the message. */
const parrot = Layer.mock(ChatTurn, {
  answer: (_, { conversationId, message }) =>
    Effect.succeed(
      new ChatAnswer({
        response: message,
        conversation_id: conversationId ?? ConversationId.make(unknownId),
        agents_involved: []
      })
    ),
  drain: Effect.void
})

/** Logging in takes a tenth of a second at the cost that the demonstration shop is stored with. */
const quickPasswords = Layer.effectDiscard(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`UPDATE users SET password_hash = ${hashSync(password, 4)} WHERE password_hash LIKE '$2%'`
  )
)

/** The front door on a database, on a free port, with a client for it; the database is there for the test too. */
export const layer = <E>(
  database: Layer.Layer<SqlClient.SqlClient, E>,
  variables: Readonly<Record<string, string>> = {},
  assistant: Layer.Layer<ChatTurn> = parrot
) =>
  StorefrontHttp.layer.pipe(
    Layer.provide(assistant),
    Layer.provideMerge(NodeHttpServer.layerTest),
    Layer.provide(quickPasswords),
    Layer.provideMerge(database),
    Layer.provide([
      settings({ JWT_SECRET: jwtSecret, BCRYPT_COST: "4", ...variables }),
      Logger.minimumLogLevel(LogLevel.None)
    ])
  )

/** Logs a person of the demonstration shop in and answers the tokens. */
export const logIn = (name: string) =>
  Effect.map(send("/api/auth/login", { json: { email: `${name}@example.com`, password } }), ({ body }) => ({
    access: String(body.access_token),
    refresh: String(body.refresh_token)
  }))

/** An access token of a person of the demonstration shop. */
export const tokenOf = (name: string) => Effect.map(logIn(name), ({ access }) => access)
