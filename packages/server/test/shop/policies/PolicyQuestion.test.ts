import { assert, describe, it } from "@effect/vitest"
import { languages, concepts, functionWords } from "../../../src/shop/policies/PolicyConcepts.ts"
import { readQuestion } from "../../../src/shop/policies/PolicyQuestion.ts"
import { wordsOf } from "../../../src/shop/policies/PolicyWords.ts"

const readings = (question: string) => readQuestion(question).words.map(({ readings }) => readings.join(" "))
const languagesOf = (question: string) => [...readQuestion(question).languages]

describe("a question about the shop", () => {
  it("is read in the language that its function words tell, in any when none does", () => {
    assert.deepStrictEqual(languagesOf("Who pays when I send it back?"), ["en"])
    assert.deepStrictEqual(languagesOf("Wer bezahlt, wenn ich es zurückschicke?"), ["de"])
    assert.deepStrictEqual(languagesOf("¿Quién paga si lo devuelvo?"), ["es"])
    assert.deepStrictEqual(languagesOf("Versandkosten"), [...languages])
    assert.deepStrictEqual(languagesOf("配送には何日かかりますか？"), [...languages])
  })

  it("has words and the concepts that they stand for, and no function words", () => {
    assert.deepStrictEqual(readings("Is there a guarantee on this vase?"), ["guarantee #warranty", "vase"])
    assert.deepStrictEqual(readings("Habt ihr eine Garantie?"), ["garantie #warranty"])
    assert.deepStrictEqual(readings("Who is it?"), [])
    assert.deepStrictEqual(readQuestion("?!").terms, [])
  })

  it("says with several words what none of them says alone", () => {
    assert.include(readings("When do I get my money back?"), "money #refund")
    assert.isFalse(readings("Where is my money?").some((reading) => reading.includes("#refund")))
  })

  it("asks about deliveries abroad when it names a country, in its own language", () => {
    assert.include(readings("Do you deliver to Austria?"), "austria #abroad")
    assert.include(readings("Liefert ihr nach Österreich?"), "osterreich #abroad")
  })

  it("is compared with forms of its own words, and with the words of a concept in every language", () => {
    const { terms } = readQuestion("Is there a guarantee on this vase?")
    const term = (reading: string) => terms.filter((term) => term.reading === reading)
    assert.deepStrictEqual(term("vase"), [
      { reading: "vase", language: null, word: "vase", start: "vase", part: null, closeness: 0.75 }
    ])
    assert.deepStrictEqual(new Set(term("#warranty").map(({ language }) => language)), new Set(languages))
    assert.isTrue(term("#warranty").every(({ closeness, word }) => closeness === 1 && word !== "guarantee"))
  })

  it("can be as long as one likes", () => {
    const { words } = readQuestion(Array.from({ length: 200 }, (_, at) => `w${at}x`).join(" "))
    assert.strictEqual(words.length, 40)
  })
})

describe("the vocabulary", () => {
  it("has every concept in every language, as words that a passage can have", () => {
    for (const [concept, lists] of Object.entries(concepts)) {
      for (const language of languages) {
        const written = lists[language].split(" ")
        assert.isAbove(written.length, 0, `${concept} ${language}`)
        for (const expression of written) {
          const parts = expression.replace(/\*$/, "").split("_")
          assert.isTrue(
            parts.every((part) => part !== "" && (parts.length > 1 || wordsOf(part).length === 1)),
            `${concept} ${language} ${expression}`
          )
        }
      }
    }
  })

  it("has function words as they are compared", () => {
    for (const language of languages) {
      for (const word of functionWords[language].split(" ")) {
        assert.isTrue(word.length === 1 || wordsOf(word).join() === word, `${language} ${word}`)
      }
    }
  })
})
