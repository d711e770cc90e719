import { DateTime, type Record } from "effect"
import { IntlMessageFormat } from "intl-messageformat"
import { formatAmount } from "../Amounts.ts"
import { type Day } from "../Catalog.ts"
import { type Money } from "../Money.ts"
import { type Language, type Locale, languageOf } from "./Locale.ts"
import { ar } from "./texts/ar.ts"
import { de } from "./texts/de.ts"
import { en, type TextKey, type Texts } from "./texts/en.ts"
import { es } from "./texts/es.ts"
import { fr } from "./texts/fr.ts"
import { it } from "./texts/it.ts"
import { ja } from "./texts/ja.ts"
import { nl } from "./texts/nl.ts"
import { pt } from "./texts/pt.ts"
import { zh } from "./texts/zh.ts"

/** The server's words in all languages, and the formatting of messages, amounts and days by locale. */

export const texts: { readonly [L in Language]: Texts } = { en, de, es, fr, it, nl, pt, ar, ja, zh }

type Values = Record.ReadonlyRecord<string, string | number>

/** Wording and formatting of a locale. */
export interface Words {
  readonly say: (key: TextKey, values?: Values) => string
  /** Joins complete sentences. */
  readonly join: (sentences: ReadonlyArray<string>) => string
  /** Joins list items within a sentence. */
  readonly list: (items: ReadonlyArray<string>) => string
  /** Formats an amount in the shop's currency. */
  readonly amount: (money: Money) => string
  readonly day: (day: Day) => string
}

/** Wraps placeholders in Unicode isolates, so that names and amounts do not disturb the order of right-to-left text. */
const isolated = (text: string) => text.replace(/\{\w+\}/g, "\u2068$&\u2069")

/** Message formats, each compiled on first use. */
const formatCache = new Map<string, IntlMessageFormat>()

const message = (language: Language, key: TextKey): IntlMessageFormat => {
  const name = `${language} ${key}`
  const known = formatCache.get(name)
  if (known !== undefined) {
    return known
  }
  const text = texts[language][key]
  const made = new IntlMessageFormat(language === "ar" ? isolated(text) : text, language, undefined, {
    ignoreTag: true
  })
  formatCache.set(name, made)
  return made
}

/**
 * Reduces a locale to language and region, so that `Intl` accepts every tag. Digits are always Latin, because people
 * copy numbers and codes.
 */
const formattingTag = (locale: Locale): string => {
  const [, region] = /^[a-z]{2}(?:-[a-z]{4})?-([a-z]{2}|\d{3})(?=-|$)/i.exec(locale) ?? []
  return `${languageOf(locale)}${region === undefined ? "" : `-${region}`}-u-nu-latn`
}

/** Returns the separator of list items; there is no conjunction before the last item. */
const separatorOf = (language: Language): string =>
  language === "ja" || language === "zh" ? "、" : language === "ar" ? "، " : ", "

/** Returns the wording and formatting of a locale. */
export const wordsOf = (locale: Locale): Words => {
  const language = languageOf(locale)
  const tag = formattingTag(locale)
  return {
    say: (key, values) => String(message(language, key).format(values)),
    join: (sentences) => sentences.join(language === "ja" || language === "zh" ? "" : " "),
    list: (items) => items.join(separatorOf(language)),
    amount: (money) => formatAmount(tag, money),
    day: (day) => DateTime.formatUtc(DateTime.unsafeMake(day), { locale: tag, dateStyle: "long" })
  }
}
