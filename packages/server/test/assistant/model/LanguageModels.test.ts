import { HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServer } from "@effect/platform-node"
import { LanguageModel, Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Cause, ConfigProvider, Effect, Layer, Logger, LogLevel, Option } from "effect"
import { createServer } from "node:http"
import * as LanguageModels from "../../../src/assistant/model/LanguageModels.ts"
import { ModelDescription } from "../../../src/assistant/model/ModelDescription.ts"
import * as ModelRequest from "../../../src/assistant/model/ModelRequest.ts"
import * as RetryBudget from "../../../src/platform/provider/RetryBudget.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { answers, at } from "../../support/providerShapes.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import * as LogLine from "../../../src/platform/telemetry/LogLine.ts"
import * as RecordedMetrics from "../../../src/testing/RecordedMetrics.ts"
import { spansOf } from "../../../src/testing/RecordedSpans.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { agent, ToyTools } from "../../support/toyAgent.ts"

/** An answer of the Responses API. */
const answer = (output: ReadonlyArray<unknown>) => ({
  id: "resp_1",
  object: "response",
  status: "completed",
  created_at: 1_700_000_000,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: null,
  model: "toy-1",
  output,
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
  usage: {
    input_tokens: 11,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 4,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15
  }
})

const text = (words: string) =>
  answer([
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: words, annotations: [], logprobs: [] }]
    }
  ])

const toolCall = (name: string, args: string) =>
  answer([{ id: "fc_1", type: "function_call", call_id: "call_1", name, arguments: args, status: "completed" }])

/** A call as a reasoning model makes it. */
const reasonedCall = answer([
  { id: "rs_1", type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }] },
  {
    id: "fc_1",
    type: "function_call",
    call_id: "call_1",
    name: "echo",
    arguments: '{"words":"a"}',
    status: "completed"
  }
])

interface Received {
  readonly body: Record<string, unknown>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly path: string
}

/** A provider that gives these answers (a number is a status without one), the last of them for ever. */
const provider = (answers: ReadonlyArray<object | number>, received: Array<Received>) =>
  HttpServer.serve(
    Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const body = (yield* request.json) as Record<string, unknown>
      const next = answers[Math.min(received.length, answers.length - 1)]!
      received.push({ body, headers: request.headers, path: request.url })
      return typeof next === "number"
        ? HttpServerResponse.unsafeJson({ error: { message: "no", headers: request.headers, body } }, { status: next })
        : yield* HttpServerResponse.json(next)
    })
  ).pipe(Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })))

const embedded = () => Promise.resolve({ layer: () => ScriptedModel.layer([ScriptedModel.say("By myself.")]) })

const configured = (
  config: Readonly<Record<string, string>>,
  models: Parameters<typeof LanguageModels.layer>[1] = { embedded }
) => LanguageModels.layer(agent, models).pipe(Layer.provide(settings(config)))

const prompt = Prompt.make([
  { role: "system", content: "Be kind." },
  { role: "user", content: [{ type: "text", text: "Hello" }] }
])

/** Asks a model at such a provider. */
const withProvider = <A, E>(
  answers: ReadonlyArray<object | number>,
  use: (received: ReadonlyArray<Received>) => Effect.Effect<A, E, LanguageModel.LanguageModel>,
  settings: Readonly<Record<string, string>> = {}
) => {
  const received: Array<Received> = []
  return HttpServer.addressWith((address) =>
    Effect.provide(
      use(received),
      configured({
        OPENAI_BASE_URL: `http://127.0.0.1:${address._tag === "TcpAddress" ? address.port : 0}/v1`,
        OPENAI_API_KEY: "sk-toy",
        LLM_API: "responses",
        LLM_MODEL: "toy",
        ...settings
      })
    )
  ).pipe(Effect.provide(provider(answers, received)))
}

const ask = ModelRequest.ask(prompt, ModelRequest.offer(ToyTools.tools, "customer"))

