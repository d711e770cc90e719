import { assert, it } from "@effect/vitest"
import { apportion } from "../../src/rules/Apportionment.ts"
import { FastCheck } from "effect"

it("gives what is left over to the largest remainders, of equal ones to the first", () => {
  assert.deepStrictEqual(apportion(100, [1, 1, 1]), [34, 33, 33])
  assert.deepStrictEqual(apportion(10, [15, 25, 60]), [2, 2, 6])
  assert.deepStrictEqual(apportion(1, [1, 3]), [0, 1])
})

it("gives nothing to parts of nothing", () => {
  assert.deepStrictEqual(apportion(0, [0, 0]), [0, 0])
  assert.deepStrictEqual(apportion(5, [0, 7, 0]), [0, 5, 0])
  assert.deepStrictEqual(apportion(0, []), [])
})

it("is exact beyond the safe integers", () => {
  assert.deepStrictEqual(
    apportion(999_999_999_999, [999_999_999_999, 999_999_999_998]),
    [500_000_000_000, 499_999_999_999]
  )
})

it.prop(
  "adds up, stays within the parts, and is at most a cent away from the exact share",
  [
    FastCheck.array(FastCheck.nat(100_000), { minLength: 1, maxLength: 20 }),
    FastCheck.double({ min: 0, max: 1, noNaN: true })
  ],
  ([parts, share]) => {
    const whole = parts.reduce((total, part) => total + part, 0)
    const cents = Math.floor(whole * share)
    const shares = apportion(cents, parts)
    assert.strictEqual(
      shares.reduce((total, part) => total + part, 0),
      cents
    )
    for (const [index, part] of parts.entries()) {
      assert.isAtMost(shares[index]!, part)
      assert.isBelow(Math.abs(shares[index]! * whole - cents * part), Math.max(1, whole))
    }
  }
)
