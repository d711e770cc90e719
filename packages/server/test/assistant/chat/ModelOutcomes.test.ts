import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { SpecialistName } from "@storefront/domain/Topology"
import { Array, Cause, Context, Effect, identity, Layer, Logger, LogLevel, Record, Schema } from "effect"
import { readFileSync } from "node:fs"
import { ChatTurn } from "../../../src/assistant/chat/ChatTurn.ts"
import { StreamedTurns } from "../../../src/assistant/chat/StreamedTurns.ts"
import * as Doors from "../../../src/doors/Doors.ts"
import { SpecialistCredentials } from "../../../src/assistant/specialists/SpecialistCredentials.ts"
import { SpecialistClient } from "../../../src/assistant/specialists/SpecialistClient.ts"
import * as AcceleratedClock from "../../../src/testing/AcceleratedClock.ts"
import * as RecordedMetrics from "../../../src/testing/RecordedMetrics.ts"
import { recorder } from "../../../src/testing/RecordedSpans.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { settings } from "../../../src/testing/Settings.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import * as TestSpecialist from "../../../src/testing/TestSpecialist.ts"
import { tokenOf } from "../../support/frontDoor.ts"
import { jwtSecret } from "../../support/modes.ts"
import { withNews, withoutNeedless } from "../../support/mutations.ts"
import { start } from "../../support/orchestrator.ts"
import { providerModel } from "../../support/providerModel.ts"
import { answers, at, type Failure, type ProviderName } from "../../support/providerShapes.ts"
import { send } from "../../support/requests.ts"

const key = "sk-of-the-shop-1234567890"
const question = "Where is my purple umbrella?"
/** What the orchestrator asks a specialist. */
const relayed = "Count all purple umbrellas, please"
const secretAnswer = "An answer nobody may log"

type Ends = { readonly [Provider in ProviderName]?: ReadonlyArray<ScriptedProvider.Reply> }

const providers = ["openai", "anthropic", "compatible"] as const

/** An end of every provider. */
const everywhere = (replies: (provider: ProviderName) => ReadonlyArray<ScriptedProvider.Reply>): Ends => ({
  openai: replies("openai"),
  anthropic: replies("anthropic"),
  compatible: replies("compatible")
})

/** An answer as each of them shapes it. */
const each = (body: (shapes: (typeof answers)[ProviderName]) => unknown): Ends =>
  everywhere((provider) => [{ body: body(answers[provider]) }])

/** A refusal that quotes all that it was sent, and lets us ask again at once. */
const refusal = (
  provider: ProviderName,
  status: number,
  failure: Omit<Failure, "message"> & { readonly message?: string } = {},
  retryAfter = "0"
): ScriptedProvider.Reply => ({
  status,
  headers: { "retry-after": retryAfter },
  body: answers[provider].error({
    ...failure,
    message: `${failure.message ?? ""} You sent ${key}: ${question} ${relayed}`
  })
})

/** What providers say with a status; the same of all where they have no words of their own for it. */
const refused = (
  status: number,
  failures: { readonly [Provider in ProviderName]?: Parameters<typeof refusal>[2] } = {
    openai: {},
    anthropic: {},
    compatible: {}
  },
  retryAfter?: string
): Ends =>
  Object.fromEntries(
    providers.flatMap((provider) => {
      const failure = failures[provider]
      return failure === undefined ? [] : [[provider, [refusal(provider, status, failure, retryAfter)]]]
    })
  )

const rateLimited = {
  openai: { type: "requests", code: "rate_limit_exceeded", message: "Rate limit reached for toy." },
  anthropic: {
    type: "rate_limit_error",
    message:
      "This request would exceed the rate limit for your organization of 20,000 input tokens per minute. Please reduce the prompt length or the maximum tokens requested, or try again later."
  },
  compatible: { type: "rate_limit", code: 429, message: "Too many requests" }
}

