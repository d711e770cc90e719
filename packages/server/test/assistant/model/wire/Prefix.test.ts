import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Layer } from "effect"
import * as ScriptedProvider from "../../../../src/testing/ScriptedProvider.ts"
import { providerModel } from "../../../support/providerModel.ts"
import { at, servers } from "../../../support/providerShapes.ts"
import * as StrictProvider from "../../../support/strictProvider.ts"
import { report } from "../../../support/turns.ts"

/** Rounds with tools of one turn, at most. */
const maxRounds = 8

/** A request up to the end of its conversation, or of the results that more words may follow. */
const upToItsEnd = (body: string) => body.replace(/\](?:\}\])?(?:,"tool_choice":(?:"none"|\{"type":"none"\}))?\}$/, "")

const marked = '"cache_control":{"type":"ephemeral"}'

describe("a request", () => {
  for (const server of ["OpenAI", "Anthropic", "llama.cpp"]) {
    it.live(`to ${server} is the one before it and more, from round to round and from turn to turn`, () =>
      Effect.gen(function* () {
        const { call, provider, words } = servers[server]!
        const calls = Array.makeBy(maxRounds, (round) => ({ body: call("echo", `{"words":"${round}"}`) }))
        const script = [...calls, { body: words("Done.") }, { body: words("Again.") }]
        const { received, url } = yield* ScriptedProvider.serve(script, StrictProvider.refuse)
        const model = Layer.succeedContext(yield* Layer.build(providerModel(at(provider, url))))
        const first = yield* report({ script: [], model, message: "What is there?" })
        assert.strictEqual(first.report.answer, "Done.")
        const turns = [
          { role: "user", text: "What is there?" },
          { role: "assistant", text: "Done." }
        ] as const
        const second = yield* report({ script: [], model, message: "Once more.", history: turns })
        assert.strictEqual(second.report.answer, "Again.")

        // The mark at the end of the conversation moves on with it, which the cache does not mind.
        const bodies = received.map(({ body }) => JSON.stringify(body).replaceAll(`,${marked}`, ""))
        const rounds = bodies.slice(0, maxRounds + 1)
        for (const [before, after] of Array.zip(rounds, rounds.slice(1))) {
          assert.isTrue(after.startsWith(upToItsEnd(before)), after)
        }
        assert.match(rounds.at(-1)!, /"tool_choice":(?:"none"|\{"type":"none"\})/)
        assert.notInclude(rounds[0], "tool_choice")
        const [opening] = rounds as [string]
        const upToTheMessage = opening.slice(0, opening.lastIndexOf("What is there?"))
        assert.isTrue(bodies[maxRounds + 1]!.startsWith(upToTheMessage))
        // The same for every customer: instructions and tools come first.
        assert.isBelow(upToTheMessage.indexOf('"tools"'), upToTheMessage.indexOf("Facts about the customer"))
        if (provider === "anthropic") {
          // It keeps tools and instructions up to the first mark, and up to the second one the conversation of the round.
          for (const { body } of received) {
            const [fixed = "", conversation = "", ...end] = JSON.stringify(body).split(`,${marked}`)
            assert.isTrue(bodies.every((other) => other.startsWith(fixed)))
            assert.isTrue(conversation.startsWith('}],"messages":['), conversation)
            assert.lengthOf(end, 1)
            assert.match(end[0]!, /^\}\]\}\](?:,"tool_choice":\{"type":"none"\})?\}$/)
          }
        }
      }).pipe(Effect.scoped)
    )
  }
})
