import { AiError } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { Array, Deferred, Effect, Exit, Fiber, Layer, Option, Schedule, TestClock, TestContext } from "effect"
import { v7 } from "uuid"
import { refusal } from "../../src/agent/AgentRuntime.ts"
import { AbandonedTurns } from "../../src/chat/AbandonedTurns.ts"
import { TurnFailed } from "../../src/chat/ChatTurn.ts"
import { Scanner } from "../../src/guard/Scanner.ts"
import * as ScriptedModel from "../../src/model/ScriptedModel.ts"
import { UsageLog } from "../../src/usage/UsageLog.ts"
import { consult, repeating, start } from "../support/orchestrator.ts"
import { ada, bob, shop } from "../support/shop.ts"
import { attack } from "../support/specialist.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const { say } = ScriptedModel

const TestLayer = Layer.provideMerge(shop, TestDatabase.layer)

interface MessageRow {
  readonly role: string
  readonly content: string
  readonly agent_name: string | null
  readonly agents_involved: ReadonlyArray<string>
  readonly metadata: Readonly<Record<string, unknown>>
  readonly tokens_in: number
  readonly tokens_out: number
}

/** What the database has of a conversation. */
const stored = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [conversation] = yield* sql<{ title: string; turn_trace_id: string | null; fresh: boolean }>`
    SELECT title, turn_trace_id, last_message_at = (SELECT max(created_at) FROM messages WHERE conversation_id = ${id}) AS fresh
    FROM conversations WHERE id = ${id}`
  const messages = yield* sql<MessageRow>`
    SELECT role, content, agent_name, agents_involved, metadata, tokens_in, tokens_out FROM messages
    WHERE conversation_id = ${id} ORDER BY created_at, id`
  const runs = yield* sql<{
    agent_name: string
    status: string
    trace_id: string
    input_summary: string
    tool_calls_count: number
    tokens_in: number
  }>`
    SELECT agent_name, status, trace_id, input_summary, tool_calls_count, tokens_in FROM usage_logs
    WHERE conversation_id = ${id} ORDER BY created_at, id`
  return { conversation, messages, runs }
})

/** A conversation of Ada, with these messages a second apart. */
const makeConversation = Effect.fnUntraced(function* (
  messages: ReadonlyArray<{
    readonly role: "user" | "assistant"
    readonly content: string
    readonly verdict?: string
  }> = [],
  owner: User = ada
) {
  const sql = yield* SqlClient.SqlClient
  const id = ConversationId.make(v7())
  yield* sql`INSERT INTO conversations ${sql.insert({ id, user_id: owner.id, title: "Old talk" })}`
  yield* Effect.forEach(
    messages,
    ({ content, role, verdict = "clean" }, index) =>
      sql`INSERT INTO messages ${sql.insert({
        id: v7(),
        conversation_id: id,
        role,
        content,
        agent_name: role === "assistant" ? "orchestrator" : null,
        metadata: { guard: { verdict, rules: [] } },
        created_at: new Date(Date.UTC(2026, 0, 1, 0, 0, index))
      })}`
  )
  return id
})

/** The texts of what the model saw after instructions and context. */
const textsOf = (asked: ReadonlyArray<ScriptedModel.Asked>) =>
  asked.map(({ prompt }) =>
    prompt.content
      .slice(2)
      .flatMap(({ content }) =>
        typeof content === "string" ? [content] : content.flatMap((part) => (part.type === "text" ? [part.text] : []))
      )
  )

/** The failure of a turn that began. */
const failureOf = <A, E>(turn: Effect.Effect<A, E>) =>
  Effect.filterOrDieMessage(
    Effect.flip(turn),
    (error): error is Extract<E, TurnFailed> => error instanceof TurnFailed,
    "no TurnFailed"
  )

/** A model or specialist that says that it was asked, and nothing more. */
const silent = (asked: Deferred.Deferred<void>) => Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never)

/** Lets the time for a turn run out, once it waits for somebody silent. */
const outlast = <A, E>(turn: Effect.Effect<A, E>, asked: Deferred.Deferred<void>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(turn)
    yield* Deferred.await(asked)
    yield* TestClock.adjust("2 minutes")
    return yield* Fiber.join(fiber)
  })

