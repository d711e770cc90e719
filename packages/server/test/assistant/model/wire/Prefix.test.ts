import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Layer } from "effect"
import * as ScriptedProvider from "../../../../src/testing/ScriptedProvider.ts"
import { providerModel } from "../../../support/providerModel.ts"
import { servers } from "../../../support/providerShapes.ts"
import * as StrictProvider from "../../../support/strictProvider.ts"
import { report } from "../../../support/turns.ts"

/** Rounds with tools of one turn, at most. */
const maxRounds = 8

/** A request up to the end of its conversation. */
const upToItsEnd = (body: string) => body.replace(/\](?:,"tool_choice":"none")?\}$/, "")

describe("a request", () => {
  for (const server of ["OpenAI", "llama.cpp"]) {
    it.live(`to ${server} is the one before it and more, from round to round and from turn to turn`, () =>
      Effect.gen(function* () {
        const { api, call, words } = servers[server]!
        const calls = Array.makeBy(maxRounds, (round) => ({ body: call("echo", `{"words":"${round}"}`) }))
        const script = [...calls, { body: words("Done.") }, { body: words("Again.") }]
        const { received, url } = yield* ScriptedProvider.serve(script, StrictProvider.refuse)
        const model = Layer.succeedContext(
          yield* Layer.build(providerModel({ OPENAI_BASE_URL: url, LLM_API: api, LLM_MODEL: "toy" }))
        )
        const first = yield* report({ script: [], model, message: "What is there?" })
        assert.strictEqual(first.report.answer, "Done.")
        const turns = [
          { role: "user", text: "What is there?" },
          { role: "assistant", text: "Done." }
        ] as const
        const second = yield* report({ script: [], model, message: "Once more.", history: turns })
        assert.strictEqual(second.report.answer, "Again.")

        const bodies = received.map(({ body }) => JSON.stringify(body))
        const rounds = bodies.slice(0, maxRounds + 1)
        for (const [before, after] of Array.zip(rounds, rounds.slice(1))) {
          assert.isTrue(after.startsWith(upToItsEnd(before)), after)
        }
        assert.include(rounds.at(-1), '"tool_choice":"none"')
        assert.notInclude(rounds[0], "tool_choice")
        const [opening] = rounds as [string]
        const upToTheMessage = opening.slice(0, opening.lastIndexOf("What is there?"))
        assert.isTrue(bodies[maxRounds + 1]!.startsWith(upToTheMessage))
        // The same for every customer: instructions and tools come first.
        assert.isBelow(upToTheMessage.indexOf('"tools"'), upToTheMessage.indexOf("Facts about the customer"))
      }).pipe(Effect.scoped)
    )
  }
})
