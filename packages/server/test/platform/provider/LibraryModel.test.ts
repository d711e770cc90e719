import * as OpenAiClient from "@effect/ai-openai/OpenAiClient"
import * as OpenAiLanguageModel from "@effect/ai-openai/OpenAiLanguageModel"
import { Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as ModelRequest from "../../../src/assistant/model/ModelRequest.ts"
import { usageBy } from "../../../src/assistant/model/wire/Reading.ts"
import * as GuardedClient from "../../../src/platform/provider/GuardedClient.ts"
import * as TokenBudget from "../../../src/platform/provider/TokenBudget.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { settings } from "../../../src/testing/Settings.ts"

/** Source: POST /v1/responses, with all fields that the library wants. */
const hello = {
  body: {
    id: "resp_1",
    object: "response",
    created_at: 0,
    status: "completed",
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: null,
    model: "toy",
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: "auto",
    tools: [],
    top_p: null,
    output: [
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Hello!", annotations: [] }]
      }
    ],
    usage: {
      input_tokens: 7,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 3,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 10
    }
  }
}

const fault = { status: 503, body: { error: { message: "a sentence with the prompt" } } }

const maxOutputTokens = 100

/** Asks a library as its provider has it, below which nothing is ours but the client. */
const asked = (...replies: ReadonlyArray<ScriptedProvider.Reply>) =>
  Effect.gen(function* () {
    const { received, url } = yield* ScriptedProvider.serve(replies)
    const model = OpenAiLanguageModel.layer({ model: "toy", config: { max_output_tokens: maxOutputTokens } }).pipe(
      Layer.provide(OpenAiClient.layer({ apiKey: Redacted.make("key"), apiUrl: url })),
      Layer.provide(
        GuardedClient.layerHttpClient({
          model: "toy",
          maxOutputTokens,
          usageOf: usageBy("input_tokens", "output_tokens")
        })
      ),
      Layer.provide(GuardedClient.GuardedClient.layer),
      Layer.provide(settings({}))
    )
    const answer = Effect.provide(ModelRequest.ask(Prompt.make("Hello"), ModelRequest.noTools), model)
    return { answer, received }
  })

describe("a library over the guarded client", () => {
  it.scopedLive("gets an answer after a fault, and what it cost counts", () =>
    Effect.gen(function* () {
      const { answer, received } = yield* asked(fault, hello)
      const left = yield* TokenBudget.within(10_000)(
        Effect.zipRight(
          Effect.tap(answer, ({ text }) => assert.strictEqual(text, "Hello!")),
          TokenBudget.left
        )
      )
      assert.strictEqual(received.length, 2)
      assert.strictEqual(left, 10_000 - 7 - 3)
    })
  )

  it.scopedLive("is not asked without the tokens for it", () =>
    Effect.gen(function* () {
      const { answer, received } = yield* asked(hello)
      const { message } = yield* Effect.flip(TokenBudget.within(maxOutputTokens)(answer))
      assert.strictEqual(message, "The tokens for this message are used up")
      assert.isEmpty(received)
    })
  )

  it.scopedLive("fails for the provider's reason, in our words, also where that calls it a success", () =>
    Effect.gen(function* () {
      const refused = yield* asked({ status: 401, body: { error: { message: "a sentence with the key" } } })
      assert.strictEqual((yield* Effect.flip(refused.answer)).message, "The provider refuses the key (401)")
      const filtered = yield* asked({ body: { error: { code: "content_filter", message: "no" } } })
      assert.strictEqual(
        (yield* Effect.flip(filtered.answer)).message,
        "The provider's content filter stopped the answer"
      )
    })
  )
})
