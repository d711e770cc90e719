import { LanguageModel } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, LogLevel, Ref, TestClock } from "effect"
import * as ModelCheck from "../../../src/assistant/model/ModelCheck.ts"
import * as PlainLanguageModel from "../../../src/assistant/model/PlainLanguageModel.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { answers, at, type Failure, type ProviderName, servers } from "../../support/providerShapes.ts"
import { streamed, streams } from "../../support/providerStreams.ts"
import * as StrictProvider from "../../support/strictProvider.ts"

const key = "sk-of-the-shop-1234567890"

const { call, words } = servers["vLLM, Responses"]!

const lampCall = ["count_in_stock", '{"product":"lamps"}'] as const
const greeting = { body: words("Hello.") }
const lamps = { body: call("count_in_stock", '{"product":"lamps"}') }
const number = { body: words("There are 4,711 lamps in stock.") }

/** A provider's refusal that quotes the key. */
const refused = (status: number, code?: string): ScriptedProvider.Reply => ({
  status,
  headers: { "retry-after": "0" },
  body: { error: { message: `You sent the key ${key}`, ...(code === undefined ? {} : { code }) } }
})

/** What is found with these settings, besides them. */
const found = (url: string, more: Readonly<Record<string, string>> = {}, provider: ProviderName = "openai") =>
  Effect.provide(ModelCheck.check, [
    settings({ ...at(provider, url, key), EMBEDDING_PROVIDER: "embedded", ...more }),
    Logger.minimumLogLevel(LogLevel.None)
  ])

const foundAt = Effect.fnUntraced(function* (
  replies: ReadonlyArray<ScriptedProvider.Reply>,
  more?: Readonly<Record<string, string>>,
  provider?: ProviderName
) {
  const { url } = yield* ScriptedProvider.serve(replies)
  return yield* found(url, more, provider)
}, Effect.scoped)

const said = (text: string) => [{ type: "text" as const, text }]
const finish = {
  type: "finish" as const,
  reason: "stop" as const,
  usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
}

const failures = (findings: ReadonlyArray<ModelCheck.Finding>) =>
  findings.filter(({ outcome }) => outcome === "fails").map(({ mend, need, says }) => [need, says, mend] as const)

