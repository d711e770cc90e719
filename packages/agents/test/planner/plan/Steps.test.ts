import { assert, it } from "@effect/vitest"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type DialogueState, nothingKept } from "../../../src/planner/DialogueState.ts"
import { type Said, type ToolCall, type ToolOutcome } from "../../../src/planner/Playbook.ts"
import {
  asking,
  each,
  inParts,
  instead,
  keep,
  notDone,
  type Steps,
  whole,
  within
} from "../../../src/planner/plan/Steps.ts"
import { effectKeyReusedReason } from "../../../src/tools/Written.ts"
import { about, listOf, priced } from "../support/Kept.ts"

const look = (name: string): ToolCall => ({ name: "find_product", params: { name } })

const found = (call: ToolCall): ToolOutcome => ({ call, isFailure: false, result: null })

const answered = (text: string, kept: Partial<DialogueState> = {}): IteratorResult<never, Said> => ({
  done: true,
  value: { text, state: { ...nothingKept, ...kept } }
})

/** Returns the text of an answer that is complete. */
const textOf = (step: IteratorResult<unknown, Said>): string | undefined =>
  step.done === true ? step.value.text : undefined

/** Looks for something, keeps it, and looks for more of it unless it is a lamp. */
function* twice(name: string): Steps<string> {
  yield [look(name)]
  yield* keep(about(name))
  if (name === "broken") {
    return yield* instead("That is broken.")
  }
  if (name !== "lamp") {
    yield [look(`more ${name}`)]
  }
  return name
}

function* both(names: ReadonlyArray<string>): Steps<string> {
  return (yield* each(names, twice)).join(", ")
}

it("says that the id of a message was used before", () => {
  const failure = new ToolFailure({ error: "conflict", message: "-", reason: effectKeyReusedReason })
  const answer = notDone(failure, { conflict: "It is in your cart already." })
  assert.include(answer, "the id of this message was used before")
})

it("says the same about two things once", () => {
  const part = inParts(["return it", "refund it", "thanks"], (said) =>
    whole(said === "thanks" ? "You are welcome." : "It can be sent back.")
  )
  assert.deepStrictEqual(part.next(), answered("It can be sent back.\n\nYou are welcome."))
})

it("asks in one round what several ways ask for at once, the same thing once", () => {
  const part = inParts([["shoes", "lamp", "shoes"]], (names) => whole(both(names)))
  assert.deepStrictEqual(part.next().value, [look("shoes"), look("lamp")])
  assert.deepStrictEqual(part.next([look("shoes"), look("lamp")].map(found)).value, [look("more shoes")])
  assert.deepStrictEqual(
    part.next([found(look("more shoes"))]),
    answered("shoes, lamp, shoes", about("shoes", "lamp", "shoes"))
  )
})

it("ends all of several ways when one of them comes to an end", () => {
  const part = inParts([["lamp", "broken", "shoes"]], (names) => whole(both(names)))
  part.next()
  const outcomes = ["lamp", "broken", "shoes"].map((name) => found(look(name)))
  assert.deepStrictEqual(part.next(outcomes), answered("That is broken.", about("lamp", "broken")))
})

it("says that it cannot look up more than a turn may plan", () => {
  const part = inParts([Array.from({ length: 17 }, (_, place) => `thing ${place}`)], (names) => whole(both(names)))
  assert.include(textOf(part.next()), "as much as I can look up at once")
})

const lamp = priced("Ember Lamp", 20)

it("keeps what all parts of an answer keep, a part within another included", () => {
  function* lamps(): Steps<string> {
    yield* keep(listOf(lamp))
    return yield* instead("Lamps")
  }
  const parts = inParts([within(lamps()), asking("Which shoes?")], whole)
  const kept = { ...listOf(lamp), ...about(lamp), asked: "other" } as const
  assert.deepStrictEqual(parts.next(), answered("Lamps\n\nWhich shoes?", kept))
})