layer(TestLayer, { excludeTestServices: true })("a chat turn", (it) => {
  it.scoped("starts a conversation, asks specialists, answers, and stores everything", () =>
    Effect.gen(function* () {
      const chat = yield* start([
        consult("order-management", "Where is the order?"),
        consult("product-discovery", "Any lamps?"),
        consult("order-management", "And the other?"),
        say("All is well.")
      ])
      const message = `Where   is my order?\n${"very ".repeat(20)}urgent`
      const answer = yield* chat.answer(ada, { message, conversationId: null })
      assert.strictEqual(answer.response, "All is well.")
      assert.deepStrictEqual(answer.agents_involved, ["order-management", "product-discovery"])
      const { conversation, messages, runs } = yield* stored(answer.conversation_id)
      assert.strictEqual(conversation?.title, `Where is my order? ${"very ".repeat(12).trim()}…`)
      assert.deepStrictEqual([conversation?.turn_trace_id, conversation?.fresh], [null, true])
      assert.deepStrictEqual(
        messages.map(({ agent_name, content, role }) => [role, content, agent_name]),
        [
          ["user", message, null],
          ["assistant", "All is well.", "orchestrator"]
        ]
      )
      const traceId = runs[0]?.trace_id
      assert.deepStrictEqual(messages[0]?.metadata, { trace_id: traceId, guard: { verdict: "clean", rules: [] } })
      const { duration_ms, specialists, ...rest } = messages[1]?.metadata ?? {}
      assert.isNumber(duration_ms)
      assert.deepStrictEqual(
        (specialists as ReadonlyArray<Record<string, unknown>>).map(({ agent_name, status }) => [agent_name, status]),
        [
          ["order-management", "success"],
          ["product-discovery", "success"],
          ["order-management", "success"]
        ]
      )
      assert.deepStrictEqual(rest, {
        trace_id: traceId,
        guard: { verdict: "clean", rules: [] },
        model: "unknown",
        partial: false
      })
      assert.deepStrictEqual(messages[1]?.agents_involved, ["order-management", "product-discovery"])
      // Four rounds of the model at 10 and 5, three specialists at 7 and 3.
      assert.deepStrictEqual([messages[1]?.tokens_in, messages[1]?.tokens_out], [61, 29])
      assert.deepStrictEqual(
        runs.map(({ agent_name, status, tokens_in, tool_calls_count }) => [
          agent_name,
          status,
          tokens_in,
          tool_calls_count
        ]),
        [["orchestrator", "success", 40, 3]]
      )
      const { traceId: own } = yield* Effect.currentSpan
      assert.strictEqual(traceId, own)
    }).pipe(Effect.withSpan("request"))
  )

  it.scoped("continues a conversation with its last fifty messages, without what was blocked", () =>
    Effect.gen(function* () {
      const asked: Array<ScriptedModel.Asked> = []
      const requests: Array<ReadonlyArray<string>> = []
      const chat = yield* start([consult("order-management", "Where?"), say("There.")], {
        asked,
        send: (request) => {
          requests.push(request.history.map(({ text }) => text))
          return repeating(request)
        }
      })
      const old = Array.makeBy(60, (index) => ({
        role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
        content: `message ${index}`,
        verdict: index === 58 || index === 59 ? "blocked" : "clean"
      }))
      const id = yield* makeConversation(old)
      yield* chat.answer(ada, { message: "And now?", conversationId: id })
      const expected = Array.makeBy(50, (index) => `message ${index + 8}`)
      assert.deepStrictEqual(textsOf(asked)[0], [...expected, "And now?"])
      assert.deepStrictEqual(requests, [expected])
      assert.lengthOf((yield* stored(id)).messages, 62)
    })
  )

  it.scoped("answers when a specialist fails, and keeps that on record", () =>
    Effect.gen(function* () {
      const chat = yield* start([consult("review-sentiment", "Good?"), say("Reviews are out of reach.")])
      const answer = yield* chat.answer(ada, { message: "Is it good?", conversationId: null })
      assert.deepStrictEqual(answer.agents_involved, ["review-sentiment"])
      const { messages, runs } = yield* stored(answer.conversation_id)
      assert.nestedPropertyVal(messages[1]?.metadata, "specialists[0].status", "error")
      assert.nestedPropertyVal(messages[1]?.metadata, "partial", false)
      assert.strictEqual(runs[0]?.status, "success")
    })
  )

  it.scoped("refuses what the guard blocks, without the model, and leaves it out of later context", () =>
    Effect.gen(function* () {
      const asked: Array<ScriptedModel.Asked> = []
      const chat = yield* start([say("Hello.")], { asked })
      const answer = yield* chat.answer(ada, { message: attack, conversationId: null })
      assert.deepStrictEqual([answer.response, answer.agents_involved], [refusal, []])
      assert.lengthOf(asked, 0)
      const { messages, runs } = yield* stored(answer.conversation_id)
      const guard = { verdict: "blocked", rules: ["test.block"] }
      assert.deepStrictEqual(
        messages.map(({ metadata, role }) => [role, metadata["guard"]]),
        [
          ["user", guard],
          ["assistant", guard]
        ]
      )
      assert.strictEqual(runs[0]?.status, "blocked")
      yield* chat.answer(ada, { message: "Hi", conversationId: answer.conversation_id })
      assert.deepStrictEqual(textsOf(asked), [["Hi"]])
    })
  )

  it.scoped("gives the answers of specialists when the orchestrator fails after them", () =>
    Effect.gen(function* () {
      const response =
        "I could only complete part of your request.\n\norder-management: Where?\n\nproduct-discovery: Lamps?"
      const questions = [consult("order-management", "Where?"), consult("product-discovery", "Lamps?")]
      const asked = yield* Deferred.make<void>()
      const failing = yield* start(questions)
      const slow = yield* start([...questions, silent(asked)])
      const turns = [
        failing.answer(ada, { message: "Where? Lamps?", conversationId: null }),
        outlast(slow.answer(ada, { message: "Where? Lamps?", conversationId: null }), asked)
      ]
      for (const turn of turns) {
        const answer = yield* turn
        assert.strictEqual(answer.response, response)
        assert.deepStrictEqual(answer.agents_involved, ["order-management", "product-discovery"])
        const { messages, runs } = yield* stored(answer.conversation_id)
        assert.strictEqual(messages[1]?.content, response)
        assert.nestedPropertyVal(messages[1]?.metadata, "partial", true)
        assert.strictEqual(runs[0]?.status, "error")
      }
    }).pipe(Effect.provide(TestContext.TestContext))
  )

  it.scoped("fails without an answer, keeps the message, and frees the conversation", () =>
    Effect.gen(function* () {
      const circuitOpen = Effect.fail(
        new AiError.HttpRequestError({
          module: "-",
          method: "-",
          reason: "Transport",
          description: "circuit open",
          request: {
            method: "POST",
            url: "http://model",
            urlParams: [],
            hash: Option.none(),
            headers: {}
          }
        })
      )
      const asked = yield* Deferred.make<void>()
      const say = { message: "Hi", conversationId: null }
      const cases = [
        [(yield* start([])).answer(ada, say), "AnswerFailed", "The assistant could not produce an answer"],
        [
          (yield* start([circuitOpen])).answer(ada, say),
          "ServiceUnavailable",
          "The assistant is temporarily unavailable"
        ],
        [
          outlast((yield* start([silent(asked)])).answer(ada, say), asked),
          "TimedOut",
          "The assistant took too long to answer"
        ]
      ] as const
      for (const [turn, tag, sentence] of cases) {
        const { conversationId, reason } = yield* failureOf(turn)
        assert.deepStrictEqual([reason._tag, reason.message], [tag, sentence])
        const { conversation, messages, runs } = yield* stored(conversationId)
        assert.deepStrictEqual(
          messages.map(({ content, role }) => [role, content]),
          [["user", "Hi"]]
        )
        assert.strictEqual(conversation?.turn_trace_id, null)
        assert.deepStrictEqual(
          runs.map(({ status }) => status),
          ["error"]
        )
      }
    }).pipe(Effect.provide(TestContext.TestContext))
  )

  it.scoped("does not give out an answer that could not be stored", () =>
    Effect.gen(function* () {
      const chat = yield* start([say("Yes.")], {
        usage: Layer.succeed(UsageLog, {
          record: () => Effect.void,
          recordWithin: () => Effect.dieMessage("disk full")
        })
      })
      const { conversationId, reason } = yield* failureOf(chat.answer(ada, { message: "Hi", conversationId: null }))
      assert.strictEqual(reason.message, "The assistant is temporarily unavailable")
      assert.deepStrictEqual(
        (yield* stored(conversationId)).messages.map(({ role }) => role),
        ["user"]
      )
    })
  )

  it.scoped("does not ask the model when the guard itself fails", () =>
    Effect.gen(function* () {
      const asked: Array<ScriptedModel.Asked> = []
      const chat = yield* start([say("Yes.")], {
        asked,
        scanner: Layer.succeed(Scanner, { scan: () => Effect.dieMessage("no rules") })
      })
      yield* failureOf(chat.answer(ada, { message: "Hi", conversationId: null }))
      assert.lengthOf(asked, 0)
    })
  )

  it.scoped("finds no conversation that is foreign, deleted or unknown, and writes nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const chat = yield* start([])
      const foreign = yield* makeConversation([{ role: "user", content: "Mine" }], bob)
      const deleted = yield* makeConversation()
      yield* sql`UPDATE conversations SET is_active = false WHERE id = ${deleted}`
      for (const conversationId of [foreign, deleted, ConversationId.make(v7())]) {
        const error = yield* Effect.flip(chat.answer(ada, { message: "Hi", conversationId }))
        assert.strictEqual(error._tag, "ConversationNotFound")
      }
      assert.lengthOf((yield* stored(foreign)).messages, 1)
      assert.strictEqual((yield* stored(foreign)).conversation?.turn_trace_id, null)
    })
  )

  it.scoped("lets a second message wait until the first is answered", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const chat = yield* start([
        Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(release)), Effect.as(say("One."))),
        say("Two.")
      ])
      const conversationId = yield* makeConversation()
      const first = yield* Effect.fork(chat.answer(ada, { message: "First", conversationId }))
      yield* Deferred.await(asked)
      const second = yield* Effect.fork(chat.answer(ada, { message: "Second", conversationId }))
      assert.strictEqual((yield* Fiber.poll(second))._tag, "None")
      yield* Deferred.succeed(release, undefined)
      assert.strictEqual((yield* Fiber.join(first)).response, "One.")
      assert.strictEqual((yield* Fiber.join(second)).response, "Two.")
      assert.deepStrictEqual(
        (yield* stored(conversationId)).messages.map(({ content }) => content),
        ["First", "One.", "Second", "Two."]
      )
    })
  )

  it.scoped("does not let a second message wait for longer than half a minute", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const chat = yield* start([
        Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(release)), Effect.as(say("One.")))
      ])
      const conversationId = yield* makeConversation()
      const first = yield* Effect.fork(chat.answer(ada, { message: "First", conversationId }))
      yield* Deferred.await(asked)
      const second = yield* Effect.fork(Effect.flip(chat.answer(ada, { message: "Second", conversationId })))
      yield* Effect.repeat(Effect.zipRight(TestClock.adjust("1 second"), Fiber.poll(second)), { until: Option.isSome })
      const error = yield* Fiber.join(second)
      assert.strictEqual(error._tag, "ConversationBusy")
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(first)
      assert.lengthOf((yield* stored(conversationId)).messages, 2)
    }).pipe(Effect.provide(TestContext.TestContext))
  )

  it.scoped("goes on when nobody waits any more", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      const chat = yield* start([
        Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(release)), Effect.as(say("Here.")))
      ])
      const conversationId = yield* makeConversation()
      const request = yield* Effect.fork(chat.answer(ada, { message: "Hi", conversationId }))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(request)
      yield* Deferred.succeed(release, undefined)
      const { messages } = yield* stored(conversationId).pipe(
        Effect.filterOrFail(({ runs }) => runs.length > 0),
        Effect.retry(Schedule.spaced("10 millis")),
        Effect.timeout("5 seconds")
      )
      assert.deepStrictEqual(
        messages.map(({ content }) => content),
        ["Hi", "Here."]
      )
    })
  )

  it.scoped("has room for 64 turns", () =>
    Effect.gen(function* () {
      const release = yield* Deferred.make<void>()
      const chat = yield* start(Array.makeBy(64, () => Effect.as(Deferred.await(release), say("Done."))))
      const turns = yield* Effect.forEach(Array.range(1, 64), (n) =>
        Effect.fork(chat.answer(ada, { message: `Hi ${n}`, conversationId: null }))
      )
      yield* Effect.yieldNow()
      const error = yield* chat.answer(ada, { message: "Me too", conversationId: null }).pipe(Effect.flip)
      assert.deepStrictEqual(
        [error._tag, error.message],
        ["ServiceUnavailable", "The assistant is temporarily unavailable"]
      )
      yield* Deferred.succeed(release, undefined)
      assert.lengthOf(yield* Effect.forEach(turns, Fiber.join), 64)
    })
  )

  it.scoped("records turns that a shutdown stops as cancelled, after half a minute", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const chat = yield* start([silent(asked)])
      const conversationId = yield* makeConversation()
      const turn = yield* Effect.fork(chat.answer(ada, { message: "Hi", conversationId }))
      yield* Deferred.await(asked)
      const draining = yield* Effect.fork(chat.drain)
      yield* TestClock.adjust("29 seconds")
      const error = yield* Effect.flip(chat.answer(ada, { message: "Me too", conversationId: null }))
      assert.strictEqual(error._tag, "ServiceUnavailable")
      assert.lengthOf((yield* stored(conversationId)).runs, 0)
      yield* TestClock.adjust("1 second")
      yield* Fiber.join(draining)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.await(turn)))
      const { conversation, messages, runs } = yield* stored(conversationId)
      assert.strictEqual(conversation?.turn_trace_id, null)
      assert.deepStrictEqual(
        [messages.map(({ role }) => role), runs.map(({ status }) => status)],
        [["user"], ["cancelled"]]
      )
    }).pipe(Effect.provide(TestContext.TestContext))
  )

  it.scoped("logs a specialist that was never heard of again", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const chat = yield* start([consult("order-management", "Where?")], { send: () => silent(asked) })
      const turn = chat.answer(ada, { message: "Hi", conversationId: null })
      const { conversationId, reason } = yield* failureOf(outlast(turn, asked))
      assert.strictEqual(reason._tag, "TimedOut")
      assert.deepStrictEqual(
        (yield* stored(conversationId)).runs.map(({ status, tool_calls_count }) => [status, tool_calls_count]),
        [["error", 1]]
      )
    }).pipe(Effect.provide(TestContext.TestContext))
  )
})

