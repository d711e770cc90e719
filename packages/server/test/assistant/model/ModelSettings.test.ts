import { Prompt, Tool } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as ModelRequest from "../../../src/assistant/model/ModelRequest.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { providerModel } from "../../support/providerModel.ts"
import { answers, anthropicThoughts, at, type ProviderName } from "../../support/providerShapes.ts"
import * as StrictProvider from "../../support/strictProvider.ts"
import { ToyTools } from "../../support/toyAgent.ts"

const offered = ModelRequest.offer(ToyTools.tools, "customer")
const ask = ModelRequest.ask(Prompt.make("Hello"), offered)

type Body = Readonly<Record<string, unknown>>

/** What a provider is asked with these settings: by product-discovery, or by these requests. */
const bodiesWith = Effect.fnUntraced(function* (
  provider: ProviderName,
  settings: Readonly<Record<string, string>>,
  {
    asking = ask,
    refuse
  }: {
    readonly asking?: Effect.Effect<unknown, ModelRequest.ModelFailed, Effect.Effect.Context<typeof ask>>
    readonly refuse?: (body: Body) => ScriptedProvider.Reply | undefined
  } = {}
) {
  const { received, url } = yield* ScriptedProvider.serve(
    [{ body: answers[provider].said("Hello!") }],
    (request) => StrictProvider.refuse(request) ?? refuse?.(request.body as Body)
  )
  yield* Effect.provide(asking, providerModel({ ...at(provider, url), ...settings }))
  return received.map(({ body }) => body as Body)
})

const bodyWith = (provider: ProviderName, settings: Readonly<Record<string, string>>) =>
  Effect.map(bodiesWith(provider, settings), ([body]) => body!)

const all = { LLM_TEMPERATURE: "0.2", LLM_REASONING_EFFORT: "low", LLM_STRICT_TOOLS: "true" }

