import { assert, it } from "@effect/vitest"
import { inParts } from "../../../src/planner/plan/Steps.ts"

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
