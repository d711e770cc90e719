import { HttpServer } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ChatAnswer } from "@storefront/domain/api/ChatApi"
import { ConversationId } from "@storefront/domain/Ids"
import { Chunk, Deferred, Duration, Effect, Fiber, Layer, TestClock } from "effect"
import { connect } from "node:net"
import { v7 } from "uuid"
import { ChatTurn } from "../../../src/assistant/chat/ChatTurn.ts"
import { StreamedTurns } from "../../../src/assistant/chat/StreamedTurns.ts"
import * as A2a from "../../support/a2a.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** An assistant that says when it begins, and takes a minute. */
const began = Deferred.unsafeMake<void>(Fiber.id(Fiber.void))
const slow = Layer.mock(ChatTurn, {
  answer: () =>
    Deferred.succeed(began, undefined).pipe(
      Effect.zipRight(Effect.sleep("1 minute")),
      Effect.as(
        new ChatAnswer({
          response: "At last.",
          conversation_id: ConversationId.make(FrontDoor.unknownId),
          agents_involved: []
        })
      )
    ),
  accepting: Effect.void,
  drain: Effect.void
})

/** A turn that never ends, and says when somebody follows it. */
const followed = Deferred.unsafeMake<void>(Fiber.id(Fiber.void))
const endless = Layer.mock(StreamedTurns, {
  follow: () => Effect.zipRight(Deferred.succeed(followed, undefined), Effect.never)
})

/** Lets sockets have their turn. */
const pause = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Waits until somebody waits for so long. The clock counts those who gave up waiting too. */
const awaitSleeper = (duration: Duration.DurationInput) =>
  pause.pipe(
    Effect.zipRight(Effect.all([TestClock.sleeps(), TestClock.currentTimeMillis])),
    Effect.repeat({
      until: ([sleeps, now]) => Chunk.some(sleeps, (wakeUp) => wakeUp === now + Duration.toMillis(duration))
    })
  )

const TestLayer = FrontDoor.layer(TestDatabase.seeded, {}, slow, undefined, undefined, endless)

layer(TestLayer)("a request", (it) => {
  it.effect("is answered after 15 seconds, even if it has not come yet", () =>
    Effect.gen(function* () {
      const address = yield* HttpServer.addressWith((bound) => Effect.succeed(bound))
      assert.strictEqual(address._tag, "TcpAddress")
      const port = address._tag === "TcpAddress" ? address.port : 0
      const answer = yield* Effect.fork(
        Effect.async<string>((resume) => {
          const socket = connect(port, "127.0.0.1", () =>
            socket.write("POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{")
          )
          socket.once("data", (data) => {
            socket.destroy()
            resume(Effect.succeed(data.toString()))
          })
        })
      )
      yield* awaitSleeper("15 seconds")
      yield* TestClock.adjust("15 seconds")
      const text = yield* Fiber.join(answer)
      assert.match(text, /^HTTP\/1\.1 504 /)
      assert.strictEqual(text.split("\r\n\r\n")[1], JSON.stringify({ detail: "Request timed out" }))
    })
  )

  it.effect("for a task is answered after as long over JSON-RPC", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const token = yield* FrontDoor.tokenOf("alice")
      const [conversation, turn] = [v7(), v7()]
      const owner = sql`(SELECT id FROM users WHERE email = 'alice@example.com')`
      yield* sql`INSERT INTO conversations (id, user_id, title) VALUES (${conversation}, ${owner}, '-')`
      yield* sql`
        INSERT INTO turns (id, task_id, user_id, conversation_id, client_message_id, trace_id, door, state, expires_at)
        VALUES (${turn}, ${turn}, ${owner}, ${conversation}, 'one', repeat('1', 32), 'a2a', 'received', now() + interval '1 hour')`
      const answer = yield* Effect.fork(A2a.rpc({ token }, "GetTask", { id: turn }))
      yield* Deferred.await(followed)
      yield* TestClock.adjust("15 seconds")
      const { body, status } = yield* Fiber.join(answer)
      assert.deepStrictEqual(
        [status, body.id, body.error.code, body.error.message],
        [504, 7, -32_000, "Request timed out"]
      )
    })
  )

  it.effect("of the assistant has a budget of its own", () =>
    Effect.gen(function* () {
      const token = yield* FrontDoor.tokenOf("alice")
      const answer = yield* Effect.fork(send("/api/chat", { token, json: { message: "Hi" } }))
      yield* Deferred.await(began)
      yield* awaitSleeper("1 minute")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Fiber.join(answer)).status, 200)
    })
  )
})