interface Row {
  readonly end: string
  readonly ends: Ends
  /** Requests of the turn, those that are sent again included. */
  readonly requests: number
  /** `estimated`: the provider may have worked, and does not say how much. */
  readonly tokensIn?: number | "estimated"
  readonly settings?: Readonly<Record<string, string>>
  /** Where the provider is, if it is not there. */
  readonly url?: string
  /** Turns that fail before. */
  readonly before?: number
}

const good = each(({ said }) => said(secretAnswer))

const rows: ReadonlyArray<Row> = [
  { end: "an answer", ends: good, requests: 1, tokensIn: 11 },
  {
    end: "an answer after a fault",
    ends: everywhere((provider) => [refusal(provider, 503), { body: answers[provider].said(secretAnswer) }]),
    requests: 2,
    tokensIn: 11
  },
  { end: "nobody listens", ends: everywhere(() => []), requests: 0, url: "http://127.0.0.1:1/v1" },
  { end: "the answer breaks off", ends: everywhere(() => ["drops"]), requests: 4, tokensIn: "estimated" },
  {
    end: "500",
    ends: refused(500, {
      openai: { type: "server_error", message: "The server had an error while processing your request." },
      anthropic: { type: "api_error", message: "Internal server error" },
      compatible: { type: "InternalServerError", code: 500, message: "Internal server error" }
    }),
    requests: 4
  },
  { end: "529", ends: refused(529, { anthropic: { type: "overloaded_error", message: "Overloaded" } }), requests: 4 },
  { end: "408", ends: refused(408), requests: 4 },
  { end: "429", ends: refused(429, rateLimited), requests: 4 },
  { end: "429, for longer than the turn", ends: refused(429, rateLimited, "3600"), requests: 1 },
  {
    end: "429, the quota is used up",
    ends: refused(429, {
      openai: {
        type: "insufficient_quota",
        code: "insufficient_quota",
        message: "You exceeded your current quota, please check your plan and billing details."
      },
      compatible: { type: "exceeded_current_quota_error", message: "Your account is suspended." }
    }),
    requests: 1
  },
  {
    end: "400, the quota is used up",
    ends: refused(400, {
      anthropic: { message: "Your credit balance is too low to access the Anthropic API." }
    }),
    requests: 1
  },
  {
    end: "400, the quota is used up",
    ends: refused(400, {
      anthropic: {
        message: "You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC."
      }
    }),
    requests: 1
  },
  {
    end: "401",
    ends: refused(401, {
      openai: { code: "invalid_api_key", message: "Incorrect API key provided: sk-*****." },
      anthropic: { type: "authentication_error", message: "invalid x-api-key" },
      compatible: { type: "AuthenticationError", code: 401, message: "Unauthorized" }
    }),
    requests: 1
  },
  {
    end: "404",
    ends: refused(404, {
      openai: { code: "model_not_found", message: "The model `toy` does not exist or you do not have access to it." },
      anthropic: { type: "not_found_error", message: "model: toy" },
      compatible: { type: "NotFoundError", code: 404, message: "The model `toy` does not exist." }
    }),
    requests: 1
  },
  { end: "a redirect", ends: refused(308), requests: 1 },
  {
    end: "400",
    ends: refused(400, {
      openai: { message: "Invalid 'tools[0].name': string does not match pattern." },
      anthropic: { message: "tools.0.custom.name: String should match pattern" },
      compatible: { code: 400, message: "1 validation error for ValidatorIterator" }
    }),
    requests: 1
  },
  {
    end: "400, the conversation too long",
    ends: refused(400, {
      openai: { code: "context_length_exceeded", message: "Your input exceeds the context window of this model." },
      anthropic: { message: "prompt is too long: 208310 tokens > 200000 maximum" },
      compatible: { code: 400, message: "This model's maximum context length is 8192 tokens. You requested 9000." }
    }),
    requests: 1
  },
  {
    end: "400, the conversation too long",
    ends: refused(400, {
      anthropic: {
        message:
          "input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000, decrease input length or `max_tokens` and try again"
      }
    }),
    requests: 1
  },
  {
    end: "413",
    ends: refused(413, {
      anthropic: { type: "request_too_large", message: "Request exceeds the maximum size" },
      openai: { message: "Request Entity Too Large" },
      compatible: { type: "tokens", code: "rate_limit_exceeded", message: "Request too large for model `toy`" }
    }),
    requests: 1
  },
  {
    end: "429, more than a minute may have",
    ends: refused(429, {
      openai: {
        type: "tokens",
        code: "rate_limit_exceeded",
        message: "Request too large for toy on tokens per min (TPM): Limit 6000, Requested 9000."
      },
      compatible: { type: "tokens", code: "rate_limit_exceeded", message: "Limit 6000, Requested 9000" }
    }),
    requests: 1
  },
  {
    end: "400, no tools",
    ends: refused(400, {
      openai: { message: "Unsupported parameter: 'tools' is not supported with this model." },
      anthropic: { message: "'toy' does not support tool use." },
      compatible: { type: "api_error", message: "registry.ollama.ai/library/toy:latest does not support tools" }
    }),
    requests: 1
  },
  {
    end: "400, a call that cannot be read, again and again",
    ends: {
      compatible: [
        {
          status: 400,
          body: {
            error: { message: "Failed to call a function.", code: "tool_use_failed", failed_generation: secretAnswer }
          }
        }
      ]
    },
    requests: 4
  },
  {
    end: "400, content filter",
    ends: refused(400, {
      openai: { code: "content_filter", message: "The response was filtered due to the prompt triggering a policy." },
      anthropic: { message: "Output blocked by content filtering policy" },
      compatible: { type: "invalid_request_error", message: "Content Exists Risk" }
    }),
    requests: 1
  },
  {
    end: "200 with an error, a fault of the server",
    ends: {
      openai: [
        {
          body: answers.openai.said("", {
            status: "failed",
            usage: null,
            output: [],
            error: { code: "server_error", message: question }
          })
        }
      ],
      anthropic: [{ body: answers.anthropic.error({ type: "overloaded_error", message: question }) }],
      compatible: [{ body: answers.compatible.error({ code: 502, message: question }) }]
    },
    requests: 4
  },
  {
    end: "200 with an error, anything else",
    ends: {
      openai: [
        {
          body: answers.openai.said("", {
            status: "failed",
            usage: null,
            output: [],
            error: { code: "invalid_prompt", message: question }
          })
        }
      ],
      anthropic: [{ body: answers.anthropic.error({ message: question }) }],
      compatible: [{ body: answers.compatible.error({ message: question }) }]
    },
    requests: 1
  },
  {
    end: "no JSON",
    ends: everywhere(() => [{ body: `<html>${secretAnswer}</html>` }]),
    requests: 1,
    tokensIn: "estimated"
  },
  {
    end: "more than 1 MiB",
    ends: each(({ said }) => said("x".repeat(2 * 1_048_576))),
    requests: 1,
    tokensIn: "estimated"
  },
  { end: "more than 24,000 characters", ends: each(({ said }) => said("x".repeat(30_000))), requests: 1, tokensIn: 11 },
  {
    end: "the length limit",
    ends: {
      openai: [{ body: answers.openai.ended("max_output_tokens", secretAnswer) }],
      anthropic: [{ body: answers.anthropic.ended("max_tokens", secretAnswer) }],
      compatible: [{ body: answers.compatible.ended("length", secretAnswer) }]
    },
    requests: 1,
    tokensIn: 11
  },
  {
    end: "the length limit",
    ends: { anthropic: [{ body: answers.anthropic.ended("model_context_window_exceeded", secretAnswer) }] },
    requests: 1,
    tokensIn: 11
  },
  {
    end: "the content filter",
    ends: {
      openai: [{ body: answers.openai.ended("content_filter", secretAnswer) }],
      compatible: [{ body: answers.compatible.ended("content_filter", secretAnswer) }]
    },
    requests: 1,
    tokensIn: 11
  },
  { end: "a refusal", ends: each(({ declined }) => declined(secretAnswer)), requests: 1, tokensIn: 11 },
  {
    end: "it gives up",
    ends: {
      anthropic: [{ body: answers.anthropic.ended("pause_turn", secretAnswer) }],
      compatible: [{ body: answers.compatible.ended("error", secretAnswer) }]
    },
    requests: 4,
    tokensIn: 44
  },
  {
    end: "a reason that nobody knows",
    ends: each(({ ended }) => ended("a_reason_of_tomorrow", secretAnswer)),
    requests: 1,
    tokensIn: 11
  },
  {
    end: "nothing said",
    ends: {
      openai: [{ body: answers.openai.called() }],
      anthropic: [{ body: answers.anthropic.said("", { content: [] }) }],
      compatible: [{ body: answers.compatible.said("<think>Hm.</think>") }]
    },
    requests: 1,
    tokensIn: 11
  },
  {
    end: "a call as text, again and again",
    ends: each(({ said }) => said("<tool_call>call_specialist_agent</tool_call>")),
    requests: 4,
    tokensIn: 44
  },
  { end: "no tokens are left", ends: good, requests: 0, settings: { BUDGET_TURN_TOKENS: "100" } },
  { end: "it failed 5 times before", ends: refused(500), requests: 0, before: 5 },
  {
    end: "no answer in the time there is",
    ends: everywhere(() => ["hangs"]),
    requests: 1,
    tokensIn: "estimated",
    settings: { CHAT_TURN_BUDGET_MS: "1000" }
  }
]

