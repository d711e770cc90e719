import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as ScriptedProvider from "../../../src/testing/ScriptedProvider.ts"
import { temporaryFolder } from "../../../src/testing/TemporaryFolder.ts"
import { providerModel } from "../../support/providerModel.ts"
import { servers } from "../../support/providerShapes.ts"
import { report, type Setup } from "../../support/turns.ts"

const { call, words } = servers["OpenAI"]!

const script: ReadonlyArray<ScriptedProvider.Reply> = [
  { status: 503, headers: { "retry-after": "0" }, body: { error: { message: "Later" } } },
  { body: call("echo", '{"words":"a"}') },
  { body: words("There is an a.") },
  { body: words("Goodbye.") }
]

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
  it.scopedLive("is replayed byte for byte without a provider", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const [recording, again] = [join(folder, "one.jsonl"), join(folder, "two.jsonl")]
      const { received, url } = yield* ScriptedProvider.serve(script)
      const live = yield* converse({ OPENAI_BASE_URL: url, OPENAI_API_KEY: "sk-secret", LLM_RECORD: recording })
      assert.deepStrictEqual(
        live.map(({ answer, executed }) => [answer, executed]),
        [
          ["There is an a.", ["echo a"]],
          ["Goodbye.", []]
        ]
      )
      assert.lengthOf(received, 4)
      assert.notInclude(readFileSync(recording, "utf8"), "sk-secret")
      assert.deepStrictEqual(yield* converse({ LLM_REPLAY: recording, LLM_RECORD: again }), live)
      assert.strictEqual(readFileSync(again, "utf8"), readFileSync(recording, "utf8"))
      assert.lengthOf(received, 4)
    })
  )

  it.scopedLive("ends at the first difference, which is named", () =>
    Effect.gen(function* () {
      const recording = join(yield* temporaryFolder, "one.jsonl")
      const { url } = yield* ScriptedProvider.serve(script)
      yield* converse({ OPENAI_BASE_URL: url, LLM_RECORD: recording })
      const differing = (change: Partial<Setup>, more: Readonly<Record<string, string>> = {}) =>
        Effect.map(converse({ LLM_REPLAY: recording, ...more }, change), ([, second]) => second?.errorMessage ?? "")
      const message = yield* differing({ message: "Goodnight!" })
      assert.include(message, 'input[4].content, character 5: recorded was "Goodbye!", asked is "Goodnight!"')
      assert.include(yield* differing({ history: [] }), "input[2].content, character 1")
      assert.include(yield* differing({}, { LLM_MAX_OUTPUT_TOKENS: "99" }), "max_output_tokens, character 1")
      assert.include(yield* differing({}, { LLM_API: "chat" }), "the address")
    })
  )
})
