import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { chooseLocale, languageOfScript, isMoreThanAName } from "@storefront/domain/words/ChooseLocale"
import { english, Language, Locale, localeOf } from "@storefront/domain/words/Locale"

const isOurs = (tag: string): tag is Language => Language.literals.some((language) => language === tag)

/** "de: Wo ist es?": a message of which it is sure that it is German; without a language of which it is not. */
const heard = (message: string) => {
  const [, tag = "", text = message] = /^(\w\w): (.*)$/.exec(message) ?? []
  return { text, language: isOurs(tag) ? Option.some(tag) : Option.none() }
}

const chosen = (messages: ReadonlyArray<string>, client = "") =>
  chooseLocale({ messages: messages.map(heard), client: localeOf(client), shop: english })

describe("the choice of the locale", () => {
  const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string, string]> = [
    [[], "", "en"],
    [["ok"], "", "en"],
    [["ok"], "de-AT", "de-AT"],
    [["de: zeig mir Laptops"], "", "de"],
    [["de: zeig mir Laptops"], "en-GB", "de"],
    [["de: zeig mir Laptops"], "de-AT", "de-AT"],
    [["de: zeig mir Laptops", "ja", "Nimbrix Slate 11"], "en", "de"],
    // A change takes five words, or two messages.
    [["de: zeig mir Laptops", "en: yes, do it"], "", "de"],
    [["de: zeig mir Laptops", "en: yes, do it", "Nimbrix Slate 11", "en: add it please"], "", "en"],
    [["de: zeig mir Laptops", "en: yes, do it", "de: nein doch nicht", "en: add it please"], "", "de"],
    [["de: zeig mir Laptops", "fr: add it please", "en: add it please"], "", "de"],
    [["de: zeig mir Laptops", "en: do you have a cheaper one"], "", "en"],
    [["de: zeig mir Laptops", "en: add Nimbrix Slate 11 2024 now"], "", "de"],
    [["de: zeig mir Laptops", "ja: はい"], "", "de"],
    [["de: zeig mir Laptops", "ja: 注文をキャンセルしたいです"], "", "ja"],
    [["en: where is it", "zh: 我想取消我的上一个订单"], "", "zh"],
    // A few words in Han may be Japanese.
    [["zh: 注文"], "ja-JP", "ja-JP"],
    [["ja: 注文をキャンセルしたいです", "zh: 確認", "zh: 二番"], "", "ja"],
    [["zh: 我想取消我的上一个订单"], "ja", "zh"],
    [["zh: 结账"], "en", "zh"]
  ]
  for (const [messages, client, expected] of cases) {
    it(`is ${expected} for ${messages.join(" | ")} ${client}`, () => {
      assert.strictEqual(chosen(messages, client), Locale.make(expected))
    })
  }

  it("hears nothing in a name", () => {
    const names =
      "iPhone 15 Pro Max 256GB|Nimbrix Slate 11|nimbrix slate 11|Samsung Galaxy S24 Ultra|Sony headphones|ok|ja bitte||#0EBA-32AC|где мой заказ".split(
        "|"
      )
    assert.deepStrictEqual(names.filter(isMoreThanAName), [])
    const more = [
      "where is it",
      "zeig mir Laptops",
      "Wo ist meine Bestellung?",
      "add Nimbrix Slate 11 to my cart",
      "Dov'è il mio ordine?"
    ]
    assert.deepStrictEqual(more.filter(isMoreThanAName), more)
  })

  it("knows a language by its script", () => {
    assert.deepStrictEqual(
      "はい|注文をキャンセルしたい|iPhone 15 Pro Max 256GBを見せて|是的|我想取消订单|نعم|سفارش من کجاست|где мой заказ|네|yes"
        .split("|")
        .map((text) => Option.getOrElse(languageOfScript(text), () => "")),
      "ja|ja|ja|zh|zh|ar||||".split("|")
    )
  })
})
