import { assert, describe, it } from "@effect/vitest"
import { areSimilar, packTrigram, trigrams, findSimilar } from "../../src/rules/NearDuplicates.ts"
import { Effect, FastCheck, Ref } from "effect"

const numbers = (...trigrams: ReadonlyArray<string>) =>
  Uint32Array.from(trigrams, (text) =>
    packTrigram(text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2))
  ).toSorted()

describe("trigrams", () => {
  it("are those of pg_trgm", () => {
    assert.deepStrictEqual(trigrams("Word!"), numbers("  w", " wo", "ord", "rd ", "wor"))
    assert.deepStrictEqual(trigrams("a,b a"), numbers("  a", "  b", " a ", " b "))
    assert.deepStrictEqual(trigrams("?!"), numbers())
    assert.deepStrictEqual(trigrams("Жук"), numbers("  ж", " жу", "жук", "ук "))
  })
})

describe("similar texts", () => {
  const similar = (a: string, b: string) => areSimilar(trigrams(a), trigrams(b))

  it("share four fifths of their trigrams", () => {
    const set = (from: number, to: number) => Uint32Array.from({ length: to - from }, (_, n) => from + n)
    assert.isTrue(areSimilar(set(0, 9), set(1, 10)))
    assert.isFalse(areSimilar(set(0, 8), set(1, 9)))
    assert.isTrue(areSimilar(set(0, 4), set(0, 5)))
    assert.isFalse(areSimilar(set(0, 4), set(0, 6)))
    assert.isFalse(similar("", ""))
    assert.isTrue(similar("A quiet lamp, bright too", "a QUIET lamp bright too!"))
  })

  const words = FastCheck.constantFrom("lamp", "light", "quiet", "bright", "very", "the", "nice", "é", "7")
  const text = FastCheck.array(words, { maxLength: 12 }).map((words) => words.join(" "))
  const settings = { fastCheck: { numRuns: 150 } }

  it.effect.prop(
    "are found as by comparing every pair",
    [FastCheck.array(text, { maxLength: 12 })],
    ([texts]) =>
      Effect.gen(function* () {
        const sets = texts.map(trigrams)
        const expected = sets.flatMap((set, position) =>
          sets.some((other, at) => at !== position && areSimilar(set, other)) ? [position] : []
        )
        const found = yield* findSimilar(sets)
        assert.deepStrictEqual(
          [...found].toSorted((a, b) => a - b),
          expected
        )
      }),
    settings
  )

  it.live("are looked for quickly in any script, without keeping others waiting", () =>
    Effect.gen(function* () {
      const [draw] = FastCheck.sample(FastCheck.infiniteStream(FastCheck.integer({ min: 0x4e00, max: 0x9fff })), {
        numRuns: 1,
        seed: 7
      })
      const letters = [...(draw?.take(1_000_000) ?? [])]
      const texts = Array.from({ length: 1_000 }, (_, n) =>
        trigrams(String.fromCharCode(...letters.slice(1_000 * n, 1_000 * (n + 1))))
      )
      const turns = yield* Ref.make(0)
      const turn = Effect.zipRight(
        Effect.sleep("1 millis"),
        Ref.update(turns, (count) => count + 1)
      )
      yield* Effect.fork(Effect.forever(turn))
      assert.strictEqual((yield* findSimilar([...texts, ...texts.slice(0, 3)])).size, 6)
      assert.isAbove(yield* Ref.get(turns), 0)
    })
  )

  it.prop(
    "are as similar the other way round, and to themselves",
    [text, text],
    ([a, b]) => {
      assert.strictEqual(similar(a, b), similar(b, a))
      assert.strictEqual(similar(a, a), trigrams(a).length > 0)
    },
    settings
  )
})
