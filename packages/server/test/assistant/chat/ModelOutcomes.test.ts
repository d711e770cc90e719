import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { SpecialistName } from "@storefront/domain/Topology"
import { Array, Cause, Context, Effect, Layer, Logger, LogLevel, Record, Schema } from "effect"
import { readFileSync } from "node:fs"
import { ChatTurn } from "../../../src/assistant/chat/ChatTurn.ts"
import * as Doors from "../../../src/doors/Doors.ts"
import { HopProof } from "../../../src/assistant/specialists/HopProof.ts"
import { SpecialistClient } from "../../../src/assistant/specialists/SpecialistClient.ts"
import * as QuickClock from "../../../src/testing/QuickClock.ts"
import { recorder } from "../../../src/testing/RecordedSpans.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { settings } from "../../../src/testing/Settings.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as TestSpecialist from "../../../src/testing/TestSpecialist.ts"
import { tokenOf } from "../../support/frontDoor.ts"
import { jwtSecret } from "../../support/modes.ts"
import { start } from "../../support/orchestrator.ts"
import { providerModel } from "../../support/providerModel.ts"
import { send } from "../../support/requests.ts"

const key = "sk-of-the-shop-1234567890"
const question = "Where is my purple umbrella?"
/** What the orchestrator asks a specialist. */
const relayed = "Count all purple umbrellas, please"
const secretAnswer = "An answer nobody may log"

/** An answer of the Responses API with these words. */
const said = (text: string, more: object = {}): ScriptedProvider.Reply => ({
  body: {
    status: "completed",
    output: [{ type: "message", role: "assistant", content: [{ type: "output_text", text }] }],
    usage: { input_tokens: 11, output_tokens: 4 },
    ...more
  }
})

/** A refusal that quotes all that it was sent, and lets us ask again at once. */
const refused = (status: number, error: object = {}, retryAfter = "0"): ScriptedProvider.Reply => ({
  status,
  headers: { "retry-after": retryAfter },
  body: { error: { message: `You sent ${key}: ${question} ${relayed}`, ...error } }
})

/** Half an answer of Chat Completions that ended for this reason. */
const ended = (finish_reason: string): ScriptedProvider.Reply => ({
  body: {
    choices: [{ message: { content: secretAnswer }, finish_reason }],
    usage: { prompt_tokens: 11, completion_tokens: 4 }
  }
})

interface Row {
  readonly end: string
  readonly replies: ReadonlyArray<ScriptedProvider.Reply>
  /** Requests of the turn, those that are sent again included. */
  readonly requests: number
  /** `estimated`: the provider may have worked, and does not say how much. */
  readonly tokensIn?: number | "estimated"
  readonly settings?: Readonly<Record<string, string>>
  /** Turns that fail before. */
  readonly before?: number
}

