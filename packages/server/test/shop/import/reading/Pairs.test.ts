import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Stream } from "effect"
import { categoryMap } from "../../../../src/shop/import/categories/Category.ts"
import { readPairs } from "../../../../src/shop/import/reading/Pairs.ts"
import { settings } from "../support/Reading.ts"

const read = (file: string) => readPairs(Stream.make(new TextEncoder().encode(file)), "category")

describe("a file of pairs", () => {
  it.effect("is a map", () =>
    Effect.gen(function* () {
      const pairs = yield* read('from;category\n"Apparel>Shoes";Footwear\n;Other\n')
      assert.deepStrictEqual(
        [...pairs],
        [
          ["Apparel>Shoes", "Footwear"],
          ["", "Other"]
        ]
      )
      assert.deepStrictEqual<unknown>(
        Either.map(categoryMap(pairs, settings), (map) => [...map]),
        Either.right([
          ["Apparel > Shoes", "Footwear"],
          ["", "Other"]
        ])
      )
    })
  )

  it.effect("is refused for a line that lacks something, a repeated one, and a name that cannot be a category", () =>
    Effect.gen(function* () {
      const faults = yield* Effect.forEach(
        ["from,category\nA,\n", "from,category\nA,B\nA,C\n", "from,to\nA,B\n", 'from,category\nA,"B\n'],
        (file) => Effect.map(Effect.flip(read(file)), ({ fault, line }) => `${line} ${fault}`)
      )
      assert.deepStrictEqual(faults, [
        '2 has no category for "A"',
        '3 has "A" a second time',
        '1 has no column "category"',
        "2 has a quotation mark that is not closed"
      ])
      assert.deepStrictEqual(
        Either.mapLeft(categoryMap(new Map([["A", "<b>"]]), settings), ({ fault }) => fault),
        Either.left('"<b>" is not well-formed')
      )
    })
  )
})
