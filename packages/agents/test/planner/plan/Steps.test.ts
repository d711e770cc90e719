import { assert, it } from "@effect/vitest"
import { inParts, whole } from "../../../src/planner/plan/Steps.ts"

it("says that the id of a message was used before, and does nothing more", () => {
  const part = inParts(["lamp", "shoes"], function* (name) {
    yield { name: "add_to_cart", params: { product_name: name } }
    return `Added ${name}.`
  })
  const { value: call } = part.next()
  assert.deepStrictEqual(call, { name: "add_to_cart", params: { product_name: "lamp" } })
  const { done, value } = part.next({
    call: { name: "add_to_cart", params: {} },
    isFailure: true,
    result: { error: "conflict", reason: "effect_key_reused" }
  })
  assert.isTrue(done)
  assert.include(value, "the id of this message was used before")
})

it("says the same about two things once", () => {
  const part = inParts(["return it", "refund it", "thanks"], (said) =>
    whole(said === "thanks" ? "You are welcome." : "It can be sent back.")
  )
  assert.deepStrictEqual(part.next(), { done: true, value: "It can be sent back.\n\nYou are welcome." })
})
