import { assert, it } from "@effect/vitest"
import { type ToolCall, type ToolOutcome } from "../../../src/planner/Playbook.ts"
import { each, inParts, instead, type Steps, whole } from "../../../src/planner/plan/Steps.ts"

const look = (name: string): ToolCall => ({ name: "find_product", params: { name } })

const found = (call: ToolCall): ToolOutcome => ({ call, isFailure: false, result: null })

/** Looks for something, then for more of it unless it is a lamp. */
function* twice(name: string): Steps<string> {
  yield [look(name)]
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

it("says that the id of a message was used before, and does nothing more", () => {
  const part = inParts(["lamp", "shoes"], function* (name) {
    yield [{ name: "add_to_cart", params: { product_name: name } }]
    return `Added ${name}.`
  })
  const { value: calls } = part.next()
  assert.deepStrictEqual(calls, [{ name: "add_to_cart", params: { product_name: "lamp" } }])
  const { done, value } = part.next([
    {
      call: { name: "add_to_cart", params: {} },
      isFailure: true,
      result: { error: "conflict", reason: "effect_key_reused" }
    }
  ])
  assert.isTrue(done)
  assert.include(value, "the id of this message was used before")
})

it("says the same about two things once", () => {
  const part = inParts(["return it", "refund it", "thanks"], (said) =>
    whole(said === "thanks" ? "You are welcome." : "It can be sent back.")
  )
  assert.deepStrictEqual(part.next(), { done: true, value: "It can be sent back.\n\nYou are welcome." })
})

it("asks in one round what several ways ask for at once, the same thing once", () => {
  const part = inParts([["shoes", "lamp", "shoes"]], (names) => whole(both(names)))
  assert.deepStrictEqual(part.next().value, [look("shoes"), look("lamp")])
  assert.deepStrictEqual(part.next([look("shoes"), look("lamp")].map(found)).value, [look("more shoes")])
  assert.deepStrictEqual(part.next([found(look("more shoes"))]), { done: true, value: "shoes, lamp, shoes" })
})

it("ends all of several ways when one of them comes to an end", () => {
  const part = inParts([["lamp", "broken", "shoes"]], (names) => whole(both(names)))
  part.next()
  const outcomes = ["lamp", "broken", "shoes"].map((name) => found(look(name)))
  assert.deepStrictEqual(part.next(outcomes), { done: true, value: "That is broken." })
})

it("says that it cannot look up more than a turn may plan", () => {
  const part = inParts([Array.from({ length: 17 }, (_, place) => `thing ${place}`)], (names) => whole(both(names)))
  const { done, value } = part.next()
  assert.isTrue(done)
  assert.include(value, "as much as I can look up at once")
})