const isOrchestrators = ({ body }: ScriptedProvider.Received) =>
  JSON.stringify(body).includes("Use call_specialist_agent.")

const decodeTools = Schema.decodeUnknownSync(Schema.Struct({ tools: Schema.optional(Schema.Array(Schema.Unknown)) }))

const callOfSpecialist = [
  "call_specialist_agent",
  JSON.stringify({ agent_name: "product-discovery", message: relayed })
] as const

/**
 * A turn whose orchestrator asks a specialist so often over HTTP and then says this, at one provider that answers the specialist like
 * this; what the provider was asked for the specialist, and everything that it was sent.
 */
const turnWithSpecialist = Effect.fnUntraced(function* (
  calls: number,
  replies: ReadonlyArray<ScriptedProvider.Reply>,
  last = secretAnswer,
  provider: ProviderName = "openai",
  shape: (answer: object) => unknown = identity
) {
  const { called, resultsIn, said } = answers[provider]
  const asked: Array<ScriptedProvider.Received> = []
  const { received, url } = yield* ScriptedProvider.serve([], (request) => {
    if (isOrchestrators(request)) {
      return { body: shape(resultsIn(request.body).length < calls ? called(callOfSpecialist) : said(last)) }
    }
    asked.push(request)
    return replies[Math.min(asked.length, replies.length) - 1]
  })
  const model = Effect.map(Layer.build(providerModel(at(provider, url, key))), Layer.succeedContext)
  const specialist = yield* TestSpecialist.serve([], { model: yield* model })
  const client = yield* Layer.build(
    SpecialistClient.layer.pipe(
      Layer.provide(SpecialistCredentials.layerSharedSecret),
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
    .split("\n## ")[0]!
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, end, ...cells]) => [end!, cells.slice(0, 4)] as const)
)

