import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Option } from "effect"
import * as RoundText from "../../../src/assistant/agent/RoundText.ts"
import { visibleText } from "../../../src/assistant/model/wire/ReasoningMarks.ts"
import { marked, plan, words } from "../../support/thoughts.ts"

/** Collects the events of a receiver in a round with these pieces, before its end and until its end. */
const told = (pieces: ReadonlyArray<string>, answer = pieces.join("")) => {
  const events: Array<string> = []
  return Effect.gen(function* () {
    const { finish, receiver } = yield* RoundText.make(
      {
        text: (delta) => Effect.sync(() => events.push(delta)),
        discard: Effect.sync(() => events.push("discard"))
      },
      true
    )
    const { text } = Option.getOrThrow(receiver)
    yield* Effect.forEach(pieces, (piece) => text(piece))
    const early = [...events]
    yield* finish(answer)
    return { early, events, answer: events.slice(events.lastIndexOf("discard") + 1).join("") }
  })
}

describe("the text of a round", () => {
  it.effect("is delivered as it comes, once it is longer than any beginning of thoughts", () =>
    Effect.gen(function* () {
      const pieces = ["Your ", "order is on its way to ", "you. See [your", " orders](/orders) & more", "."]
      assert.deepStrictEqual((yield* told(pieces)).early, [
        "Your order is on its way to ",
        "you. See ",
        "[your orders](/orders) & more",
        "."
      ])
    })
  )

  it.effect("ends a sentence where its sender says so, if nothing of it is held back", () =>
    Effect.gen(function* () {
      const told: Array<readonly [string, boolean | undefined]> = []
      const { receiver } = yield* RoundText.make(
        { text: (delta, endsSentence) => Effect.sync(() => told.push([delta, endsSentence])), discard: Effect.void },
        true
      )
      const { text } = Option.getOrThrow(receiver)
      yield* text("Your order is on its way to you.", true)
      yield* text(" It is a lamp.", false)
      yield* text(" So. <", true)
      assert.deepStrictEqual(told, [
        ["Your order is on its way to you.", true],
        [" It is a lamp.", false],
        [" So. ", false]
      ])
    })
  )

  it.effect("is held back where it begins like a call, and whole at the end", () =>
    Effect.gen(function* () {
      for (const beginning of ['{"name": ', "[get_cart(", "<tool_call>", "```json\n", "~~~\n", " \n{"]) {
        const pieces = [...beginning, "that is how the answer begins, ", "and it is one."]
        const { early, events } = yield* told(pieces)
        assert.deepStrictEqual([early, events], [[], [pieces.join("")]])
      }
    })
  )

  it.effect("never has thoughts whose beginning is marked, in whatever way", () =>
    Effect.gen(function* () {
      for (const text of [...marked, `${words} <think>${plan}`, `${words}\n[THINK]${plan}[/THINK]`]) {
        for (const pieces of [[...text], text.match(/[\s\S]{1,7}/g)!]) {
          const { answer, events } = yield* told(pieces, visibleText(text))
          assert.notInclude(events.join(""), plan.slice(0, 8), text)
          assert.strictEqual(answer, visibleText(text))
        }
      }
    })
  )

  it.effect("is replaced where its thoughts show only at their end", () =>
    Effect.gen(function* () {
      const { events } = yield* told([plan, "</think>", words], words)
      assert.deepStrictEqual(events, [plan, "discard", words])
    })
  )

  it.effect("is the answer at the end, whatever it is and however it comes", () =>
    Effect.gen(function* () {
      const piece = fc.oneof(
        fc.string(),
        fc.constantFrom("<think>", "</think>", "[", "](/orders)", "\n\n", "Your order")
      )
      const cases = fc.sample(fc.array(piece, { maxLength: 12 }), { numRuns: 300, seed: 55 })
      for (const pieces of cases) {
        const text = visibleText(pieces.join(""))
        assert.strictEqual((yield* told(pieces, text)).answer, text)
      }
    })
  )

  it.effect("is the whole answer at the end where the model is not asked for a stream", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const text = (delta: string) => Effect.sync(() => void events.push(delta))
      const { discard, finish, receiver } = yield* RoundText.make({ text, discard: Effect.void }, false)
      yield* Effect.zipRight(discard, finish("Hello."))
      assert.isTrue(Option.isNone(receiver))
      assert.deepStrictEqual(events, ["Hello."])
    })
  )
})
