import { assert, describe, it } from "vitest"
import { fill, Language, wordOf } from "../../src/widget/Texts.ts"
import ar from "../../texts/ar.json" with { type: "json" }
import de from "../../texts/de.json" with { type: "json" }
import en from "../../texts/en.json" with { type: "json" }
import es from "../../texts/es.json" with { type: "json" }
import fr from "../../texts/fr.json" with { type: "json" }

const english = new Language("en-US", en)

describe("the words of the chat", () => {
  it("are the same ones in every language, but for the forms of plurals and the titles of the server", () => {
    const keysOf = (texts: object) => Object.keys(texts).toSorted()
    for (const texts of [ar, de, es, fr]) {
      assert.deepStrictEqual(keysOf(texts), keysOf(en))
    }
  })

  it("have the places of the English ones in every language", () => {
    const placesOf = (text: unknown) =>
      typeof text === "string" ? [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted() : []
    for (const texts of [ar, de, es, fr]) {
      for (const [key, text] of Object.entries(en)) {
        assert.deepStrictEqual(
          placesOf(Object.entries(texts).find(([other]) => other === key)?.[1]),
          placesOf(text),
          key
        )
      }
    }
  })

  it("take values as they are, even those that look like places or patterns", () => {
    assert.strictEqual(fill("Add {product} to {cart}", { product: "$& {cart}" }), "Add $& {cart} to {cart}")
  })

  it("leave what they do not know as the server says it", () => {
    assert.strictEqual(wordOf(en.orderStatus, "shipped"), "Shipped")
    assert.strictEqual(wordOf(en.orderStatus, "constructor"), "constructor")
  })
})

describe("formats", () => {
  it("show amounts in the shop's currency, with its decimals, in the customer's language", () => {
    assert.strictEqual(english.money(1234.5, "USD"), "$1,234.50")
    assert.strictEqual(english.money(1500, "JPY"), "¥1,500")
    assert.strictEqual(new Language("de-DE", de).money(1234.5, "EUR").replace(/\s/g, " "), "1.234,50 €")
  })

  it("show an amount without its currency, and no day, where the server sends something else", () => {
    assert.strictEqual(english.money(5, ""), "5")
    assert.strictEqual(english.money(5, "dollars"), "5")
    assert.strictEqual(english.day("tomorrow"), "")
    assert.strictEqual(english.day("2026-11-20T10:00:00Z"), "Nov 20, 2026")
  })
})