const { called, resultsIn, said } = answers.openai

const lines: Array<unknown> = []
const logger = Logger.make<unknown, void>(({ annotations, cause, message }) => {
  lines.push([message, Object.fromEntries(annotations), Cause.pretty(cause)])
})

const { spans, tracer } = recorder()

const measured: Array<RecordedMetrics.Measurement> = []

/** Nothing that was logged, traced or measured quotes anybody: since there were so many lines and spans. */
const keepsSecrets = (since = { lines: 0, spans: 0 }) => {
  const told = JSON.stringify([lines.slice(since.lines), spans().slice(since.spans), measured])
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
const sooner = AcceleratedClock.acceleratedBy(5)
const switching = Layer.succeed(ChatTurn, {
  answer: (user, message) => Effect.suspend(() => current.chat!.answer(user, message)),
  start: () => Effect.dieMessage("nothing is followed"),
  accepting: Effect.void,
  drainBegun: Effect.never,
  drain: Effect.void
})

const TestLayer = Doors.layer.pipe(
  Layer.provide([switching, Layer.mock(StreamedTurns, {})]),
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provideMerge(TestDatabase.seeded),
  Layer.provide([
    settings({ JWT_SECRET: jwtSecret, BCRYPT_COST: "4", RATE_LIMIT_CHAT: "1000" }),
    Layer.setTracer(tracer),
    RecordedMetrics.layer(measured),
    Logger.replace(Logger.defaultLogger, logger),
    Logger.minimumLogLevel(LogLevel.All)
  ])
)

layer(TestLayer, { excludeTestServices: true })("a request to the model ends with", (it) => {
  const played = rows.flatMap(({ ends, ...row }) =>
    providers.flatMap((provider) => {
      const replies = ends[provider]
      return replies === undefined ? [] : [{ ...row, provider, replies }]
    })
  )
  for (const {
    before = 0,
    end,
    provider,
    replies,
    requests,
    settings: more = {},
    tokensIn = 0,
    url: elsewhere
  } of played) {
    it.scoped(`${end}, of ${provider}, as the page says`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { received, url } = yield* ScriptedProvider.serve(replies)
        const model = Layer.succeedContext(
          yield* Layer.build(providerModel({ ...at(provider, elsewhere ?? url, key), ...more }))
        )
        yield* answerWith(yield* start([], { model, variables: more }))
        const token = yield* tokenOf("alice")
        const chat = send("/api/chat", { token, json: { message: question } })
        for (let turn = 0; turn < before; turn++) {
          yield* chat
        }
        const asked = received.length
        const since = { lines: lines.length, spans: spans().length }
        const { status } = yield* chat
        const [row] = yield* sql`
          SELECT status, error_message, tokens_in FROM usage_logs ORDER BY created_at DESC, id DESC LIMIT 1`
        const types = spans()
          .slice(since.spans)
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
        keepsSecrets(since)
      }).pipe(sooner)
    )
  }

  // What a specialist makes of a failure does not depend on who failed: one provider for each end, each in its turn.
  const ofSpecialists = Object.values(
    Array.groupBy(
      played.filter(({ before, settings, url }) => (before ?? settings ?? url) === undefined),
      ({ end }) => end
    )
  ).map((ends, index) => ends[index % ends.length]!)
  for (const { end, provider, replies, requests } of ofSpecialists) {
    it.scoped(`${end}, when a specialist sends it, as the page says, too`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const since = { lines: lines.length, spans: spans().length }
        const { asked, status } = yield* turnWithSpecialist(1, replies, secretAnswer, provider)
        const [row] = yield* sql`
          SELECT status, error_message FROM usage_logs WHERE agent_name = 'product-discovery'
          ORDER BY created_at DESC, id DESC LIMIT 1`
        const [ownStatus, audit, type] = documented.get(end) ?? []
        assert.deepStrictEqual(
          [status, asked.length, row?.["status"], row?.["error_message"] ?? "–"],
          [Number(ownStatus), requests, ownStatus === "200" ? "success" : "error", audit]
        )
        if (ownStatus !== "200" && type !== "–") {
          assert.include(JSON.stringify(lines.slice(since.lines)), `"reason":"${audit}"`)
        }
        keepsSecrets(since)
      }).pipe(sooner)
    )
  }

  it.scoped("five repetitions in a turn at most, however often specialists are asked, and without trace headers", () =>
    Effect.gen(function* () {
      const { asked, received, status } = yield* turnWithSpecialist(4, [refusal("openai", 500)])
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
        {
          body: called(
            ["count_things", '{"kind":'],
            ["fly", "{}"],
            ["count_things", '{"kind":"lamps"}'],
            ["count_things", ""]
          )
        },
        { body: said("Three.") }
      ])
      const results = resultsIn(asked[1]?.body).map(({ text }) => text)
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
      const { asked, status } = yield* turnWithSpecialist(1, [
        { body: called(["count_things", '{"kind":"lamps"}']) },
        refusal("openai", 400, { code: "tool_use_failed" }),
        { body: said("Three.") }
      ])
      assert.deepStrictEqual([status, asked.length], [200, 3])
      assert.include(JSON.stringify(asked[2]?.body), "Call tools the way they were given to you")
    })
  )

  it.scoped("an answer, although the model still calls a tool in the round without tools", () =>
    Effect.gen(function* () {
      const count = { body: called(["count_things", '{"kind":"lamps"}']) }
      const { asked, status } = yield* turnWithSpecialist(1, [
        ...Array.makeBy(9, () => count),
        { body: said("Three.") }
      ])
      assert.deepStrictEqual([status, asked.length], [200, 10])
      assert.deepStrictEqual(
        asked.map(({ body }) => decodeTools(body).tools?.length ?? 0),
        [...Array.makeBy(9, () => 1), 0]
      )
    })
  )

  it.scoped("an answer without what the model said to itself", () =>
    Effect.gen(function* () {
      const { body, status } = yield* turnWithSpecialist(0, [], "<think>Which one?</think>It is on its way.")
      assert.strictEqual(status, 200)
      assert.include(JSON.stringify(body), '"response":"It is on its way."')
    })
  )

  for (const [provider, usage, millionths] of [
    ["openai", { input_tokens: 11, input_tokens_details: { cached_tokens: 5 }, output_tokens: 4 }, 26.5],
    ["compatible", { prompt_tokens: 11, prompt_tokens_details: { cached_tokens: 5 }, completion_tokens: 4 }, 26.5],
    [
      "anthropic",
      { input_tokens: 3, cache_creation_input_tokens: 6, cache_read_input_tokens: 2, output_tokens: 4 },
      30.7
    ]
  ] as const) {
    it.scoped(`an answer of ${provider}, whose input has its price, cached or not`, () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { url } = yield* ScriptedProvider.serve([{ body: answers[provider].said(secretAnswer, { usage }) }])
        const variables = {
          LLM_PRICES: '{"toy":{"input":1,"cached_input":0.1,"cache_write":1.25,"output":5}}'
        }
        const model = Layer.succeedContext(yield* Layer.build(providerModel(at(provider, url))))
        yield* answerWith(yield* start([], { model, variables }))
        yield* send("/api/chat", { token: yield* tokenOf("alice"), json: { message: question } })
        const [row] = yield* sql`
          SELECT tokens_in, tokens_out, (cost * 1000000)::float8 AS millionths
          FROM usage_logs ORDER BY created_at DESC, id DESC LIMIT 1`
        assert.deepStrictEqual(row, { tokens_in: 11, tokens_out: 4, millionths })
      })
    )
  }

  for (const [what, shape] of [
    ["new", withNews],
    ["missing", withoutNeedless("missing")],
    ["null", withoutNeedless("null")]
  ] as const) {
    for (const provider of providers) {
      it.scoped(`an answer of ${provider}, whatever is ${what} in it`, () =>
        Effect.gen(function* () {
          const { called, said } = answers[provider]
          const { asked, body, status } = yield* turnWithSpecialist(
            1,
            [called(["count_things", '{"kind":"lamps"}']), said("Three.")].map((answer) => ({ body: shape(answer) })),
            "It is on its way.",
            provider,
            shape
          )
          assert.deepStrictEqual([status, asked.length], [200, 2])
          assert.include(JSON.stringify(body), '"response":"It is on its way."')
          const counted = answers[provider].resultsIn(asked[1]?.body).map(({ text }) => text)
          assert.isTrue(
            counted.some((text) => text.includes('"count":3')),
            counted.join()
          )
        })
      )
    }
  }

  it.effect("nothing that quotes anybody", () =>
    Effect.sync(() => {
      assert.isAbove(measured.length, 100)
      keepsSecrets()
    })
  )

  it.effect("nothing else", () =>
    Effect.sync(() => assert.sameMembers([...documented.keys()], Array.dedupe(rows.map(({ end }) => end))))
  )
})
