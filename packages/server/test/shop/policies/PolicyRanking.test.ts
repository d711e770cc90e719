import { assert, describe, it } from "@effect/vitest"
import { Array, Option } from "effect"
import { readQuestion } from "../../../src/shop/policies/PolicyQuestion.ts"
import { type Match, rank } from "../../../src/shop/policies/PolicyRanking.ts"

const match = (slug: string, reading: string, fields: Partial<Match> = {}): Match => ({
  slug,
  locale: "en",
  position: 0,
  reading,
  frequency: 1,
  isHead: false,
  length: 40,
  averageLength: 40,
  passages: 200,
  ...fields
})

const ranked = (question: string, matches: ReadonlyArray<Match>, slug?: string) => {
  const { isConfident, places } = rank(readQuestion(question), matches, Option.fromNullable(slug))
  return { isConfident, slugs: places.map(({ locale, slug }) => `${slug}.${locale}`) }
}

describe("passages for a question", () => {
  it("are about what is in their title or heading, however often the shop speaks of it", () => {
    const common = Array.makeBy(150, (at) => match(`p${at}`, "#return"))
    assert.deepStrictEqual(ranked("What are the rules for returns?", common).slugs, [])
    const told = ranked("What are the rules for returns?", [...common, match("returns", "#return", { isHead: true })])
    assert.deepStrictEqual(told, { isConfident: false, slugs: ["returns.en"] })
  })

  const question = "Is there a guarantee on this vase?"

  it("come in the order of how much of it they have, how often, and how short they are; three at most", () => {
    const others = ["b", "c", "d"].map((slug) => match(slug, "vase"))
    assert.deepStrictEqual(ranked(question, [match("a", "vase"), match("a", "guarantee"), ...others]).slugs, [
      "a.en",
      "b.en",
      "c.en"
    ])
    assert.deepStrictEqual(
      ranked(question, [match("a", "vase"), match("b", "vase", { frequency: 3 })]).slugs[0],
      "b.en"
    )
    assert.deepStrictEqual(ranked(question, [match("a", "vase", { length: 90 }), match("b", "vase")]).slugs[0], "b.en")
  })

  it("count a word once, by the best of its readings", () => {
    const twice = [match("a", "guarantee"), match("a", "#warranty")]
    const once = [match("b", "guarantee"), match("b", "vase")]
    assert.deepStrictEqual(ranked(question, [...twice, ...once]).slugs, ["b.en", "a.en"])
  })

  it("count what is rare for more than what most have", () => {
    const usual = ["a", "b", "c", "d", "e", "f"].map((slug) => match(slug, "vase"))
    assert.strictEqual(ranked(question, [...usual, match("g", "guarantee")]).slugs[0], "g.en")
  })

  it("are sure when they have most of it, and none when they have little", () => {
    assert.isTrue(ranked(question, [match("a", "#warranty"), match("a", "vase")]).isConfident)
    assert.deepStrictEqual(ranked(question, [match("a", "vase")]), { isConfident: false, slugs: ["a.en"] })
    const long = "Does a guarantee that covers scratches, dents and corrosion come with this vase?"
    assert.deepStrictEqual(ranked(long, [match("a", "vase")]), { isConfident: false, slugs: [] })
    assert.deepStrictEqual(ranked(question, []), { isConfident: false, slugs: [] })
  })

  it("are those of one policy, if it is meant, and of a policy those in one locale", () => {
    const both = [match("a", "vase"), match("b", "vase"), match("b", "guarantee")]
    assert.deepStrictEqual(ranked(question, both, "a").slugs, ["a.en"])
    const translated = [match("a", "guarantee"), match("a", "#warranty", { locale: "de", passages: 50 })]
    assert.deepStrictEqual(ranked(question, translated).slugs, ["a.en"])
  })

  it("are in another language only by concepts, and later, if there are any in its own", () => {
    const foreign = [match("b", "vase", { locale: "de" }), match("c", "#warranty", { locale: "de", frequency: 2 })]
    assert.deepStrictEqual(ranked(question, [match("a", "vase"), match("a", "guarantee"), ...foreign]).slugs, ["a.en"])
    assert.deepStrictEqual(ranked(question, foreign).slugs, ["c.de", "b.de"])
  })
})
