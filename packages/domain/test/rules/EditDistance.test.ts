import { assert, describe, it } from "@effect/vitest"
import { equalUpToTypos, editDistance, nearest } from "../../src/rules/EditDistance.ts"
import { FastCheck, Option } from "effect"

describe("the edit distance", () => {
  it("counts insertions, deletions, substitutions and swaps of neighbours", () => {
    const distances = [
      ["kettle", "kettle", 0],
      ["ketle", "kettle", 1],
      ["kettlle", "kettle", 1],
      ["kettke", "kettle", 1],
      ["kettel", "kettle", 1],
      ["", "abc", 3],
      ["laptop", "lamp", 3]
    ] as const
    for (const [left, right, distance] of distances) {
      assert.strictEqual(editDistance(left, right, 9), distance, `${left} ${right}`)
    }
  })

  it("stops above the limit", () => {
    assert.isAbove(editDistance("hoverboard", "keyboard", 2), 2)
  })

  const word = FastCheck.string({ unit: FastCheck.constantFrom("a", "b", "c"), maxLength: 8 })

  it.prop("is symmetric and 0 exactly for equal words", [word, word], ([left, right]) => {
    assert.strictEqual(editDistance(left, right, 20), editDistance(right, left, 20))
    assert.strictEqual(editDistance(left, right, 20) === 0, left === right)
  })

  it.prop("agrees with its limit", [word, word, FastCheck.integer({ min: 0, max: 8 })], ([left, right, limit]) => {
    const distance = editDistance(left, right, 20)
    assert.strictEqual(editDistance(left, right, limit) <= limit, distance <= limit)
  })
})

describe("alike words", () => {
  it("allow the more slips the longer they are", () => {
    assert.isTrue(equalUpToTypos("jaket", "jacket"))
    assert.isFalse(equalUpToTypos("tea", "ten"))
    assert.isFalse(equalUpToTypos("bike", "cake"))
    assert.isTrue(equalUpToTypos("noise-canceling", "noise-cancelling"))
  })

  it("are told apart: the one with the fewest slips is meant, and none if all are too far", () => {
    const words = ["min_price", "max_price", "sort"]
    assert.deepStrictEqual(nearest("maxPrice", words), Option.some("max_price"))
    assert.deepStrictEqual(nearest("mx_price", words), Option.some("max_price"))
    assert.deepStrictEqual(nearest("password", words), Option.none())
  })
})
