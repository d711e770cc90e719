import { HttpServer } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import type { SqlClient } from "@effect/sql"
import { ChatAnswer } from "@storefront/domain/api/ChatApi"
import { ConversationId } from "@storefront/domain/Ids"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { ChatTurn } from "../../src/assistant/chat/ChatTurn.ts"
import { StreamedTurns } from "../../src/assistant/chat/StreamedTurns.ts"
import * as Doors from "../../src/doors/Doors.ts"
import * as Modes from "./modes.ts"
import { send } from "./requests.ts"
import { Forger } from "./tokens.ts"
import { keepAliveServer } from "../../src/testing/LoopbackServer.ts"
import * as TestDatabase from "../../src/testing/TestDatabase.ts"
import { settings } from "../../src/testing/Settings.ts"

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
  accepting: Effect.void,
  drain: Effect.void
})

/** On a free port, with a client that keeps its connections: a new one takes longer than most requests. */
const served = HttpServer.layerTestClient.pipe(
  Layer.provide(NodeHttpClient.layerUndici),
  Layer.provideMerge(NodeHttpServer.layer(keepAliveServer, { port: 0, host: "127.0.0.1" }))
)

/** The front door on a database, on a free port, with a client for it; the database is there for the test too. */
export const layer = <E>(
  database: Layer.Layer<SqlClient.SqlClient, E>,
  variables: Readonly<Record<string, string>> = {},
  assistant: Layer.Layer<ChatTurn> = parrot,
  mode: Modes.Mode = Modes.local,
  logging: Layer.Layer<never> = Logger.minimumLogLevel(LogLevel.None),
  streamed: Layer.Layer<StreamedTurns, never, SqlClient.SqlClient> = Layer.mock(StreamedTurns, {})
) =>
  Layer.unwrapScoped(
    Effect.map(mode.start, (started) =>
      Doors.layer.pipe(
        Layer.provide([assistant, streamed]),
        Layer.provideMerge(served),
        Layer.provide(settings({ BCRYPT_COST: "4", ...started.variables, ...variables })),
        Layer.merge(Layer.succeed(Forger, started.forger))
      )
    )
  ).pipe(Layer.provideMerge(database), Layer.provide(logging))

/** The database engines with local mode, and the embedded one with every other mode. */
export const doors = (variables?: Readonly<Record<string, string>>) => [
  ...TestDatabase.seededEngines.map((engine) => ({
    name: `${engine.name} in ${Modes.local.name}`,
    mode: Modes.local,
    layer: layer(engine.layer, variables)
  })),
  ...[Modes.oauth, Modes.foreign].map((mode) => ({
    name: `PGlite in ${mode.name}`,
    mode,
    layer: layer(TestDatabase.seeded, variables, parrot, mode)
  }))
]

/** Logs a person of the demonstration shop in and answers the tokens. */
export const logIn = (name: string) =>
  Effect.map(send("/api/auth/login", { json: { email: `${name}@example.com`, password } }), ({ body }) => ({
    access: String(body.access_token),
    refresh: String(body.refresh_token)
  }))

/** An access token of a person of the demonstration shop. */
export const tokenOf = (name: string) => Effect.map(logIn(name), ({ access }) => access)
