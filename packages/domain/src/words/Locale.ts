import { Option, Schema } from "effect"
import { perShop } from "../ShopSettings.ts"

/** Languages of the server's words, by ISO 639-1. */
export const Language = Schema.Literal("en", "de", "es", "fr", "it", "nl", "pt", "ar", "ja", "zh")
export type Language = typeof Language.Type

const isSupported = Schema.is(Language)

/** A BCP 47 tag in a supported language, such as `de` or `pt-BR`. */
export const Locale = Schema.String.pipe(
  Schema.maxLength(35),
  Schema.filter((tag) => /^[A-Za-z]{2}(-[A-Za-z0-9]{2,8})*$/.test(tag) && isSupported(tag.slice(0, 2).toLowerCase())),
  Schema.brand("Locale")
)
export type Locale = typeof Locale.Type

export const english = Locale.make("en")

/** Parses a tag as a locale, if its language is supported. */
export const localeOf: (tag: string) => Option.Option<Locale> = Schema.decodeOption(Locale)

/** Locale of the server's words for a customer whose language is not known: the shop's, else English. */
export const fallbackLocale = perShop(({ language }) => Option.getOrElse(localeOf(language), () => english))

export const languageOf = (locale: Locale): Language =>
  Schema.decodeUnknownSync(Language)(locale.slice(0, 2).toLowerCase())