const rows: ReadonlyArray<Row> = [
  { end: "an answer", replies: [said(secretAnswer)], requests: 1, tokensIn: 11 },
  { end: "an answer after a fault", replies: [refused(503), said(secretAnswer)], requests: 2, tokensIn: 11 },
  { end: "nobody listens", replies: [], requests: 0, settings: { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" } },
  { end: "the answer breaks off", replies: ["drops"], requests: 4, tokensIn: "estimated" },
  { end: "500", replies: [refused(500)], requests: 4 },
  { end: "408", replies: [refused(408)], requests: 4 },
  { end: "429", replies: [refused(429)], requests: 4 },
  { end: "429, for longer than the turn", replies: [refused(429, {}, "3600")], requests: 1 },
  { end: "429, the quota is used up", replies: [refused(429, { code: "insufficient_quota" })], requests: 1 },
  { end: "401", replies: [refused(401)], requests: 1 },
  { end: "404", replies: [refused(404)], requests: 1 },
  { end: "a redirect", replies: [refused(308)], requests: 1 },
  { end: "400", replies: [refused(400)], requests: 1 },
  { end: "400, the conversation too long", replies: [refused(400, { code: "context_length_exceeded" })], requests: 1 },
  {
    end: "413",
    replies: [refused(413, { code: "rate_limit_exceeded" })],
    requests: 1
  },
  {
    end: "429, more than a minute may have",
    replies: [refused(429, { message: "Limit 6000, Requested 9000", code: "rate_limit_exceeded" })],
    requests: 1
  },
  {
    end: "400, no tools",
    replies: [refused(400, { message: "toy does not support tools" })],
    requests: 1
  },
  {
    end: "400, a call that cannot be read, again and again",
    replies: [refused(400, { code: "tool_use_failed", failed_generation: secretAnswer })],
    requests: 4
  },
  { end: "400, content filter", replies: [refused(400, { code: "content_filter" })], requests: 1 },
  {
    end: "`failed`, a fault of the server",
    replies: [{ body: { status: "failed", error: { code: "server_error", message: question } } }],
    requests: 4
  },
  {
    end: "`failed`, anything else",
    replies: [{ body: { status: "failed", error: { code: "invalid_prompt", message: question } } }],
    requests: 1
  },
  { end: "no JSON", replies: [{ body: `<html>${secretAnswer}</html>` }], requests: 1, tokensIn: "estimated" },
  { end: "more than 1 MiB", replies: [said("x".repeat(2 * 1_048_576))], requests: 1, tokensIn: "estimated" },
  { end: "more than 24,000 characters", replies: [said("x".repeat(30_000))], requests: 1, tokensIn: 11 },
  {
    end: "`incomplete`, length",
    replies: [said(secretAnswer, { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } })],
    requests: 1,
    tokensIn: 11
  },
  {
    end: "`incomplete`, content filter",
    replies: [said(secretAnswer, { status: "incomplete", incomplete_details: { reason: "content_filter" } })],
    requests: 1,
    tokensIn: 11
  },
  {
    end: "a refusal",
    replies: [said("", { output: [{ type: "message", content: [{ type: "refusal", refusal: secretAnswer }] }] })],
    requests: 1,
    tokensIn: 11
  },
  {
    end: "`error` or `abort` (`chat`)",
    replies: [ended("error")],
    requests: 4,
    tokensIn: 44,
    settings: { LLM_API: "chat" }
  },
  {
    end: "a reason that nobody knows",
    replies: [ended("a_reason_of_tomorrow")],
    requests: 1,
    tokensIn: 11,
    settings: { LLM_API: "chat" }
  },
  { end: "nothing said", replies: [said("<think>Hm.</think>")], requests: 1, tokensIn: 11 },
  {
    end: "a call as text, again and again",
    replies: [said("<tool_call>call_specialist_agent</tool_call>")],
    requests: 4,
    tokensIn: 44
  },
  {
    end: "no tokens are left",
    replies: [said(secretAnswer)],
    requests: 0,
    settings: { BUDGET_TURN_TOKENS: "100" }
  },
  { end: "it failed 5 times before", replies: [refused(500)], requests: 0, before: 5 },
  {
    end: "no answer in the time there is",
    replies: ["hangs"],
    requests: 1,
    tokensIn: "estimated",
    settings: { CHAT_TURN_BUDGET_MS: "1000" }
  }
]

const isOrchestrators = ({ body }: ScriptedProvider.Received) =>
  JSON.stringify(body).includes("Use call_specialist_agent.")

const RequestBody = Schema.Struct({
  input: Schema.Array(Schema.Struct({ type: Schema.optional(Schema.String), output: Schema.optional(Schema.String) })),
  tools: Schema.optional(Schema.Array(Schema.Unknown))
})
const decodeBody = Schema.decodeUnknownSync(RequestBody)

/** An answer of the Responses API with calls of tools, their arguments as they came. */
const called = (...calls: ReadonlyArray<readonly [name: string, args: string]>): ScriptedProvider.Reply => ({
  body: {
    status: "completed",
    output: calls.map(([name, args]) => ({ type: "function_call", name, arguments: args })),
    usage: { input_tokens: 11, output_tokens: 4 }
  }
})

const callOfSpecialist = called([
  "call_specialist_agent",
  JSON.stringify({ agent_name: "product-discovery", message: relayed })
])

/** Asks a specialist so often, then answers. */
const orchestrating = ({ body }: ScriptedProvider.Received, calls: number, last: ScriptedProvider.Reply) =>
  decodeBody(body).input.filter(({ type }) => type === "function_call_output").length < calls ? callOfSpecialist : last

/**
 * A turn whose orchestrator asks a specialist so often over HTTP, at one provider that answers the specialist like this; what
 * the provider was asked for the specialist, and everything that it was sent.
 */
const turnWithSpecialist = Effect.fnUntraced(function* (
  calls: number,
  replies: ReadonlyArray<ScriptedProvider.Reply>,
  last = said(secretAnswer)
) {
  const asked: Array<ScriptedProvider.Received> = []
  const { received, url } = yield* ScriptedProvider.serve([], (request) => {
    if (isOrchestrators(request)) {
      return orchestrating(request, calls, last)
    }
    asked.push(request)
    return replies[Math.min(asked.length, replies.length) - 1]
  })
  const variables = { OPENAI_BASE_URL: url, OPENAI_API_KEY: key, LLM_MODEL: "toy" }
  const model = Effect.map(Layer.build(providerModel(variables)), Layer.succeedContext)
  const specialist = yield* TestSpecialist.serve([], { model: yield* model })
  const client = yield* Layer.build(
    SpecialistClient.layer.pipe(
      Layer.provide(HopProof.layerSharedSecret),
      Layer.provide(NodeHttpClient.layerUndici),
      Layer.provide(
        settings({
          AGENT_SHARED_SECRET: TestSpecialist.secret,
          AGENT_REGISTRY: JSON.stringify(
            Record.fromEntries(SpecialistName.literals.map((name) => [name, specialist.url]))
          )
        })
      )
    )
  )
  yield* answerWith(yield* start([], { model: yield* model, send: Context.get(client, SpecialistClient).send }))
  const { body, status } = yield* send("/api/chat", { token: yield* tokenOf("alice"), json: { message: question } })
  return { asked, received, status, body }
})

/** What the page says about an end: status, audit, `error.type`, and whether the request is sent again. */
const documented = new Map(
  readFileSync(new URL("../../../../../docs/models.md", import.meta.url), "utf8")
    .split("## How a request can end")[1]!
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, end, ...cells]) => [end!, cells.slice(0, 4)] as const)
)

