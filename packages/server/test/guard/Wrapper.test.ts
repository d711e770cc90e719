import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { unbounded, unwrap, wrap } from "../../src/guard/Wrapper.ts"

describe("the wrapper", () => {
  it.effect("puts a value on one line between two that nobody can foresee", () =>
    Effect.gen(function* () {
      const value = { text: "two\nlines", list: [1, null, true] }
      const first = yield* wrap(value)
      assert.match(first, /^begin (data-[0-9a-f]{32})\n[^\n]+\nend \1$/)
      assert.notStrictEqual(yield* wrap(value), first)
      assert.deepStrictEqual(unwrap(first), Option.some(value))
    })
  )

  it.effect("refuses what is wrapped already, in whatever field", () =>
    Effect.gen(function* () {
      const wrapped = yield* wrap({ a: 1 })
      for (const value of [wrapped, { a: [wrapped] }, { [wrapped.toUpperCase()]: 1 }]) {
        assert.strictEqual((yield* Effect.flip(wrap(value)))._tag, "AlreadyWrapped")
      }
      assert.deepStrictEqual(unwrap(yield* wrap(unbounded(wrapped))), Option.some(unbounded(wrapped)))
    })
  )

  it("unwraps nothing else", () => {
    for (const text of ["{}", "", 1, null, { a: 1 }, "begin data-1\n{}\nend data-1"]) {
      assert.isTrue(Option.isNone(unwrap(text)))
    }
  })
})
