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
    return form.replace("{count}", new Intl.NumberFormat(this.locale).format(count))
  }

  readonly money = (amount: number, currency: string): string =>
    new Intl.NumberFormat(this.locale, { style: "currency", currency }).format(amount)

  /** Formats a day: an ISO 8601 date or time. */
  readonly day = (iso: string): string =>
    new Intl.DateTimeFormat(this.locale, { dateStyle: "medium" }).format(new Date(iso))

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
