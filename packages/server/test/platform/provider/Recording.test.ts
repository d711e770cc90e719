import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { readFileSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as ProviderEndpoint from "../../../src/platform/provider/ProviderEndpoint.ts"
import * as Recording from "../../../src/platform/provider/Recording.ts"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { temporaryFolder } from "../../../src/testing/TemporaryFolder.ts"
import { providerModel } from "../../support/providerModel.ts"
import { answers, at, type ProviderName } from "../../support/providerShapes.ts"
import { report, type Setup } from "../../support/turns.ts"

const scriptOf = (provider: ProviderName): ReadonlyArray<ScriptedProvider.Reply> => {
  const { called, error, said } = answers[provider]
  return [
    { status: 503, headers: { "retry-after": "60", "retry-after-ms": "1" }, body: error({ message: "Later" }) },
    { body: called(["echo", '{"words":"a"}']) },
    { body: said("There is an a.") },
    { body: said("Goodbye.") }
  ]
}

const script = scriptOf("openai")

/** Two turns with a model that is configured so. */
const converse = Effect.fnUntraced(function* (
  variables: Readonly<Record<string, string>>,
  change: Partial<Setup> = {}
) {
  const model = Layer.succeedContext(yield* Layer.build(providerModel({ LLM_MODEL: "toy", ...variables })))
  const first = yield* report({ script: [], model, message: "What is there?" })
  const second = yield* report({
    script: [],
    model,
    message: "Goodbye!",
    history: [
      { role: "user", text: "What is there?" },
      { role: "assistant", text: "There is an a." }
    ],
    ...change
  })
  return [first, second].map(({ executed, report: { answer, errorMessage, tokensIn } }) => ({
    answer,
    errorMessage,
    tokensIn,
    executed
  }))
})

describe("a recorded conversation", () => {
  for (const provider of ["openai", "anthropic", "compatible"] as const) {
    it.scopedLive(`is replayed byte for byte without a provider, as it was with ${provider}`, () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const [recording, again] = [join(folder, "one.jsonl"), join(folder, "two.jsonl")]
        const { received, url } = yield* ScriptedProvider.serve(scriptOf(provider))
        const live = yield* converse({ ...at(provider, url, "sk-secret"), LLM_RECORD: recording })
        assert.deepStrictEqual(
          live.map(({ answer, executed }) => [answer, executed]),
          [
            ["There is an a.", ["echo a"]],
            ["Goodbye.", []]
          ]
        )
        assert.lengthOf(received, 4)
        assert.notInclude(readFileSync(recording, "utf8"), "sk-secret")
        assert.deepStrictEqual(
          yield* converse({ LLM_PROVIDER: provider, LLM_REPLAY: recording, LLM_RECORD: again }),
          live
        )
        assert.strictEqual(readFileSync(again, "utf8"), readFileSync(recording, "utf8"))
        assert.lengthOf(received, 4)
      })
    )
  }

  it.scopedLive("ends at the first difference, which is named", () =>
    Effect.gen(function* () {
      const recording = join(yield* temporaryFolder, "one.jsonl")
      const { url } = yield* ScriptedProvider.serve(script)
      yield* converse({ OPENAI_BASE_URL: url, LLM_API: "responses", LLM_RECORD: recording })
      const differing = (change: Partial<Setup>, more: Readonly<Record<string, string>> = {}) =>
        Effect.map(converse({ LLM_REPLAY: recording, ...more }, change), ([, second]) => second?.errorMessage ?? "")
      const message = yield* differing({ message: "Goodnight!" })
      assert.include(message, 'input[4].content, character 5: recorded was "Goodbye!", sent now is "Goodnight!"')
      assert.include(yield* differing({ history: [] }), "input[2].content, character 1")
      assert.include(yield* differing({}, { LLM_MAX_OUTPUT_TOKENS: "99" }), "max_output_tokens, character 1")
      assert.include(yield* differing({}, { LLM_API: "chat" }), "the address")
    })
  )

  it.scopedLive("is the same, however long a specialist took", () =>
    Effect.gen(function* () {
      const recording = join(yield* temporaryFolder, "one.jsonl")
      const { url } = yield* ScriptedProvider.serve(script)
      const told = (durationMs: number) => ({ message: JSON.stringify({ found: 2, duration_ms: durationMs }) })
      const live = yield* converse({ OPENAI_BASE_URL: url, LLM_API: "responses", LLM_RECORD: recording }, told(224))
      assert.strictEqual(live[1]?.answer, "Goodbye.")
      assert.deepStrictEqual(yield* converse({ LLM_REPLAY: recording }, told(95)), live)
    })
  )

  it.scopedLive("ends as without the recording when an answer is too large, breaks off or has no body", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const ends = [
        [{ body: answers.openai.said("x".repeat(5 * 1_048_576)) }, "too_large"],
        ["drops", "broken_off"],
        [{ status: 204, body: "" }, "unreadable"]
      ] as const
      for (const [reply, end] of ends) {
        const recording = join(folder, `${end}.jsonl`)
        const { url } = yield* ScriptedProvider.serve([reply])
        const asked = Effect.flatMap(HttpClient.HttpClient, (client) =>
          Effect.flip(
            ProviderEndpoint.makeExchange(
              client,
              false
            )(ProviderEndpoint.post({ address: url, apiKey: Option.none() }, "/responses", "{}"))
          )
        )
        const live = Layer.provide(Recording.record(recording), NodeHttpClient.layerUndici)
        assert.strictEqual((yield* Effect.provide(asked, live)).end, end)
        assert.isBelow(statSync(recording).size, 3 * 1_048_576)
        if (reply !== "drops") {
          assert.strictEqual((yield* Effect.provide(asked, Recording.replay(recording))).end, end)
        }
      }
    })
  )

  it.scopedLive("is for its owner only, and must be a file before anything starts", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [recording, foreign] = [join(folder, "one.jsonl"), join(folder, "foreign.jsonl")]
      yield* Layer.build(providerModel({ OPENAI_API_KEY: "sk", LLM_RECORD: recording }))
      assert.strictEqual(statSync(recording).mode & 0o077, 0)
      writeFileSync(foreign, "my secret diary")
      const endless = join(folder, "endless.jsonl")
      writeFileSync(endless, "")
      truncateSync(endless, 65 * 1_048_576)
      for (const [variable, file] of [
        ["LLM_RECORD", join(folder, "missing", "one.jsonl")],
        ["LLM_REPLAY", join(folder, "missing.jsonl")],
        ["LLM_REPLAY", foreign]
      ] as const) {
        const refused = yield* Effect.flip(Layer.build(providerModel({ OPENAI_API_KEY: "sk", [variable]: file })))
        assert.include(String(refused), variable)
        assert.notInclude(String(refused), "diary")
      }
      const tooLong = yield* Effect.flip(Layer.build(providerModel({ LLM_REPLAY: endless })))
      assert.include(String(tooLong), "64 MiB at most")
    })
  )
})
