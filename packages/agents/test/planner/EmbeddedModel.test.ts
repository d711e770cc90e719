import { LanguageModel, Prompt } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { CurrentTurn } from "@storefront/server/assistant/agent/CurrentTurn"
import * as ToolExecution from "@storefront/server/assistant/agent/ToolExecution"
import * as Note from "@storefront/server/assistant/model/Note"
import * as ModelState from "@storefront/server/assistant/model/ModelState"
import { Effect, Option } from "effect"
import { decode, emptyState } from "../../src/planner/DialogueState.ts"
import * as EmbeddedModel from "../../src/planner/EmbeddedModel.ts"
import * as Planner from "../../src/planner/Planner.ts"
import { type ToolOutcome } from "../../src/planner/Playbook.ts"
import { listOf } from "./support/Kept.ts"
import { turnOf } from "./support/Perform.ts"

const callPart = (id: string, params: unknown) =>
  Prompt.makePart("tool-call", { id, name: `tool_${id}`, params, providerExecuted: false })

const resultPart = (id: string, isFailure: boolean, value: unknown) =>
  ToolExecution.toPromptPart({ id, name: `tool_${id}`, params: {} }, { isFailure, value })

const opening = Prompt.make([
  { role: "system", content: "Be kind." },
  { role: "user", content: [{ type: "text", text: "Hello" }] }
])

const inTurn = Effect.provideService(CurrentTurn, Option.some(turnOf("Hello")))

describe("the embedded model", () => {
  it.effect("reads messages composed, however they were typed", () =>
    Effect.gen(function* () {
      // oxlint-disable-next-line require-yield -- a playbook without calls
      const playbook = EmbeddedModel.layer(function* ({ message }) {
        return { text: message, state: emptyState }
      })
      const typed = Option.some(turnOf("Crème brûlée".normalize("NFD")))
      const { text } = yield* LanguageModel.generateText({ prompt: opening }).pipe(
        Effect.provide(playbook),
        Effect.provideService(CurrentTurn, typed)
      )
      assert.strictEqual(text, "Crème brûlée".normalize("NFC"))
    })
  )

  it.effect("sees the calls of the turn with their results, in order, whatever their ids", () =>
    Effect.gen(function* () {
      const seen: Array<ToolOutcome> = []
      const playbook = EmbeddedModel.layer(function* () {
        for (const round of [[{ x: 1 }, {}], [{ x: 2 }]]) {
          seen.push(...(yield round.map((params) => ({ name: "tool_a", params }))))
        }
        return { text: "Done.", state: emptyState }
      })
      const prompt = Prompt.fromMessages([
        ...opening.content,
        Prompt.makeMessage("assistant", {
          content: [Prompt.makePart("text", { text: "Let me see." }), callPart("a", { x: 1 }), callPart("a", {})]
        }),
        Prompt.toolMessage({
          content: [yield* resultPart("a", false, { found: true }), yield* resultPart("a", true, { error: "e" })]
        }),
        Note.make("Your last answer could not be read."),
        Prompt.makeMessage("assistant", { content: [callPart("a", { x: 2 })] }),
        Prompt.toolMessage({ content: [yield* resultPart("a", false, { found: false })] })
      ])
      const { text } = yield* LanguageModel.generateText({ prompt }).pipe(inTurn, Effect.provide(playbook))
      assert.strictEqual(text, "Done.")
      assert.deepStrictEqual(seen, [
        { call: { name: "tool_a", params: { x: 1 } }, isFailure: false, result: { found: true } },
        { call: { name: "tool_a", params: {} }, isFailure: true, result: { error: "e" } },
        { call: { name: "tool_a", params: { x: 2 } }, isFailure: false, result: { found: false } }
      ])
    })
  )

  it.effect("gives the state of an answer with its text", () =>
    Effect.gen(function* () {
      const state = { ...emptyState, ...listOf("Ember Lamp", "Dusk Lamp") }
      // oxlint-disable-next-line require-yield -- a playbook without calls
      const playbook = EmbeddedModel.layer(function* () {
        return { text: "Two lamps.", state }
      })
      const { content } = yield* LanguageModel.generateText({ prompt: opening }).pipe(inTurn, Effect.provide(playbook))
      assert.deepStrictEqual(decode(Option.toArray(yield* ModelState.find(content))), [state])
    })
  )

  it.effect("fails outside of a turn", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(LanguageModel.generateText({ prompt: opening }))
      assert.strictEqual(error._tag, "MalformedInput")
    }).pipe(Effect.provide(Planner.layer({ name: "orchestrator", skills: {} })))
  )
})
