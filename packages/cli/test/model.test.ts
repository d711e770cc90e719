import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import * as ScriptedProvider from "@storefront/server/testing/ScriptedProvider"
import { settings } from "@storefront/server/testing/Settings"
import { Effect } from "effect"
import { model } from "../src/commands/model.ts"
import { heard, typed } from "./support/Heard.ts"

const key = "sk-of-the-shop-1234567890"

/** What `model check` prints, and what it says in the end if it is not content. */
const check = (variables: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  Effect.map(heard(Effect.provide(typed(model, ["check", ...args]), settings(variables))), ({ failure, printed }) => ({
    lines: printed.join("\n").split("\n"),
    problem: failure
  }))

layer(NodeContext.layer, { excludeTestServices: true })("model check", (it) => {
  it.effect("is content with the embedded planner", () =>
    Effect.gen(function* () {
      const { lines, problem } = yield* check({})
      assert.isNull(problem)
      assert.match(lines[0] ?? "", /^model {7}works {2}embedded-planner-1/)
      assert.strictEqual(lines[1], "embeddings  works  embedded-ngrams-1 gives vectors of 384 numbers")
    })
  )

  it.scoped("prints a line for everything that agents need, and fails with what does not work", () =>
    Effect.gen(function* () {
      const refusal = { status: 401, body: { error: { message: `bad key ${key}` } } }
      const { url } = yield* ScriptedProvider.serve([refusal])
      const variables = { OPENAI_BASE_URL: url, OPENAI_API_KEY: key, EMBEDDING_PROVIDER: "embedded" }
      const { lines, problem } = yield* check(variables)
      assert.deepStrictEqual(
        lines.map((line) => line.split(/ {2,}/).slice(0, 2)),
        [
          ["address", "works"],
          ["key", "FAILS"],
          ["model", "not tried"],
          ["tool call", "not tried"],
          ["second turn", "not tried"],
          ["context", "not tried"],
          ["streaming", "not tried"],
          ["embeddings", "works"]
        ]
      )
      assert.include(lines[1], "The provider refuses the key (401). Set OPENAI_API_KEY to a key")
      assert.match(problem ?? "", /^does not work: key\./)
      const json = yield* check(variables, "--json")
      assert.include(json.lines[0], '{"need":"key","outcome":"fails"')
      assert.notInclude(JSON.stringify([lines, problem, json]), key)
    })
  )
})