const lines: Array<unknown> = []
const logger = Logger.make<unknown, void>(({ annotations, cause, message }) => {
  lines.push([message, Object.fromEntries(annotations), Cause.pretty(cause)])
})

const { spans, tracer } = recorder()

/** Nothing that was logged or traced so far quotes anybody. */
const keepsSecrets = () => {
  const told = JSON.stringify([lines, spans()])
  for (const secret of [key, question, relayed, secretAnswer]) {
    assert.isFalse(told.includes(secret), secret)
  }
}

/** The chat of the test that runs. */
const current: { chat?: ChatTurn["Type"] } = {}

/** It answers by the clock of the test. */
const answerWith = (chat: ChatTurn["Type"]) =>
  Effect.map(Effect.clock, (clock) => {
    current.chat = { ...chat, answer: (user, message) => Effect.withClock(chat.answer(user, message), clock) }
  })

/** Requests are sent again as often as they would be, but sooner. */
const sooner = QuickClock.faster(5)
const switching = Layer.succeed(ChatTurn, {
  answer: (user, message) => Effect.suspend(() => current.chat!.answer(user, message)),
  accepting: Effect.void,
  drain: Effect.void
})

const TestLayer = Doors.layer.pipe(
  Layer.provide(switching),
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provideMerge(TestDatabase.seeded),
  Layer.provide([
    settings({ JWT_SECRET: jwtSecret, BCRYPT_COST: "4", RATE_LIMIT_CHAT: "1000" }),
    Layer.setTracer(tracer),
    Logger.replace(Logger.defaultLogger, logger),
    Logger.minimumLogLevel(LogLevel.All)
  ])
)

