import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { providerModel } from "../../../support/providerModel.ts"
import { servers, streaming } from "../../../support/providerShapes.ts"
import * as StrictProvider from "../../../support/strictProvider.ts"
import { report } from "../../../support/turns.ts"
import * as ScriptedProvider from "../../../../src/testing/ScriptedProvider.ts"

describe("a language model at", () => {
  const all = [
    ...Object.entries(servers),
    ...Object.entries(streaming).map(([name, shapes]) => [`a server that streams ${name} unasked`, shapes] as const)
  ]
  for (const [server, { api, call, words }] of all) {
    it.live(`${server} answers two turns with tools`, () =>
      Effect.gen(function* () {
        const script = [
          call("echo", '{"words":"a","limit":null}'),
          call("read_notes", ""),
          words("There are notes."),
          call("echo", '{"words":"b"}'),
          words("Done.")
        ].map((body) => ({ body }))
        const { received, url } = yield* ScriptedProvider.serve(script, StrictProvider.refuse)
        const model = Layer.succeedContext(
          yield* Layer.build(providerModel({ OPENAI_BASE_URL: url, LLM_API: api, LLM_MODEL: "toy" }))
        )
        const first = yield* report({ script: [], model, message: "What is there?" })
        assert.deepStrictEqual(
          [first.report.errorMessage, first.report.answer, first.executed],
          [null, "There are notes.", ["echo a", "read_notes"]]
        )
        assert.isAtLeast(first.report.tokensIn, 22)
        const second = yield* report({
          script: [],
          model,
          message: "Once more, please.",
          history: [
            { role: "user", text: "What is there?" },
            { role: "assistant", text: first.report.answer }
          ]
        })
        assert.deepStrictEqual(
          [second.report.errorMessage, second.report.answer, second.executed],
          [null, "Done.", ["echo b"]]
        )
        assert.strictEqual(received.length, 5)
      }).pipe(Effect.scoped)
    )
  }
})
