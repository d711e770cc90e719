import { assert, it } from "@effect/vitest"
import { getOrderDetails } from "@storefront/domain/tools/OrderTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type DialogueState, emptyState } from "../../../src/planner/DialogueState.ts"
import { type Answer, type ToolCall, type ToolOutcome } from "../../../src/planner/Playbook.ts"
import {
  askFor,
  callAll,
  forEach,
  joinParts,
  endWith,
  keepState,
  explainFailure,
  type Flow,
  runPart
} from "../../../src/planner/plan/Flows.ts"
import { effectKeyReusedReason } from "../../../src/tools/WriteResults.ts"
import { about, listOf, priced } from "../support/Kept.ts"

const look = (name: string): ToolCall => ({ name: "find_product", params: { name } })

const found = (call: ToolCall): ToolOutcome => ({ call, isFailure: false, result: null })

const answered = (text: string, kept: Partial<DialogueState> = {}): IteratorResult<never, Answer> => ({
  done: true,
  value: { text, state: { ...emptyState, ...kept } }
})

/** Returns the text of an answer that is complete. */
const textOf = (step: IteratorResult<unknown, Answer>): string | undefined =>
  step.done === true ? step.value.text : undefined

/** Looks for something, keeps it, and looks for more of it unless it is a lamp. */
function* twice(name: string): Flow<string> {
  yield [look(name)]
  yield* keepState(about(name))
  if (name === "broken") {
    return yield* endWith("That is broken.")
  }
  if (name !== "lamp") {
    yield [look(`more ${name}`)]
  }
  return name
}

it("says that the id of a message was used before", () => {
  const failure = new ToolFailure({ error: "conflict", message: "-", reason: effectKeyReusedReason })
  const answer = explainFailure(failure, { conflict: "It is in your cart already." })
  assert.include(answer, "the id of this message was used before")
})

it("says the same about two things once", () => {
  const part = joinParts(["return it", "refund it", "thanks"], (said) =>
    runPart(said === "thanks" ? "You are welcome." : "It can be sent back.")
  )
  assert.deepStrictEqual(part.next(), answered("It can be sent back.\n\nYou are welcome."))
})

it("goes one way after the other, until one of them comes to an end", () => {
  const part = runPart(
    (function* () {
      return (yield* forEach(["shoes", "broken", "lamp"], twice)).join(", ")
    })()
  )
  assert.deepStrictEqual(part.next().value, [look("shoes")])
  assert.deepStrictEqual(part.next([found(look("shoes"))]).value, [look("more shoes")])
  assert.deepStrictEqual(part.next([found(look("more shoes"))]).value, [look("broken")])
  assert.deepStrictEqual(part.next([found(look("broken"))]), answered("That is broken.", about("shoes", "broken")))
})

it("makes several calls in one round, and none without any", () => {
  const ids = [1, 2].map((n) => ({ order_id: `00000000-0000-4000-8000-00000000000${n}` }))
  const calls = ids.map((params) => ({ name: "get_order_details", params }))
  const both = callAll(getOrderDetails, ids)
  assert.deepStrictEqual(both.next().value, calls)
  const failures = calls.map((call) => ({ call, isFailure: true, result: { error: "not_found", message: "-" } }))
  assert.deepStrictEqual(both.next(failures), {
    done: true,
    value: failures.map(() => new ToolFailure({ error: "not_found", message: "-" }))
  })
  assert.deepStrictEqual(callAll(getOrderDetails, []).next(), { done: true, value: [] })
})

it("says that it cannot look up more than a turn may plan", () => {
  const part = joinParts(
    Array.from({ length: 8 }, (_, place) => `thing ${place}`),
    (name) => runPart(twice(name))
  )
  let step = part.next()
  for (let round = 0; round < 7; round++) {
    assert.isFalse(step.done)
    step = part.next([])
  }
  assert.include(textOf(step), "as much as I can look up at once")
})

it("keeps what all parts of an answer keep, one that ends early included", () => {
  const lamp = priced("Ember Lamp", 20)
  function* lamps(): Flow<string> {
    yield* keepState(listOf(lamp))
    return yield* endWith("Lamps")
  }
  const parts = joinParts([lamps(), askFor("Which shoes?")], runPart)
  const kept = { ...listOf(lamp), ...about(lamp), asked: "other" } as const
  assert.deepStrictEqual(parts.next(), answered("Lamps\n\nWhich shoes?", kept))
})
