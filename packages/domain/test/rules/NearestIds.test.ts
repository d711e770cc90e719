import { assert, describe, it } from "@effect/vitest"
import { nearestIds } from "../../src/rules/NearestIds.ts"
import { FastCheck } from "effect"

const product = (product_id: string) => ({ product_id })

const lamp = product("018f5c2e-71a4-7b3d-8e21-9c4f0a6d1b35")
const others = [
  product("018f5c2e-71a4-7b3d-8e21-0d5e7b1c2a46"),
  product("018f5c2e-71a4-7b3e-9f32-ad501b7e2c46"),
  product("018f5c2e-71a5-7b3d-8e21-9c4f0a6d1bff")
]

const digits = FastCheck.constantFrom(..."0123456789abcdef")

/** An id with one digit replaced, two neighbours swapped, or one digit left out. */
const slip = (id: string) =>
  FastCheck.record({
    at: FastCheck.integer({ min: 0, max: id.length - 2 }),
    digit: digits,
    kind: FastCheck.constantFrom("replaced", "swapped", "left out")
  }).map(({ at, digit, kind }) => {
    const [first = "", second = ""] = id.slice(at, at + 2)
    const written = { replaced: digit + second, swapped: second + first, "left out": second }[kind]
    return id.slice(0, at) + written + id.slice(at + 2)
  })

describe("the nearest ids", () => {
  it.prop("begin with the one that was meant when the hand slipped once", [slip(lamp.product_id)], ([id]) => {
    assert.strictEqual(nearestIds(id, [...others, lamp], 3)[0], lamp)
  })

  it("are as many as asked for, ties by id", () => {
    const twins = ["b", "a", "c"].map((digit) => product(`${"0".repeat(35)}${digit}`))
    assert.deepStrictEqual(
      nearestIds("0".repeat(36), twins, 2).map(({ product_id }) => product_id.at(-1)),
      ["a", "b"]
    )
    assert.deepStrictEqual(nearestIds(lamp.product_id, [], 3), [])
  })
})
