import { type Option, Schema } from "effect"

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

/** Fallback locale. */
export const english = Locale.make("en")

/** Parses a tag as a locale, if its language is supported. */
export const localeOf: (tag: string) => Option.Option<Locale> = Schema.decodeOption(Locale)

export const languageOf = (locale: Locale): Language =>
  Schema.decodeUnknownSync(Language)(locale.slice(0, 2).toLowerCase())
