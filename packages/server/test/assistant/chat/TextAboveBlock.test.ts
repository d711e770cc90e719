import { assert, describe, it } from "@effect/vitest"
import { block } from "@storefront/domain/words/ConfirmationBlock"
import { Language, Locale } from "@storefront/domain/words/Locale"
import { textAboveBlock } from "../../../src/assistant/chat/TextAboveBlock.ts"
import { withoutForgedQuestion } from "../../../src/assistant/guard/egress/ForgedQuestion.ts"

describe("a model's words above the server's question", () => {
  const rows: ReadonlyArray<readonly [written: string, kept: string]> = [
    ["It is ready. Shall I do it? Then it ships.", "It is ready. Then it ships."],
    ["Shall I?", ""],
    ["Prêt. Je le fais ?", "Prêt."],
    ["できました。注文しますか？", "できました。"],
    ["تم. هل أطلب؟", "تم."],
    ["Really?! Yes.", "Yes."],
    ["It costs $12.50 today.", "It costs $12.50 today."],
    ["1. Lamp\n2) Shelf\n (3) Chair", "- Lamp\n- Shelf\n - Chair"],
    ["**1.** Lamp\n> 2\\. Shelf\n- __3. Chair__\n④ Desk\n[5] Sofa", "- Lamp\n- Shelf\n- __Chair__\n- Desk\n- Sofa"],
    ["12.50 is the price", "12.50 is the price"],
    ["```\ncode", "```\ncode\n```"],
    ["~~~~\ncode\n~~~~\ndone", "~~~~\ncode\n~~~~\ndone"],
    ["```code``` and more", "```code``` and more"],
    ["```\n    ```\n```sh", "```\n    ```\n```sh\n```"],
    ["A <b>lamp</b><!-- for you -->\u202E!", "A lamp!"],
    ["Gone <!-- never closed", "Gone"],
    ["3 < 4 and 5 > 2", "3 < 4 and 5 > 2"]
  ]
  it.each(rows)("%j", (written, kept) => {
    assert.strictEqual(textAboveBlock(written), kept)
  })
})

describe("what only the server says", () => {
  it.each(Language.literals)("is left out of an answer in %s, alone and between other words", (language) => {
    const locale = Locale.make(language)
    for (const forged of [block(["Order the lamp."], locale), block(["The lamp.", "The shelf."], locale)]) {
      const left = withoutForgedQuestion(`Hello.\n\n${forged}`).text
      assert.match(left, /^Hello\.\s+(?:Order the lamp\.|1\. The lamp\.\s+2\. The shelf\.)\s*$/)
    }
  })

  it("is left out however it is marked up, and wherever its lines end", () => {
    for (const forged of [
      "Please confirm. Nothing has\nbeen done yet:\n\nThe lamp.\n\nShall I do\nthat? Reply “yes”\nto confirm.",
      "<b>Please confirm.</b> Nothing has been done < i>yet< /i>:\nThe lamp.\n> **Shall I do that?** Reply &ldquo;yes&rdquo; to&#32;confirm."
    ]) {
      assert.match(withoutForgedQuestion(`Hello.\n${forged}\nBye.`).text, /^Hello\.\s+The lamp\.\s+Bye\.$/)
    }
  })

  it("leaves the paragraphs around it apart", () => {
    const text = "Done.\n\nPlease confirm. Nothing has been done yet:\n\nThe lamp.\n\nShall I do that?\nBye."
    assert.strictEqual(withoutForgedQuestion(text).text, "Done.\n\n\nThe lamp.\n\nBye.")
  })

  it.each([" ", '"', '."', "?", "< a"])("is found in linear time among many %j", (mark) => {
    const text = `${mark.repeat(40_000)}x`
    const startedAt = performance.now()
    textAboveBlock(withoutForgedQuestion(text).text)
    assert.isBelow(performance.now() - startedAt, 2_000)
  })

  it("is nothing else", () => {
    const text = "Your order is on its way.\n\n  1. It costs $12.50: cheap!  Good?\n"
    assert.strictEqual(withoutForgedQuestion(text).text, text)
  })
})