describe("the model of an agent", () => {
  it.scopedLive("gets its instructions from the system, whatever its name begins with", () =>
    Effect.gen(function* () {
      const instructed = Prompt.make([
        { role: "system", content: "Be kind." },
        { role: "user", content: [{ type: "text", text: "Hello" }] }
      ])
      for (const model of ["o4-mini", "orders-gpt4", "gpt-5-mini"]) {
        const [body] = yield* bodiesWith(
          "openai",
          { LLM_MODEL: model },
          { asking: ModelRequest.ask(instructed, offered) }
        )
        assert.deepStrictEqual((body!["input"] as ReadonlyArray<unknown>)[0], { role: "system", content: "Be kind." })
      }
    })
  )

  it.scopedLive("is asked as the settings say, and is the agent's own where it has one", () =>
    Effect.gen(function* () {
      const usual = yield* bodyWith("openai", {})
      assert.deepInclude(usual, { model: "toy", max_output_tokens: 4096 })
      assert.doesNotHaveAnyKeys(usual, ["temperature", "reasoning", "include"])
      assert.deepInclude(yield* bodyWith("openai", { LLM_MAX_OUTPUT_TOKENS: "700" }), { max_output_tokens: 700 })
      const responses = yield* bodyWith("openai", { ...all, LLM_MODEL_PRODUCT_DISCOVERY: "own" })
      assert.deepInclude(responses, { model: "own", temperature: 0.2, reasoning: { effort: "low" } })
      assert.deepInclude((responses["tools"] as [object])[0], { name: "echo", strict: true })
      const chat = yield* bodyWith("compatible", { ...all, LLM_MODEL_ORDER_MANAGEMENT: "other" })
      assert.deepInclude(chat, {
        model: "toy",
        temperature: 0.2,
        reasoning_effort: "low",
        max_completion_tokens: 16_384
      })
      assert.deepInclude((chat["tools"] as [{ function: object }])[0].function, { name: "echo", strict: true })
    })
  )

  it.scopedLive("is asked so at Anthropic, too, where tokens limit its thoughts", () =>
    Effect.gen(function* () {
      const usual = yield* bodyWith("anthropic", {})
      assert.deepInclude(usual, { model: "toy", max_tokens: 4096 })
      assert.doesNotHaveAnyKeys(usual, ["temperature", "thinking", "output_config", "tool_choice"])
      assert.deepInclude(yield* bodyWith("anthropic", { LLM_TEMPERATURE: "0.2" }), { temperature: 0.2 })
      const [echo] = (yield* bodyWith("anthropic", { LLM_STRICT_TOOLS: "true" }))["tools"] as ReadonlyArray<{
        readonly name: string
        readonly strict: boolean
        readonly input_schema: object
      }>
      assert.deepInclude(echo!, { name: "echo", strict: true })
      assert.deepInclude(echo!.input_schema, { required: ["words", "limit"], additionalProperties: false })
      const budgets = [
        [{ LLM_REASONING_EFFORT: "minimal" }, 16_384, 1_024],
        [{ LLM_REASONING_EFFORT: "low" }, 16_384, 2_048],
        [{ LLM_REASONING_EFFORT: "medium" }, 16_384, 8_192],
        [{ LLM_REASONING_EFFORT: "high" }, 16_384, 15_360],
        [{ LLM_REASONING_EFFORT: "xhigh", LLM_MAX_OUTPUT_TOKENS: "64000" }, 64_000, 32_768],
        [{ LLM_REASONING_EFFORT: "high", LLM_MAX_OUTPUT_TOKENS: "1500" }, 1_500, 1_024]
      ] as const
      for (const [settings, max_tokens, budget_tokens] of budgets) {
        assert.deepInclude(yield* bodyWith("anthropic", settings), {
          max_tokens,
          thinking: { type: "enabled", budget_tokens }
        })
      }
      // No room for thoughts, or none wanted.
      for (const settings of [
        { LLM_REASONING_EFFORT: "high", LLM_MAX_OUTPUT_TOKENS: "1024" },
        { LLM_REASONING_EFFORT: "none" }
      ]) {
        assert.doesNotHaveAnyKeys(yield* bodyWith("anthropic", settings), ["thinking", "output_config"])
      }
    })
  )

  it.scopedLive("is asked with a level of effort at Anthropic from the first refusal of a limit on", () =>
    Effect.gen(function* () {
      const refuse = (body: Body): ScriptedProvider.Reply | undefined =>
        JSON.stringify(body["thinking"]).includes("enabled")
          ? {
              status: 400,
              body: answers.anthropic.error({
                message:
                  '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
              })
            }
          : undefined
      for (const [effort, level] of [
        ["minimal", "low"],
        ["medium", "medium"],
        ["xhigh", "xhigh"]
      ] as const) {
        const bodies = yield* bodiesWith(
          "anthropic",
          { LLM_REASONING_EFFORT: effort },
          { refuse, asking: Effect.zipRight(ask, ask) }
        )
        assert.lengthOf(bodies, 3)
        for (const body of bodies.slice(1)) {
          assert.deepInclude(body, { thinking: { type: "adaptive" }, output_config: { effort: level } })
        }
      }
    })
  )

  it.scopedLive("is told the tools of its calls by Anthropic's interface, also where it may not call any", () =>
    Effect.gen(function* () {
      const { called, said } = answers.anthropic
      const { received, url } = yield* ScriptedProvider.serve(
        [{ body: called(["echo", "{}"], ["fly", "{}"]) }, { body: said("Hello!") }],
        StrictProvider.refuse
      )
      yield* Effect.gen(function* () {
        const { message, toolCalls } = yield* ask
        const results = toolCalls.map(({ id, name }) =>
          Prompt.makePart("tool-result", { id, name, isFailure: false, result: 1, providerExecuted: false })
        )
        yield* ModelRequest.ask(
          Prompt.fromMessages([...Prompt.make("Hello").content, message, Prompt.toolMessage({ content: results })]),
          ModelRequest.noTools
        )
      }).pipe(Effect.provide(providerModel(at("anthropic", url))))
      assert.deepInclude(received[1]!.body as Body, {
        tools: [
          { name: "echo", input_schema: { type: "object" } },
          { name: "fly", input_schema: { type: "object" }, cache_control: { type: "ephemeral" } }
        ],
        tool_choice: { type: "none" }
      })
      assert.deepInclude(JSON.stringify(received[1]!.body), JSON.stringify(anthropicThoughts[1]))
    })
  )

  it.scopedLive("may be offered tools by the names of those that providers have themselves", () =>
    Effect.gen(function* () {
      const names = [
        "web_search",
        "web_search_preview",
        "bash",
        "computer",
        "code_execution",
        "file_search",
        "any_tool"
      ]
      const tools = Object.fromEntries(names.map((name) => [name, Tool.make(name)]))
      for (const provider of ["openai", "anthropic", "compatible"] as const) {
        const calls = names.map((name, index) => [name, "{}", `call_${index}`] as const)
        const { received, url } = yield* ScriptedProvider.serve(
          [{ body: answers[provider].called(...calls) }],
          StrictProvider.refuse
        )
        const { toolCalls } = yield* Effect.provide(
          ModelRequest.ask(Prompt.make("Hello"), ModelRequest.offer(tools, "customer")),
          providerModel(at(provider, url))
        )
        assert.deepStrictEqual(
          toolCalls.map(({ name }) => name),
          names
        )
        assert.lengthOf((received[0]!.body as Body)["tools"] as ReadonlyArray<unknown>, names.length)
      }
    })
  )

  it.scopedLive("is asked at Anthropic's own paths, wherever that is, with its key and version", () =>
    Effect.gen(function* () {
      const { received, url } = yield* ScriptedProvider.serve([{ body: answers.anthropic.said("Hello!") }])
      for (const address of [url, `${url}/`, url.replace(/\/v1$/, ""), url.replace(/v1$/, "gateway")]) {
        yield* Effect.provide(ask, providerModel(at("anthropic", address, "sk-ant-toy")))
      }
      assert.deepStrictEqual(
        received.map(({ path }) => path.replace(/\?.*/, "")),
        ["/v1/messages", "/v1/messages", "/v1/messages", "/gateway/v1/messages"]
      )
      for (const { headers } of received) {
        assert.deepInclude(headers, { "x-api-key": "sk-ant-toy", "anthropic-version": "2023-06-01" })
        assert.isUndefined(headers["authorization"])
      }
    })
  )

  it.scopedLive(
    "tells all input at Anthropic, read from its cache, kept in it or neither; less where it tells less",
    () =>
      Effect.gen(function* () {
        const used = Effect.fnUntraced(function* (usage: unknown) {
          const { received, url } = yield* ScriptedProvider.serve([
            { body: answers.anthropic.said("x".repeat(400), { usage }) }
          ])
          const { usage: told } = yield* Effect.provide(ask, providerModel(at("anthropic", url)))
          const sent = Math.ceil(JSON.stringify(received[0]!.body).length / 4)
          return [
            told.tokensIn === sent ? "sent" : told.tokensIn,
            told.cachedTokens,
            told.cacheWriteTokens,
            told.tokensOut
          ]
        })
        const whole = {
          input_tokens: 3,
          cache_creation_input_tokens: 600,
          cache_read_input_tokens: 2_000,
          output_tokens: 40
        }
        assert.deepStrictEqual(yield* used(whole), [2_603, 2_000, 600, 40])
        assert.deepStrictEqual(
          yield* used({ ...whole, cache_creation_input_tokens: null, cache_read_input_tokens: null }),
          [3, 0, 0, 40]
        )
        assert.deepStrictEqual(yield* used({ input_tokens: 3 }), [3, 0, 0, 100])
        assert.deepStrictEqual(yield* used({ output_tokens: 7 }), ["sent", 0, 0, 7])
        assert.deepStrictEqual(yield* used({ ...whole, output_tokens: 1e30 }), [2_603, 2_000, 600, 1_000_000])
        for (const nothing of [null, undefined, "much", []]) {
          assert.deepStrictEqual(yield* used(nothing), ["sent", 0, 0, 100])
        }
      })
  )
})
