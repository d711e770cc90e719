import { assert, describe, it } from "@effect/vitest"
import { readBounds } from "../../../src/planner/text/Bounds.ts"
import { tag } from "../../../src/planner/text/Tags.ts"
import { tokenize } from "../../../src/planner/text/Tokens.ts"

const bounds = (message: string) => {
  const { maxPrice, minPrice, minRating, quantity } = readBounds(tag(tokenize(message)))
  return [minPrice, maxPrice, minRating, quantity]
}

describe("a number bounds", () => {
  it.each<[string, ReturnType<typeof bounds>]>([
    ["something around 50", [null, 50, null, null]],
    ["ordered november 7", [null, null, null, null]],
    ["zip 205", [null, null, null, null]],
    ["what about 16", [null, null, null, 16]],
    ["how about three", [null, null, null, 3]],
    ["only over 4.5 please", [null, null, 4.5, null]],
    ["only over 45 please", [45, null, null, null]],
    ["can I have the Hush 700 for 235?", [null, null, null, null]],
    ["do you have enough for 5 people", [null, null, null, 5]]
  ])("what it is said of: %s", (message, expected) => {
    assert.deepStrictEqual(bounds(message), expected)
  })
})
