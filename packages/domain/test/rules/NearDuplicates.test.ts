import { assert, describe, it } from "@effect/vitest"
import { areSimilar, trigrams, withSimilar } from "@storefront/domain/rules/NearDuplicates"
import { FastCheck } from "effect"

describe("trigrams", () => {
  it("are those of pg_trgm", () => {
    assert.deepStrictEqual([...trigrams("Word!")].toSorted(), ["  w", " wo", "ord", "rd ", "wor"])
    assert.deepStrictEqual([...trigrams("a,b a")].toSorted(), ["  a", "  b", " a ", " b "])
    assert.deepStrictEqual([...trigrams("?!")], [])
  })
})

describe("similar texts", () => {
  const similar = (a: string, b: string) => areSimilar(trigrams(a), trigrams(b))

  it("share four fifths of their trigrams", () => {
    const set = (from: number, to: number) => new Set(Array.from({ length: to - from }, (_, n) => String(from + n)))
    assert.isTrue(areSimilar(set(0, 9), set(1, 10)))
    assert.isFalse(areSimilar(set(0, 8), set(1, 9)))
    assert.isTrue(areSimilar(set(0, 4), set(0, 5)))
    assert.isFalse(areSimilar(set(0, 4), set(0, 6)))
    assert.isFalse(similar("", ""))
    assert.isTrue(similar("A quiet lamp, bright too", "a QUIET lamp bright too!"))
  })

  const words = FastCheck.constantFrom("lamp", "light", "quiet", "bright", "very", "the", "nice", "é", "7")
  const text = FastCheck.array(words, { maxLength: 12 }).map((words) => words.join(" "))
  const settings = { fastCheck: { numRuns: 300 } }

  it.prop(
    "are found as by comparing every pair",
    [FastCheck.array(text, { maxLength: 12 })],
    ([texts]) => {
      const sets = texts.map(trigrams)
      const expected = sets.flatMap((set, position) =>
        sets.some((other, at) => at !== position && areSimilar(set, other)) ? [position] : []
      )
      assert.deepStrictEqual(
        [...withSimilar(sets)].toSorted((a, b) => a - b),
        expected
      )
    },
    settings
  )

  it.prop(
    "are as similar the other way round, and to themselves",
    [text, text],
    ([a, b]) => {
      assert.strictEqual(similar(a, b), similar(b, a))
      assert.strictEqual(similar(a, a), trigrams(a).size > 0)
    },
    settings
  )
})