layer(AbandonedTurns.layer.pipe(Layer.provide(UsageLog.layer), Layer.provideMerge(TestLayer)), {
  excludeTestServices: true
})("a turn whose process died", (it) => {
  /** A conversation whose turn ended without a word. */
  const abandon = Effect.fnUntraced(function* (secondsLeft: number) {
    const sql = yield* SqlClient.SqlClient
    const traceId = v7().replaceAll("-", "")
    const id = yield* makeConversation()
    yield* sql`INSERT INTO messages ${sql.insert({
      id: v7(),
      conversation_id: id,
      role: "user",
      content: "Hello?",
      metadata: { trace_id: traceId, guard: { verdict: "clean", rules: [] } }
    })}`
    yield* sql`UPDATE conversations SET turn_trace_id = ${traceId},
      turn_expires_at = now() + ${secondsLeft}::int * interval '1 second' WHERE id = ${id}`
    return { id, traceId }
  })

  it.effect("is closed as cancelled when its lease is over, once", () =>
    Effect.gen(function* () {
      const { close } = yield* AbandonedTurns
      const { id, traceId } = yield* abandon(-5)
      const running = yield* abandon(60)
      const closed = yield* Effect.all([close, close], { concurrency: 2 })
      assert.strictEqual(closed[0] + closed[1], 1)
      const { conversation, runs } = yield* stored(id)
      assert.strictEqual(conversation?.turn_trace_id, null)
      assert.deepStrictEqual(
        runs.map(({ agent_name, input_summary, status, trace_id }) => [agent_name, status, trace_id, input_summary]),
        [["orchestrator", "cancelled", traceId, "Hello?"]]
      )
      assert.strictEqual((yield* stored(running.id)).conversation?.turn_trace_id, running.traceId)
    })
  )

  it.scoped("does not keep the next message waiting", () =>
    Effect.gen(function* () {
      const chat = yield* start([say("Here I am.")])
      const { id } = yield* abandon(-5)
      const answer = yield* chat.answer(ada, { message: "Hello again?", conversationId: id })
      assert.strictEqual(answer.response, "Here I am.")
      assert.deepStrictEqual(
        (yield* stored(id)).runs.map(({ status }) => status),
        ["cancelled", "success"]
      )
    })
  )

  it.scoped("cannot store an answer after it was closed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { close } = yield* AbandonedTurns
      const chat = yield* start([
        sql`UPDATE conversations SET turn_expires_at = now() - interval '1 second' WHERE turn_trace_id IS NOT NULL`.pipe(
          Effect.zipRight(close),
          Effect.orDie,
          Effect.as(say("Too late."))
        )
      ])
      const { conversationId, reason } = yield* failureOf(chat.answer(ada, { message: "Hi", conversationId: null }))
      assert.strictEqual(reason._tag, "ServiceUnavailable")
      const { messages, runs } = yield* stored(conversationId)
      assert.deepStrictEqual(
        [messages.map(({ role }) => role), runs.map(({ status }) => status)],
        [["user"], ["cancelled"]]
      )
    })
  )
})
