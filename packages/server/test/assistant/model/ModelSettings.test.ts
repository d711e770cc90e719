import { Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as ModelRequest from "../../../src/assistant/model/ModelRequest.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { providerModel } from "../../support/providerModel.ts"
import { servers } from "../../support/providerShapes.ts"
import { ToyTools } from "../../support/toyAgent.ts"

const ask = ModelRequest.ask(Prompt.make("Hello"), ModelRequest.offer(ToyTools.tools, "customer"))

/** What product-discovery asks a provider with these settings. */
const bodyWith = Effect.fnUntraced(function* (settings: Readonly<Record<string, string>>) {
  const { words } = servers[settings["LLM_API"] === "chat" ? "vLLM" : "OpenAI"]!
  const { received, url } = yield* ScriptedProvider.serve([{ body: words("Hello!") }])
  yield* Effect.provide(ask, providerModel({ OPENAI_BASE_URL: url, LLM_MODEL: "toy", ...settings }))
  return received[0]!.body as Readonly<Record<string, unknown>>
})

describe("the model of an agent", () => {
  it.scopedLive("is asked as the settings say, and is the agent's own where it has one", () =>
    Effect.gen(function* () {
      const usual = yield* bodyWith({})
      assert.deepInclude(usual, { model: "toy", max_output_tokens: 4096 })
      assert.doesNotHaveAnyKeys(usual, ["temperature", "reasoning", "include"])
      assert.deepInclude(yield* bodyWith({ LLM_MAX_OUTPUT_TOKENS: "700" }), { max_output_tokens: 700 })
      const all = { LLM_TEMPERATURE: "0.2", LLM_REASONING_EFFORT: "low", LLM_STRICT_TOOLS: "true" }
      const responses = yield* bodyWith({ ...all, LLM_MODEL_PRODUCT_DISCOVERY: "own" })
      assert.deepInclude(responses, { model: "own", temperature: 0.2, reasoning: { effort: "low" } })
      assert.deepInclude((responses["tools"] as [object])[0], { name: "echo", strict: true })
      const chat = yield* bodyWith({ ...all, LLM_API: "chat", LLM_MODEL_ORDER_MANAGEMENT: "other" })
      assert.deepInclude(chat, {
        model: "toy",
        temperature: 0.2,
        reasoning_effort: "low",
        max_completion_tokens: 16_384
      })
      assert.deepInclude((chat["tools"] as [{ function: object }])[0].function, { name: "echo", strict: true })
    })
  )
})
