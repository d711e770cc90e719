import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { unwrap, wrap } from "../../../src/assistant/guard/Wrapper.ts"
import * as Boundary from "../../../src/platform/text/Boundary.ts"

describe("the wrapper", () => {
  it.effect("puts a value between two marks that it cannot hold itself, the same for the same value", () =>
    Effect.gen(function* () {
      const value = { text: "two\nlines", list: [1, null, true] }
      const first = yield* wrap(value)
      assert.match(JSON.stringify(first), /^\{"begin":"(data-[0-9a-f]{32})","data":\{.*\},"end":"\1"\}$/)
      assert.strictEqual((yield* wrap(value)).begin, first.begin)
      assert.notStrictEqual((yield* wrap({ ...value, text: "two\nlines " })).begin, first.begin)
      assert.deepStrictEqual(unwrap(first), Option.some(value))
      assert.deepStrictEqual(unwrap(JSON.stringify(first)), Option.some(value))
    })
  )

  it.effect("refuses what is wrapped already, in whatever field", () =>
    Effect.gen(function* () {
      const wrapped = yield* wrap({ a: 1 })
      const text = JSON.stringify(wrapped)
      for (const value of [wrapped, { a: [wrapped] }, text, { [text.toUpperCase()]: 1 }]) {
        assert.strictEqual((yield* Effect.flip(wrap(value)))._tag, "AlreadyWrapped")
      }
      assert.deepStrictEqual(unwrap(yield* wrap(Boundary.disarm(text))), Option.some(Boundary.disarm(text)))
    })
  )

  it("unwraps nothing else", () => {
    const [one, other] = ["0", "1"].map((digit) => `data-${digit.repeat(32)}`)
    const others = [
      { begin: one, data: {}, end: other },
      { begin: "data-1", data: {}, end: "data-1" }
    ]
    for (const value of ["{}", "", 1, null, { a: 1 }, ...others]) {
      assert.isTrue(Option.isNone(unwrap(value)))
    }
  })
})
