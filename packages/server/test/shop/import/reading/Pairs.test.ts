import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Stream } from "effect"
import { categoryMap } from "../../../../src/shop/import/categories/Category.ts"
import { readPairs } from "../../../../src/shop/import/reading/Pairs.ts"
import { settings } from "../support/Reading.ts"

const read = (file: string, to: "to" | "category" = "category") =>
  readPairs(Stream.make(new TextEncoder().encode(file)), to)

describe("a file of pairs", () => {
  it.effect("is a map", () =>
    Effect.gen(function* () {
      const pairs = yield* read("from;category\n\"Apparel>Shoes\";Footwear\n;Other\nToys;\n'-Sale;'+More\n")
      assert.deepStrictEqual(
        [...pairs],
        [
          ["Apparel>Shoes", "Footwear"],
          ["", "Other"],
          ["-Sale", "+More"]
        ]
      )
      assert.deepStrictEqual<unknown>(
        Either.map(categoryMap(pairs, settings), (map) => [...map]),
        Either.right([
          ["Apparel > Shoes", "Footwear"],
          ["", "Other"],
          ["-Sale", "+More"]
        ])
      )
    })
  )

  it.effect("is refused for a line that lacks something, a repeated one, and a name that cannot be a category", () =>
    Effect.gen(function* () {
      const faults = yield* Effect.forEach(
        ["from,category\nA,B\nA,C\n", "from,to\nA,B\n", 'from,category\nA,"B\n'],
        (file) => Effect.map(Effect.flip(read(file)), ({ fault, line }) => `${line} ${fault}`)
      )
      assert.deepStrictEqual(faults, [
        '3 has "A" a second time',
        '1 has no column "category"',
        "2 has a quotation mark that is not closed"
      ])
      assert.propertyVal(yield* Effect.flip(read("from,to\nA,\n", "to")), "fault", 'has no to for "A"')
      assert.deepStrictEqual(
        Either.mapLeft(categoryMap(new Map([["A", "<b>"]]), settings), ({ fault }) => fault),
        Either.left('"<b>" is not well-formed')
      )
    })
  )
})
