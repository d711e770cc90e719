import { NodeHttpServer } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, it, layer } from "@effect/vitest"
import { ChatAnswer } from "@storefront/domain/api/ChatApi"
import { AnswerFailed, ConversationBusy, TimedOut } from "@storefront/domain/Errors"
import { ConversationId } from "@storefront/domain/Ids"
import { Effect, Layer } from "effect"
import * as RunningTurns from "../../../src/assistant/agent/RunningTurns.ts"
import { ChatTurn, ChatTurnFailed } from "../../../src/assistant/chat/ChatTurn.ts"
import * as NoAnswer from "../../../src/assistant/chat/NoAnswer.ts"
import { StreamedTurns } from "../../../src/assistant/chat/StreamedTurns.ts"
import * as Doors from "../../../src/doors/Doors.ts"
import * as FrontDoor from "../../support/frontDoor.ts"
import { jwtSecret } from "../../support/modes.ts"
import { recorder } from "../../../src/testing/RecordedSpans.ts"
import { refusal, send } from "../../support/requests.ts"
import { settings } from "../../../src/testing/Settings.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const conversationId = ConversationId.make("cccccccc-0000-4000-8000-000000000001")

const failed = (reason: NoAnswer.NoAnswer) => Effect.fail(new ChatTurnFailed({ conversationId, reason }))

/** What becomes of a message that says so. */
const outcomes: Record<string, ReturnType<ChatTurn["Type"]["answer"]>> = {
  busy: new ConversationBusy(),
  full: NoAnswer.unavailable(),
  failed: failed(new AnswerFailed()),
  unavailable: failed(NoAnswer.unavailable()),
  late: failed(new TimedOut({ message: "The assistant took too long to answer" }))
}

/** What came with the last message. */
const heard: { last?: unknown } = {}

const turns = Layer.succeed(ChatTurn, {
  answer: ({ email }, { conversationId: given, message, ...rest }) => {
    heard.last = rest
    return (
      outcomes[message] ??
      Effect.succeed(
        new ChatAnswer({
          response: `${email}: ${message}`,
          conversation_id: given ?? conversationId,
          agents_involved: ["order-management"]
        })
      )
    )
  },
  start: () => Effect.dieMessage("nothing is followed"),
  accepting: Effect.void,
  drainBegun: Effect.never,
  drain: Effect.void
})

const { spans, tracer } = recorder()

const TestLayer = Doors.layer.pipe(
  Layer.provide([turns, Layer.mock(StreamedTurns, {})]),
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provideMerge(TestDatabase.seeded),
  Layer.provide(settings({ JWT_SECRET: jwtSecret, BCRYPT_COST: "4" })),
  Layer.provide(Layer.setTracer(tracer))
)

