import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { agreesWith, firstForeignWord } from "../../src/rules/CustomerWords.ts"

describe("a customer's own words", () => {
  it("are all that a memory holds, whatever their order, case and form", () => {
    const said = [
      "Hello!",
      "I never buy WOOL, and my budget is 1500. Ich trage Größe 44.",
      "サイズは42です。我喜欢皮革"
    ]
    for (const text of [
      "Budget: 1500",
      "wool never",
      "Trage Größe 44",
      "Ich trage Gro\u0308ße",
      "サイズ42",
      "喜欢皮革",
      "M",
      "皮",
      ""
    ]) {
      assert.isTrue(Option.isNone(firstForeignWord(text, said)), text)
    }
    for (const text of ["Budget 2500", "Always buys wool", "woolly", "サイズ大", "皮革喜", "我喜欢羊毛"]) {
      assert.isTrue(Option.isSome(firstForeignWord(text, said)), text)
    }
  })

  it("name a memory by half of its words, in its sense", () => {
    const cases: ReadonlyArray<readonly [message: string, memory: string, isNamed: boolean]> = [
      ["Forget that I never buy wool", "I never buy wool", true],
      ["Forget my size, please", "I wear size M", true],
      ["Forget my size, please", "I wear size M in the shirts of Fernmoor", false],
      ["Forget that I buy wool", "I never buy wool", false],
      ["Forget that I don’t like leather", "I like leather", false],
      ["Vergiss, dass ich keine Wolle mag", "Mag keine Wolle", true],
      ["Vergiss, dass ich Wolle mag", "Mag keine Wolle", false],
      ["忘记我不喜欢皮革", "我不喜欢皮革", true],
      ["忘记我喜欢皮革", "我不喜欢皮革", false],
      ["What do you know about me?", "I wear size M", false],
      ["What would you like to know?", "I like tea", false],
      ["Forget it", "M", false]
    ]
    for (const [message, memory, isNamed] of cases) {
      assert.strictEqual(agreesWith(message, memory), isNamed, `${message} / ${memory}`)
    }
  })
})
