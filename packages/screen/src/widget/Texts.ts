import type english from "../../texts/en.json"
import { textOf } from "../json/Fields.ts"

/** The words of the chat in the customer's language. */

export type Texts = typeof english

/** A text for each plural form; those that a language lacks are absent. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

const languages: Readonly<Record<string, () => Promise<{ readonly default: Texts }>>> = {
  en: () => import("../../texts/en.json"),
  es: () => import("../../texts/es.json"),
  de: () => import("../../texts/de.json"),
  fr: () => import("../../texts/fr.json"),
  ar: () => import("../../texts/ar.json")
}

const languageOf = (locale: string) => locale.slice(0, 2).toLowerCase()

/** Puts values into the places `{name}` of a text. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)

/** Keeps a text within another one of the other direction in one piece. */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** Returns the word for a key of the server's; the key itself where there is none. */
export const wordOf = (words: Readonly<Record<string, string>>, key: string): string =>
  (Object.hasOwn(words, key) ? words[key] : undefined) ?? key

const isCurrency = (code: string) => /^[a-z]{3}$/i.test(code)

/** Words and formats of one locale. */
export class Language {
  /** BCP 47 tag. */
  readonly locale: string
  readonly texts: Texts
  readonly direction: "ltr" | "rtl"
  readonly #plurals: Intl.PluralRules

  constructor(locale: string, texts: Texts) {
    this.locale = locale
    this.texts = texts
    this.direction = languageOf(locale) === "ar" ? "rtl" : "ltr"
    this.#plurals = new Intl.PluralRules(locale)
  }

  /** Returns the form for a number, with the number in it. */
  readonly count = (forms: Plural, count: number): string => {
    const form = (count === 0 ? forms.zero : undefined) ?? forms[this.#plurals.select(count)] ?? forms.other
    return fill(form, { count: this.number(count) })
  }

  readonly number = (value: number): string => new Intl.NumberFormat(this.locale).format(value)

  /** Joins words as in "A, B, and C". */
  readonly list = (words: ReadonlyArray<string>): string => new Intl.ListFormat(this.locale).format(words)

  /** Formats an amount; without its currency if that is no code. */
  readonly money = (amount: number, currency: string): string =>
    isCurrency(currency)
      ? new Intl.NumberFormat(this.locale, { style: "currency", currency }).format(amount)
      : this.number(amount)

  /** Formats a day: an ISO 8601 date or time. Empty if it is none. */
  readonly day = (iso: string): string => {
    const date = new Date(iso)
    return Number.isNaN(date.getTime())
      ? ""
      : new Intl.DateTimeFormat(this.locale, { dateStyle: "medium" }).format(date)
  }

  /** Returns the title of a specialist or tool; the server's English one for those that have none here. */
  readonly titleOf = ({
    kind,
    name,
    title
  }: {
    readonly kind: "specialist" | "tool"
    readonly name: string
    readonly title: string
  }): string => {
    const titles: Readonly<Record<string, unknown>> = kind === "tool" ? this.texts.tools : this.texts.specialists
    return textOf(titles[name]) || title
  }
}

/** Loads the first of some locales whose language there is; English otherwise. */
export const loadLanguage = async (locales: ReadonlyArray<string>): Promise<Language> => {
  const locale = locales.find((tag) => languageOf(tag) in languages && isLocale(tag)) ?? "en"
  const load = languages[languageOf(locale)]
  if (load === undefined) {
    throw new RangeError(`There are no texts for ${locale}`)
  }
  return new Language(locale, (await load()).default)
}

const isLocale = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