layer(TestLayer, { excludeTestServices: true })("POST /api/chat", (it) => {
  const chat = (json: unknown) =>
    Effect.flatMap(FrontDoor.tokenOf("alice"), (token) => send("/api/chat", { token, json }))

  it.effect(
    "passes on the actions that a request confirms, the client's languages and the generation of its tokens",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE users SET token_generation = 3 WHERE email = 'alice@example.com'`
        const token = yield* FrontDoor.tokenOf("alice")
        const id = "eeeeeeee-0000-4000-8000-000000000001"
        const say = (confirm: unknown) =>
          send("/api/chat", {
            token,
            json: { message: "Yes", confirm },
            headers: { "accept-language": "de-CH, en;q=0.5" }
          })
        for (const [confirm, named] of [
          [
            [id.toUpperCase(), id],
            [id, id]
          ],
          [null, []],
          [undefined, []]
        ]) {
          assert.strictEqual((yield* say(confirm)).status, 200)
          assert.deepStrictEqual(heard.last, {
            namedActions: named,
            acceptLanguage: "de-CH, en;q=0.5",
            generation: 3
          })
        }
        for (const confirm of [[], Array.from({ length: 6 }, () => id), id, [1]]) {
          const { body, status } = yield* say(confirm)
          assert.deepStrictEqual([status, body], [422, { detail: "confirm: must be 1 to 5 action ids" }])
        }
        const { body, status } = yield* say([id, "not-an-id"])
        assert.deepStrictEqual([status, body], [404, { detail: "Action not found" }])
      })
  )

  it.effect("answers the caller, in a new conversation or a given one", () =>
    Effect.gen(function* () {
      const other = "dddddddd-0000-4000-8000-000000000001"
      for (const [json, id] of [
        [{ message: " Hello " }, conversationId],
        [{ message: "Hello", conversation_id: null }, conversationId],
        [{ message: "Hello", conversation_id: other, role: "admin" }, other],
        [{ message: "Hello", conversation_id: other.toUpperCase() }, other]
      ] as const) {
        const { body, status } = yield* chat(json)
        assert.deepStrictEqual(
          [status, body],
          [
            200,
            {
              response: "alice@example.com: Hello",
              conversation_id: id,
              agents_involved: ["order-management"]
            }
          ]
        )
      }
    })
  )

  it.effect("says what went wrong, and with which conversation to go on", () =>
    Effect.gen(function* () {
      const unavailable = "The assistant is temporarily unavailable"
      for (const [message, status, detail, id, retryAfter] of [
        ["failed", 502, "The assistant could not produce an answer", conversationId, undefined],
        ["unavailable", 503, unavailable, conversationId, "5"],
        ["full", 503, unavailable, undefined, "5"],
        ["late", 504, "The assistant took too long to answer", conversationId, undefined],
        ["busy", 409, "Conversation is busy", undefined, undefined]
      ] as const) {
        const response = yield* chat({ message })
        assert.deepStrictEqual(refusal(response), [status, { detail }])
        assert.strictEqual(response.headers["x-conversation-id"], id)
        assert.strictEqual(response.headers["retry-after"], retryAfter)
      }
    })
  )

  it.effect("is a span that is in error exactly when the fault is ours", () =>
    Effect.gen(function* () {
      for (const [message, status, errorType] of [
        ["Hello", 200, undefined],
        ["busy", 409, undefined],
        ["failed", 502, "502"],
        ["late", 504, "504"]
      ] as const) {
        yield* chat({ message })
        const span = spans().findLast(({ name }) => name === "POST /api/chat")
        assert.deepStrictEqual(
          [span?.kind, span?.attributes["http.response.status_code"], span?.attributes["error.type"], span?.isError],
          ["SERVER", status, errorType, errorType !== undefined]
        )
      }
    })
  )

  it.effect("refuses what is not a message", () =>
    Effect.gen(function* () {
      const rule = "message: must be 1 to 8000 characters"
      for (const [json, status, detail] of [
        [{}, 422, rule],
        [{ message: "  " }, 422, rule],
        [{ message: "x".repeat(8001) }, 422, rule],
        [{ message: 1 }, 422, rule],
        [{ message: "Hi", conversation_id: 1 }, 422, "conversation_id: must be a string or null"],
        [{ message: "Hi", conversation_id: "nothing" }, 404, "Conversation not found"]
      ] as const) {
        assert.deepStrictEqual(refusal(yield* chat(json)), [status, { detail }])
      }
      const token = yield* FrontDoor.tokenOf("alice")
      for (const [levels, status, detail] of [
        [63, 422, "conversation_id: must be a string or null"],
        [64, 422, "body: is nested too deeply"],
        [50_000, 422, "body: is nested too deeply"]
      ] as const) {
        const text = `{"message":"Hi","conversation_id":${"[".repeat(levels)}${"]".repeat(levels)}}`
        assert.deepStrictEqual(refusal(yield* send("/api/chat", { method: "POST", token, text })), [status, { detail }])
      }
      assert.deepStrictEqual(refusal(yield* send("/api/chat", { json: { message: "Hi" } })), [
        401,
        { detail: "Not authenticated" }
      ])
    })
  )
})

/** The program was told to stop. */
const stopping = Layer.mock(ChatTurn, { accepting: new RunningTurns.TooManyTurns(), drain: Effect.void })

it.live("a service that takes no more messages lives, and is not ready", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(refusal(yield* send("/healthz")), [200, { status: "ok" }])
    const { body, status } = yield* send("/readyz")
    assert.deepStrictEqual([status, body], [503, { detail: "Service temporarily unavailable", failed: ["turns"] }])
  }).pipe(Effect.provide(FrontDoor.layer(TestDatabase.layer, {}, stopping)))
)
