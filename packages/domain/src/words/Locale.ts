import { type Option, Schema } from "effect"

/** The languages of the server's words, by ISO 639-1. */
export const Language = Schema.Literal("en", "de", "es", "fr", "it", "nl", "pt", "ar", "ja", "zh")
export type Language = typeof Language.Type

const isOurs = Schema.is(Language)

/** A BCP 47 tag, such as `de` or `pt-BR`, whose language is one of ours. */
export const Locale = Schema.String.pipe(
  Schema.maxLength(35),
  Schema.filter((tag) => /^[A-Za-z]{2}(-[A-Za-z0-9]{2,8})*$/.test(tag) && isOurs(tag.slice(0, 2).toLowerCase())),
  Schema.brand("Locale")
)
export type Locale = typeof Locale.Type

/** The locale where nothing else is known. */
export const english = Locale.make("en")

/** The locale of a tag, if its language is one of ours. */
export const localeOf: (tag: string) => Option.Option<Locale> = Schema.decodeOption(Locale)

/** The language of a locale. */
export const languageOf = (locale: Locale): Language =>
  Schema.decodeUnknownSync(Language)(locale.slice(0, 2).toLowerCase())