describe("the check of a model", () => {
  for (const [server, shapes] of Object.entries(servers)) {
    it.scopedLive(`finds that all works at ${server}, with requests that it takes`, () =>
      Effect.gen(function* () {
        const script = [
          shapes.words("Hello."),
          shapes.call("count_in_stock", '{"product":"lamps"}'),
          shapes.words("There are 4711."),
          shapes.words("heron"),
          shapes.call("count_in_stock", '{"product":"lamps"}')
        ].map((body) => ({ body }))
        const { received, url } = yield* ScriptedProvider.serve(script, StrictProvider.refuse)
        const findings = yield* found(url, shapes.settings, shapes.provider)
        assert.deepStrictEqual(
          findings.map(({ mend, need, outcome }) => [need, outcome, mend]),
          ["address", "key", "model", "tool call", "second turn", "context", "streaming", "embeddings"].map((need) => [
            need,
            "works",
            null
          ])
        )
        assert.deepStrictEqual(
          received.map(({ body }) => Object(body).stream === true),
          [false, false, false, false, true]
        )
        assert.isAbove(JSON.stringify(received[3]).length, 40_000)
      })
    )
  }

  it.effect("asks nobody where a recording answers, and says so", () =>
    Effect.gen(function* () {
      const [ofModel, ...others] = yield* found("http://127.0.0.1:1/v1", { LLM_REPLAY: "talk.jsonl" })
      assert.deepStrictEqual(ofModel, {
        need: "model",
        outcome: "not tried",
        says: "LLM_REPLAY is set: answers come from talk.jsonl, and no provider is asked",
        mend: null
      })
      assert.deepStrictEqual(
        others.map(({ need, outcome }) => [need, outcome]),
        [["embeddings", "works"]]
      )
    })
  )

  it.scopedLive("asks the models that agents have of their own, too", () =>
    Effect.gen(function* () {
      const { received, url } = yield* ScriptedProvider.serve(
        [greeting, lamps, number, { body: words("heron") }],
        ({ body }) => (JSON.stringify(body).includes('"model":"tiny"') ? refused(404) : undefined)
      )
      const findings = yield* found(url, { LLM_MODEL_ORDER_MANAGEMENT: "tiny", LLM_MODEL_PRICING_PROMOTIONS: "tiny" })
      const [[need, says, mend] = [], ...others] = failures(findings)
      assert.isEmpty(others)
      assert.strictEqual(need, "model")
      assert.include(says, "tiny (for order-management, pricing-promotions): The provider does not know the model")
      assert.include(mend, "LLM_MODEL")
      assert.lengthOf(received, 6)
    })
  )

  const cases: ReadonlyArray<{
    readonly name: string
    readonly replies: ReadonlyArray<ScriptedProvider.Reply>
    readonly fails: string
    readonly says: string
    readonly mend: string
  }> = [
    { name: "refuses the key", replies: [refused(401)], fails: "key", says: "(401)", mend: "Set OPENAI_API_KEY" },
    { name: "wants money", replies: [refused(429, "insufficient_quota")], fails: "key", says: "quota", mend: "pay" },
    { name: "does not know the model", replies: [refused(404)], fails: "model", says: "(404)", mend: "Set LLM_MODEL" },
    {
      name: "refuses the key in a list of errors",
      replies: [{ status: 400, body: [{ error: { code: 400, message: "API key not valid." } }] }],
      fails: "key",
      says: "(400)",
      mend: "Set OPENAI_API_KEY"
    },
    {
      name: "may be sent less than is asked",
      replies: [greeting, lamps, number, refused(413)],
      fails: "context",
      says: "(413)",
      mend: "BUDGET_HISTORY_TOKENS"
    },
    {
      name: "cannot read the calls of its model",
      replies: [greeting, refused(400, "tool_use_failed")],
      fails: "tool call",
      says: "could not read a call",
      mend: "--tool-call-parser"
    },
    {
      name: "was started without tools",
      replies: [greeting, { status: 400, body: { error: "toy does not support tools" } }],
      fails: "tool call",
      says: "takes no tools",
      mend: "--jinja"
    },
    {
      name: "refuses a setting",
      replies: [{ status: 400, body: { error: { message: "'temperature' is not supported with this model" } } }],
      fails: "model",
      says: "(400)",
      mend: "Remove LLM_TEMPERATURE"
    },
    {
      name: "lets its model say too little",
      replies: [{ body: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [] } }],
      fails: "model",
      says: "length limit",
      mend: "Raise LLM_MAX_OUTPUT_TOKENS"
    },
    {
      name: "ends its answers in a way of its own",
      replies: [{ body: { status: "done", output: [] } }],
      fails: "model",
      says: "not known",
      mend: "Update the model's server"
    },
    { name: "is a web page", replies: [{ body: "<html>" }], fails: "address", says: "cannot be read", mend: "/v1" },
    {
      name: "has a model that says nothing, though it calls tools",
      replies: [{ body: words("") }, lamps],
      fails: "model",
      says: "empty answer",
      mend: "LLM_MAX_OUTPUT_TOKENS"
    },
    {
      name: "has a model that only thinks",
      replies: [{ body: words("<think>They want me to say hello") }, lamps],
      fails: "model",
      says: "only reasoning",
      mend: "LLM_REASONING_EFFORT"
    },
    {
      name: "has a model that calls tools that it was not given",
      replies: [{ body: words('{"name":"say","arguments":{"text":"hello"}}') }, lamps],
      fails: "model",
      says: "written as text",
      mend: "--jinja"
    },
    {
      name: "refuses strict schemas",
      replies: [
        greeting,
        {
          status: 400,
          body: { error: { message: "Invalid schema: 'additionalProperties' is required to be supplied" } }
        }
      ],
      fails: "tool call",
      says: "(400)",
      mend: "LLM_STRICT_TOOLS"
    },
    { name: "is out of order", replies: [refused(500)], fails: "model", says: "(500)", mend: "log" },
    {
      name: "takes no tools",
      replies: [greeting, refused(400)],
      fails: "tool call",
      says: "(400)",
      mend: "LLM_PROVIDER"
    },
    {
      name: "does not read the calls of its model",
      replies: [greeting, { body: words('<tool_call>{"name":"count_in_stock"}</tool_call>') }],
      fails: "tool call",
      says: "as text",
      mend: "--jinja"
    },
    {
      name: "has a model without tools",
      replies: [greeting, number],
      fails: "tool call",
      says: "in words",
      mend: "Set LLM_MODEL"
    },
    {
      name: "has a model that leaves out arguments",
      replies: [greeting, { body: call("count_in_stock", "{}") }],
      fails: "tool call",
      says: "leaves out required arguments",
      mend: "Set LLM_MODEL"
    },
    {
      name: "does not take the call back",
      replies: [greeting, lamps, refused(400)],
      fails: "second turn",
      says: "(400)",
      mend: "LLM_PROVIDER"
    },
    {
      name: "has a model that makes numbers up",
      replies: [greeting, lamps, { body: words("There are 12.") }],
      fails: "second turn",
      says: "does not use the result of the tool",
      mend: "Set LLM_MODEL"
    },
    {
      name: "refuses long conversations",
      replies: [greeting, lamps, number, refused(400, "context_length_exceeded")],
      fails: "context",
      says: "too long",
      mend: "longer context"
    },
    {
      name: "silently forgets",
      replies: [greeting, lamps, number, { body: words("There was none.") }],
      fails: "context",
      says: "the beginning",
      mend: "OLLAMA_CONTEXT_LENGTH"
    }
  ]

  for (const { fails, mend, name, replies, says } of cases) {
    it.live(`says what to do about a provider that ${name}, and never the key`, () =>
      Effect.gen(function* () {
        const findings = yield* foundAt(replies)
        const [failure, ...others] = failures(findings)
        assert.isEmpty(others)
        const [need, seen, how] = failure!
        assert.strictEqual(need, fails)
        assert.include(seen, says)
        assert.include(how, mend)
        const outcomes = findings.slice(0, -1).map(({ outcome }) => outcome)
        assert.match(outcomes.join(","), /^(?:works,)*fails(?:,not tried)*$/)
        assert.notInclude(JSON.stringify(findings), key)
      })
    )
  }

  for (const provider of ["openai", "anthropic", "compatible"] as const) {
    it.live(`names the value of LLM_STREAM that suits ${provider}, and fails where more is streamed`, () =>
      Effect.gen(function* () {
        const { called, error, said } = answers[provider]
        const good = [said("Hello."), called(lampCall), said("There are 4711."), said("heron")].map((body) => ({
          body
        }))
        const stream = (pieces: ReadonlyArray<string>, calls: ReadonlyArray<readonly [string, string]>) => {
          const { begun, ended } = streams[provider]({ pieces, calls })
          return { whole: streamed([...begun, ...ended]), cut: streamed(begun) }
        }
        const cases: ReadonlyArray<
          readonly [reply: ScriptedProvider.Reply, mode: string, tooMuch: ReadonlyArray<string>]
        > = [
          [stream(["I will look. "], [lampCall]).whole, "all", []],
          [stream([], [["count_in_stock", "{}"]]).whole, "text", ["all"]],
          [stream(["There are some."], []).whole, "text", ["all"]],
          [stream([], [lampCall]).cut, "text", ["all"]],
          [{ status: 400, body: error({ message: "Cannot use tools with stream" }) }, "text", ["all"]],
          [stream(["Hm, secretly.</think>"], [lampCall]).whole, "off", ["all", "text"]]
        ]
        for (const [reply, mode, tooMuch] of cases) {
          for (const configured of ["all", "text", "off", "auto"]) {
            const findings = yield* foundAt([...good, reply], { LLM_STREAM: configured }, provider)
            const { mend, outcome, says } = findings.find(({ need }) => need === "streaming")!
            assert.match(says, new RegExp(`LLM_STREAM (?:can|has to) be ${mode}$`))
            assert.deepStrictEqual(
              [outcome, mend],
              tooMuch.includes(configured) ? ["fails", `Set LLM_STREAM to ${mode}.`] : ["works", null]
            )
          }
        }
      })
    )
  }

  for (const [provider, prefix, addressEnds] of [
    ["openai", "OPENAI", "/v1"],
    ["anthropic", "ANTHROPIC", "before /v1"],
    ["compatible", "OPENAI", "/v1"]
  ] as const) {
    const { called, error, said } = answers[provider]
    const failing = (status: number, failure: Partial<Failure>): ReadonlyArray<ScriptedProvider.Reply> => [
      { status, headers: { "retry-after": "0" }, body: error({ message: `You sent the key ${key}`, ...failure }) }
    ]
    const good = [said("Hello."), called(["count_in_stock", '{"product":"lamps"}']), said("There are 4711.")].map(
      (body) => ({ body })
    )
    const ends = [
      [failing(401, {}), "key", `Set ${prefix}_API_KEY`],
      [failing(404, {}), "model", "Set LLM_MODEL"],
      [failing(400, { message: "Your credit balance is too low" }), "key", "pay the bill"],
      [[{ body: "<html>" }], "address", `Set ${prefix}_BASE_URL`],
      [[{ body: "<html>" }], "address", addressEnds],
      [[...good.slice(0, 1), ...failing(400, { message: "toy does not support tools" })], "tool call", "LLM_MODEL"],
      [[...good.slice(0, 2), ...failing(400, {})], "second turn", "LLM_PROVIDER"],
      [
        [...good, ...failing(400, { message: "prompt is too long: 9 tokens > 8 maximum" })],
        "context",
        "longer context"
      ],
      [
        failing(400, { message: "`temperature` may only be set to 1 when thinking is enabled" }),
        "model",
        "LLM_TEMPERATURE"
      ],
      [
        failing(400, { message: "max_tokens: 9000 > 8192, which is the maximum allowed" }),
        "model",
        "LLM_MAX_OUTPUT_TOKENS"
      ]
    ] as const
    it.live(`names the settings of the provider ${provider} in its mends, and never the key`, () =>
      Effect.gen(function* () {
        for (const [replies, need, mend] of ends) {
          const findings = yield* foundAt(replies, {}, provider)
          const [[fails, , how] = []] = failures(findings)
          assert.strictEqual(fails, need)
          assert.include(how, mend)
          assert.notInclude(JSON.stringify(findings), key)
        }
        const [[, , how] = []] = failures(yield* found("http://127.0.0.1:1/v1", {}, provider))
        assert.strictEqual(how, `Start the server, or set ${prefix}_BASE_URL to where it is.`)
      })
    )
  }

  it.live("says where nobody listens, without what the address carries", () =>
    Effect.gen(function* () {
      const findings = yield* found("http://me:hidden@127.0.0.1:1/v1?code=hidden")
      assert.deepStrictEqual(failures(findings), [
        ["address", "The model cannot be reached", "Start the server, or set OPENAI_BASE_URL to where it is."]
      ])
      const reached = yield* foundAt([refused(401)])
      assert.match(reached[0]!.says, /^http:\/\/127\.0\.0\.1:\d+\/v1 answers$/)
      assert.notInclude(JSON.stringify(findings), "hidden")
    })
  )

  it.effect("waits for no answer longer than a minute", () =>
    Effect.gen(function* () {
      const silent = Layer.succeed(
        LanguageModel.LanguageModel,
        PlainLanguageModel.make(() => Effect.never)
      )
      const asked = yield* Effect.fork(
        Effect.provide(ModelCheck.answers({ address: "http://127.0.0.1", hasKey: true, stream: "auto" }), silent)
      )
      yield* TestClock.adjust("1 minute")
      const [failure] = failures(yield* Fiber.join(asked))
      assert.deepStrictEqual(failure?.slice(0, 2), ["address", "There was no answer within 1m"])
    })
  )

  it.effect("finds that a call and the answer after it take longer than a specialist has", () =>
    Effect.gen(function* () {
      const script = [
        said("Hello."),
        [{ type: "tool-call" as const, id: "a", name: "count_in_stock", params: { product: "lamps" } }],
        said("There are 4711.")
      ]
      const slow = Layer.effect(
        LanguageModel.LanguageModel,
        Effect.map(Ref.make(0), (count) =>
          PlainLanguageModel.make(() =>
            Ref.getAndUpdate(count, (asked) => asked + 1).pipe(
              Effect.delay("16 seconds"),
              Effect.map((asked) => [...(script[asked] ?? []), finish])
            )
          )
        )
      )
      const asked = yield* Effect.fork(
        Effect.provide(ModelCheck.answers({ address: "http://127.0.0.1", hasKey: true, stream: "auto" }), [
          slow,
          settings({})
        ])
      )
      yield* TestClock.adjust("1 minute")
      const [failure] = failures(yield* Fiber.join(asked))
      assert.deepStrictEqual(failure?.slice(0, 2), [
        "second turn",
        "A call and the answer after it took 32 seconds, and a specialist has 30 seconds for them"
      ])
    })
  )

  it.live("needs no provider for the embedded planner", () =>
    Effect.gen(function* () {
      const findings = yield* Effect.provide(ModelCheck.check, settings({}))
      assert.deepStrictEqual(
        findings.map(({ outcome, says }) => [outcome, says]),
        [
          ["works", "embedded-planner-1, the embedded planner: no key and no address of a provider is used"],
          ["works", "embedded-ngrams-1 gives vectors of 384 numbers"]
        ]
      )
    })
  )

  it.live("looks at embeddings by themselves", () =>
    Effect.gen(function* () {
      const vectors = (reply: ScriptedProvider.Reply, dimensions = "3") =>
        Effect.map(
          foundAt([reply], {
            LLM_PROVIDER: "embedded",
            EMBEDDING_PROVIDER: "openai",
            EMBEDDING_MODEL: "tiny",
            EMBEDDING_DIMENSIONS: dimensions
          }),
          (findings) => findings.at(-1)!
        )
      const gives = (length: number) => ({
        body: { data: [{ index: 0, embedding: Array.from({ length }, () => 0.5) }] }
      })
      assert.deepInclude(yield* vectors(gives(3)), { outcome: "works", says: "tiny gives vectors of 3 numbers" })
      const longer = yield* vectors(gives(4))
      assert.deepInclude(longer, { need: "embeddings", outcome: "fails" })
      assert.include(longer.says, "have 4 numbers, EMBEDDING_DIMENSIONS is 3")
      assert.include(longer.mend, "Set EMBEDDING_DIMENSIONS")
      const unknown = yield* vectors(refused(404))
      assert.include(unknown.says, "(404)")
      assert.include(unknown.mend, "Set EMBEDDING_MODEL")
      assert.notInclude(JSON.stringify(unknown), key)
      for (const number of [null, 0]) {
        const nothing = yield* vectors({ body: { data: [{ index: 0, embedding: [number, number, number] }] } })
        assert.include(nothing.says, "numbers are missing or all zero")
        assert.include(nothing.mend, "Set EMBEDDING_MODEL")
      }
      assert.deepInclude(yield* vectors({ body: {} }), {
        outcome: "fails",
        says: "The answer of the model cannot be read"
      })
    })
  )
})
