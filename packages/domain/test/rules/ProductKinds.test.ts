import { assert, describe, it } from "@effect/vitest"
import { kindsIn } from "../../src/rules/ProductKinds.ts"
import { contentWords } from "../../src/rules/SearchWords.ts"

const kinds = (query: string) => kindsIn(contentWords(query))

const terms = (query: string) => kinds(query).flatMap(({ terms }) => terms)

describe("kinds of goods", () => {
  it("have the same name in other words", () => {
    assert.deepStrictEqual(terms("couch"), ["sofa", "settee"])
    assert.deepStrictEqual(terms("telly"), ["television", "tv"])
  })

  it("include narrower ones, and theirs, but not wider ones", () => {
    assert.includeMembers(terms("footwear"), ["shoe", "sneaker", "trainer", "boot"])
    assert.deepStrictEqual(terms("sneakers"), ["trainer"])
    assert.includeMembers(terms("clothes"), ["jacket", "anorak", "jeans", "hoodie"])
    assert.notInclude(terms("jacket"), "clothes")
  })

  it("are known in the plural", () => {
    for (const [plural, other] of [
      ["shelves", "bookcase"],
      ["nappies", "diaper"],
      ["watches", "smartwatch"],
      ["trousers", "jeans"],
      ["trouser", "jeans"]
    ] as const) {
      assert.include(terms(plural), other, plural)
    }
  })

  it("can have two words, however they are joined", () => {
    for (const query of ["vacuum cleaner", "vacuum-cleaner"]) {
      assert.includeMembers(terms(query), ["hoover"], query)
    }
    assert.deepStrictEqual(
      kinds("cordless vacuum cleaner").map(({ position }) => position),
      [1, 2]
    )
    assert.include(terms("head phones"), "earbud")
    assert.include(terms("hoover"), "vacuum cleaner")
  })

  it("are none in other words", () => {
    assert.deepStrictEqual(kinds("something warm from Oskaberg"), [])
    assert.deepStrictEqual(kinds("constructor toString"), [])
  })

  it("can have no other name", () => {
    assert.deepStrictEqual(kinds("tent"), [{ position: 0, terms: [] }])
  })
})