layer(TestLayer, { excludeTestServices: true })("a request to the model ends with", (it) => {
  for (const { before = 0, end, replies, requests, settings: more = {}, tokensIn = 0 } of rows) {
    it.scoped(`${end}, as the page says`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { received, url } = yield* ScriptedProvider.serve(replies)
        const model = Layer.succeedContext(
          yield* Layer.build(providerModel({ OPENAI_BASE_URL: url, OPENAI_API_KEY: key, LLM_MODEL: "toy", ...more }))
        )
        yield* answerWith(yield* start([], { model, variables: more }))
        const token = yield* tokenOf("alice")
        const chat = send("/api/chat", { token, json: { message: question } })
        for (let turn = 0; turn < before; turn++) {
          yield* chat
        }
        const asked = received.length
        const began = spans().length
        const { status } = yield* chat
        const [row] = yield* sql`
          SELECT status, error_message, tokens_in FROM usage_logs ORDER BY created_at DESC, id DESC LIMIT 1`
        const types = spans()
          .slice(began)
          .flatMap(({ attributes, name }) => (name === "POST" || name === "chat toy" ? [attributes["error.type"]] : []))
        assert.strictEqual(received.length - asked, requests)
        assert.deepStrictEqual(
          [
            String(status),
            row?.["error_message"] ?? "–",
            String(types.find((type) => type !== undefined) ?? "–"),
            requests > 1 && !end.endsWith("again and again") ? "yes" : "no"
          ],
          end === "nobody listens" ? [...(documented.get(end) ?? []).slice(0, 3), "no"] : documented.get(end)
        )
        const charged = Number(row?.["tokens_in"])
        assert.strictEqual(row?.["status"], status === 200 ? "success" : "error")
        assert.isTrue(tokensIn === "estimated" ? charged > 100 : charged === tokensIn, `${charged} tokens`)
        keepsSecrets()
      }).pipe(sooner)
    )
  }

  for (const { end, replies, requests } of rows.filter(
    ({ before, settings }) => before === undefined && settings === undefined
  )) {
    it.scoped(`${end}, when a specialist sends it, as the page says, too`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const began = lines.length
        const { asked, status } = yield* turnWithSpecialist(1, replies)
        const [row] = yield* sql`
          SELECT status, error_message FROM usage_logs WHERE agent_name = 'product-discovery'
          ORDER BY created_at DESC, id DESC LIMIT 1`
        const [ownStatus, audit, type] = documented.get(end) ?? []
        assert.deepStrictEqual(
          [status, asked.length, row?.["status"], row?.["error_message"] ?? "–"],
          [Number(ownStatus), requests, ownStatus === "200" ? "success" : "error", audit]
        )
        if (ownStatus !== "200" && type !== "–") {
          assert.include(JSON.stringify(lines.slice(began)), `"reason":"${audit}"`)
        }
        keepsSecrets()
      }).pipe(sooner)
    )
  }

  it.scoped("five repetitions in a turn at most, however often specialists are asked, and without trace headers", () =>
    Effect.gen(function* () {
      const { asked, received, status } = yield* turnWithSpecialist(4, [refused(500)])
      assert.deepStrictEqual([status, asked.length], [502, 4 + 5])
      for (const { headers } of received) {
        assert.isUndefined(headers["traceparent"] ?? headers["b3"] ?? headers["baggage"])
      }
    })
  )

  it.scoped("an answer, although one of its calls is no JSON, one of no tool, and one without arguments", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { asked, status } = yield* turnWithSpecialist(1, [
        called(["count_things", '{"kind":'], ["fly", "{}"], ["count_things", '{"kind":"lamps"}'], ["count_things", ""]),
        said("Three.")
      ])
      const results = decodeBody(asked[1]?.body).input.flatMap(({ output }) => output ?? [])
      assert.deepStrictEqual([status, asked.length, results.length], [200, 2, 4])
      assert.deepStrictEqual(
        results.map((result) => result.includes('"count":3')),
        [false, false, true, false]
      )
      const [row] = yield* sql`
        SELECT status, tokens_in, tokens_out, tool_calls_count FROM usage_logs WHERE agent_name = 'product-discovery'
        ORDER BY created_at DESC, id DESC LIMIT 1`
      assert.deepStrictEqual(row, { status: "success", tokens_in: 22, tokens_out: 8, tool_calls_count: 4 })
    })
  )

  it.scoped("an answer, although the server could not read a call at first", () =>
    Effect.gen(function* () {
      const misread = refused(400, { code: "tool_use_failed", failed_generation: "<function=count_things" })
      const { asked, status } = yield* turnWithSpecialist(1, [
        called(["count_things", '{"kind":"lamps"}']),
        misread,
        said("Three.")
      ])
      assert.deepStrictEqual([status, asked.length], [200, 3])
      assert.include(JSON.stringify(asked[2]?.body), "Call tools the way they were given to you")
    })
  )

  it.scoped("an answer, although the model still calls a tool in the round without tools", () =>
    Effect.gen(function* () {
      const count = called(["count_things", '{"kind":"lamps"}'])
      const { asked, status } = yield* turnWithSpecialist(1, [...Array.makeBy(9, () => count), said("Three.")])
      assert.deepStrictEqual([status, asked.length], [200, 10])
      assert.deepStrictEqual(
        asked.map(({ body }) => decodeBody(body).tools?.length ?? 0),
        [...Array.makeBy(9, () => 1), 0]
      )
    })
  )

  it.scoped("an answer without what the model said to itself", () =>
    Effect.gen(function* () {
      const { body, status } = yield* turnWithSpecialist(0, [], said("<think>Which one?</think>It is on its way."))
      assert.strictEqual(status, 200)
      assert.include(JSON.stringify(body), '"response":"It is on its way."')
    })
  )

  it.effect("nothing else", () =>
    Effect.sync(() =>
      assert.sameMembers(
        [...documented.keys()],
        rows.map(({ end }) => end)
      )
    )
  )
})