describe("the configured model", () => {
  it.effect("is the embedded one without a key or an address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* ModelDescription, { provider: "embedded", model: "embedded-planner-1" })
      assert.strictEqual((yield* ask).text, "By myself.")
    }).pipe(Effect.provide(configured({})))
  )

  it.effect("does not load the embedded one when a provider is configured", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* ModelDescription).provider, "openai")
    }).pipe(
      Effect.provide(
        configured({ OPENAI_API_KEY: "sk-toy" }, { embedded: () => Promise.reject(new Error("was loaded")) })
      )
    )
  )

  it.effect("is refused where it is the embedded one and the program has none", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Layer.build(configured({}, {})))
      assert.include(String(error), "set OPENAI_API_KEY, OPENAI_BASE_URL or ANTHROPIC_API_KEY")
    }).pipe(Effect.scoped)
  )

  it.effect("describes itself", () =>
    Effect.gen(function* () {
      const described = (config: Readonly<Record<string, string>>) =>
        Effect.withConfigProvider(LanguageModels.describeModel, ConfigProvider.fromMap(new Map(Object.entries(config))))
      assert.deepStrictEqual(yield* described({}), { provider: "embedded", model: "embedded-planner-1" })
      assert.deepStrictEqual(yield* described({ OPENAI_API_KEY: "sk", LLM_MODEL: "gpt-toy" }), {
        provider: "openai",
        model: "gpt-toy"
      })
      assert.deepStrictEqual(yield* described({ OPENAI_API_KEY: "sk", LLM_PROVIDER: "embedded" }), {
        provider: "embedded",
        model: "embedded-planner-1"
      })
    })
  )

  it.live("asks an OpenAI-compatible provider, which gets prompt and tools and keeps nothing", () =>
    withProvider([text("Hello!")], (received) =>
      Effect.gen(function* () {
        const { text, usage } = yield* ask
        assert.deepStrictEqual([text, usage.tokensIn, usage.tokensOut], ["Hello!", 11, 4])
        const [{ body, headers, path }] = received as [Received]
        assert.strictEqual(path, "/v1/responses")
        assert.strictEqual(headers["authorization"], "Bearer sk-toy")
        assert.deepInclude(body, { model: "toy", store: false })
        assert.include(JSON.stringify(body["input"]), "Be kind.")
        const [echo] = body["tools"] as [Record<string, unknown>]
        assert.deepInclude(echo, { type: "function", name: "echo", strict: false })
        assert.deepInclude(echo["parameters"], { required: ["words"] })
        for (const { parameters } of body["tools"] as ReadonlyArray<Record<string, unknown>>) {
          assert.containsAllKeys(parameters, ["type", "properties"])
          assert.doesNotHaveAnyKeys(parameters, ["additionalProperties", "title"])
          assert.strictEqual((parameters as { type: unknown }).type, "object")
        }
      })
    )
  )

  it.live("counts what was sent and said at a provider that does not tell, and no more than can be", () =>
    Effect.gen(function* () {
      const used = (usage: unknown) =>
        withProvider([{ ...text("x".repeat(400)), usage }], (received) =>
          Effect.map(ask, ({ usage: { tokensIn, tokensOut } }) => {
            const sent = JSON.stringify(received[0]?.body).length
            return [tokensIn === Math.ceil(sent / 4) ? "sent" : tokensIn, tokensOut]
          })
        )
      assert.deepStrictEqual(yield* used(undefined), ["sent", 100])
      assert.deepStrictEqual(yield* used({ input_tokens: 0, output_tokens: 0 }), ["sent", 100])
      assert.deepStrictEqual(yield* used({ input_tokens: 11 }), [11, 100])
      assert.deepStrictEqual(yield* used({ output_tokens: 7 }), ["sent", 7])
      assert.deepStrictEqual(yield* used({ input_tokens: 11, output_tokens: 1e30 }), [11, 1_000_000])
    })
  )

  it.live("does not show a customer what the model says to itself, in whatever marks", () =>
    Effect.gen(function* () {
      for (const words of [
        "<think>Hm.</think>Hello!",
        "<thought>Hm.</thought>\nHello!",
        "Hm.</think>Hello!",
        '<think lang="en">Hm.</think>Hello!',
        "<seed:think>Hm.</seed:think>Hello!",
        "[THINK]Hm.[/THINK]Hello!",
        "Hm.[/THINK]Hello!",
        "◁think▷Hm.◁/think▷Hello!",
        "<|channel>thought\nHm.<channel|>Hello!",
        "Hello![THINK]Hm.",
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Hello!<|return|>"
      ]) {
        const said = yield* withProvider([text(words)], () => Effect.map(ask, ({ text }) => text))
        assert.strictEqual(said, "Hello!", words)
      }
    })
  )

  it.live("tells of a provider that refuses its status, and nothing of what it was asked and says", () =>
    withProvider([401], () =>
      Effect.gen(function* () {
        const lines: Array<unknown> = []
        const taken: Array<RecordedMetrics.Measurement> = []
        const logger = Logger.make<unknown, void>((line) => {
          lines.push([line.message, Object.fromEntries(line.annotations), Cause.isEmpty(line.cause)])
        })
        const spans = yield* spansOf(ask).pipe(
          Effect.provide([
            Logger.replace(Logger.defaultLogger, LogLine.withoutSecrets(logger)),
            Logger.minimumLogLevel(LogLevel.All),
            RecordedMetrics.layer(taken)
          ])
        )
        assert.deepStrictEqual(
          spans.map(({ attributes, isError, name }) => [name, attributes["error.type"], isError]),
          [
            ["chat toy", "401", true],
            ["POST", "401", true]
          ]
        )
        assert.deepStrictEqual(
          taken.map(({ attributes, name }) => [name, attributes]),
          [
            [
              "gen_ai.client.operation.duration",
              {
                "gen_ai.operation.name": "chat",
                "gen_ai.provider.name": "openai",
                "gen_ai.request.model": "toy",
                "error.type": "401"
              }
            ]
          ]
        )
        assert.deepInclude(lines, [["the model failed"], { reason: "The provider refuses the key (401)" }, true])
        assert.notMatch(JSON.stringify([lines, spans, taken]), /sk-toy|Be kind|Hello|bearer/i)
      })
    )
  )

  it.live("says how to mend what the first request failed of, once", () =>
    Effect.gen(function* () {
      const told = (answers: ReadonlyArray<object | number>) => {
        const lines: Array<string> = []
        const logger = Logger.make<unknown, void>(({ annotations, message }) => {
          lines.push(JSON.stringify([message, Object.fromEntries(annotations)]))
        })
        return withProvider(answers, () => Effect.forEach(answers, () => Effect.ignore(ask))).pipe(
          Effect.provide(Logger.replace(Logger.defaultLogger, LogLine.withoutSecrets(logger))),
          Effect.map(() => lines.filter((line) => line.includes("the first request")))
        )
      }
      const [line = "", ...others] = yield* told([401, 401, text("Hello!")])
      assert.isEmpty(others)
      assert.include(line, "The provider refuses the key (401)")
      assert.include(line, "Set OPENAI_API_KEY")
      assert.notInclude(line, "sk-toy")
      assert.isEmpty(yield* told([text("Hello!"), 401]))
    })
  )

  it.live("takes a tool call with any arguments that are JSON", () =>
    withProvider([toolCall("echo", '{"nonsense": [1]}')], () =>
      Effect.gen(function* () {
        const { toolCalls } = yield* ask
        assert.deepStrictEqual(
          toolCalls.map(({ id, name, params }) => ({ id, name, params })),
          [{ id: "call_1", name: "echo", params: { nonsense: [1] } }]
        )
      })
    )
  )

  for (const provider of ["openai", "anthropic", "compatible"] as const) {
    it.scopedLive(`takes nothing of ${provider} that cannot be stored, or looked at without running out of stack`, () =>
      Effect.gen(function* () {
        const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`
        const answer = JSON.stringify({
          ...answers[provider].called(["echo", '"deep"']),
          model: "toy\u0000\ud800",
          usage: null
        })
        // As text, and as the value that they are, where an interface or a server gives them so.
        for (const written of ['"deep"', '"\\"deep\\""', '\\"deep\\"'].filter((text) => answer.includes(text))) {
          const body = answer.replace(written, deep)
          const { url } = yield* ScriptedProvider.serve([{ body }])
          const { model, toolCalls } = yield* Effect.provide(ask, configured(at(provider, url)))
          assert.strictEqual(model, "toy\ufffd\ufffd")
          assert.deepStrictEqual(
            toolCalls.map(({ params }) => params),
            ["arguments that are nested too deeply"]
          )
        }
      })
    )
  }

  it.live("gets its calls and their results back, but nothing that the provider should have kept", () =>
    withProvider([reasonedCall, text("Hello!")], (received) =>
      Effect.gen(function* () {
        const { message } = yield* ask
        const result = Prompt.makePart("tool-result", {
          id: "call_1",
          name: "echo",
          isFailure: false,
          result: { words: "a" },
          providerExecuted: false
        })
        yield* ModelRequest.ask(
          Prompt.fromMessages([...prompt.content, message, Prompt.toolMessage({ content: [result] })]),
          ModelRequest.noTools
        )
        const { body } = received[1]!
        assert.deepStrictEqual((body["input"] as ReadonlyArray<unknown>).slice(2), [
          { type: "function_call", call_id: "call_1", name: "echo", arguments: '{"words":"a"}' },
          { type: "function_call_output", call_id: "call_1", output: '{"words":"a"}' }
        ])
        assert.isUndefined(body["tools"])
      })
    )
  )

  it.live("gets its own thoughts back within a turn, when they can be read by the provider only", () =>
    withProvider(
      [
        answer([
          { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "gAAAA" },
          { type: "function_call", call_id: "call_1", name: "echo", arguments: '{"words":"a"}' }
        ]),
        text("Hello!")
      ],
      (received) =>
        Effect.gen(function* () {
          const { message, text } = yield* ask
          assert.strictEqual(text, "")
          yield* ModelRequest.ask(Prompt.fromMessages([...prompt.content, message]), ModelRequest.noTools)
          assert.deepStrictEqual(received[0]!.body["include"], ["reasoning.encrypted_content"])
          assert.deepStrictEqual((received[1]!.body["input"] as ReadonlyArray<unknown>)[2], {
            type: "reasoning",
            id: "rs_1",
            summary: [],
            encrypted_content: "gAAAA"
          })
        }),
      { LLM_REASONING_EFFORT: "low" }
    )
  )

  it.live("tells the provider of the trace only when that is wanted", () =>
    Effect.gen(function* () {
      const seen = (settings: Readonly<Record<string, string>>) =>
        withProvider(
          [text("Hello!")],
          (received) => Effect.map(Effect.withSpan(ask, "turn"), () => Object.keys(received[0]!.headers)),
          settings
        )
      const isTrace = (name: string) => ["traceparent", "b3", "baggage"].includes(name)
      assert.deepStrictEqual((yield* seen({})).filter(isTrace), [])
      assert.include(yield* seen({ LLM_TRACE_HEADERS: "true" }), "traceparent")
    })
  )

  it.live("asks again when the provider is busy or broken for a moment", () =>
    withProvider([429, 503, text("Hello!")], (received) =>
      Effect.gen(function* () {
        assert.strictEqual((yield* ask).text, "Hello!")
        assert.strictEqual(received.length, 3)
      })
    )
  )

  it.live("is not asked by any agent of a process when it has failed too often for another one", () =>
    HttpServer.addressWith((address) =>
      Effect.gen(function* () {
        const models: Array<LanguageModel.Service> = []
        // As the programs of a process do it: every agent is provided the model of its own outline.
        const keeping = (outline: LanguageModels.AgentOutline) =>
          Layer.effectDiscard(Effect.map(LanguageModel.LanguageModel, (model) => models.push(model))).pipe(
            Layer.provide(LanguageModels.layer(outline, {}))
          )
        const agents = Layer.merge(keeping(agent), keeping({ ...agent, name: "order-management" })).pipe(
          Layer.provide(
            settings({
              OPENAI_BASE_URL: `http://127.0.0.1:${address._tag === "TcpAddress" ? address.port : 0}/v1`,
              LLM_API: "responses",
              LLM_MODEL: "toy"
            })
          )
        )
        yield* Layer.build(agents)
        const [one, other] = models
        const askOf = (model: LanguageModel.Service) =>
          Effect.flip(Effect.provideService(RetryBudget.withoutRetries(ask), LanguageModel.LanguageModel, model))
        for (let failure = 0; failure < 5; failure++) {
          assert.deepStrictEqual((yield* askOf(one!)).end, Option.some("faulty"))
        }
        assert.deepStrictEqual((yield* askOf(other!)).end, Option.some("circuit_open"))
      })
    ).pipe(Effect.provide(provider([503], [])), Effect.scoped)
  )

  it.live("does not ask again when the provider refuses", () =>
    withProvider([401], (received) =>
      Effect.gen(function* () {
        const failure = yield* Effect.flip(ask)
        assert.deepStrictEqual(failure.end, Option.some("denied"))
        assert.strictEqual(failure.message, "The provider refuses the key (401)")
        assert.strictEqual(received.length, 1)
      })
    )
  )
})
