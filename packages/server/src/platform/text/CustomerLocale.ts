import { chooseLocale as choose, languageOfScript, isMoreThanAName } from "@storefront/domain/words/ChooseLocale"
import { fallbackLocale, Language, type Locale, localeOf } from "@storefront/domain/words/Locale"
import { Array, Effect, Option, Schema } from "effect"
import Negotiator from "negotiator"

/** Language detector with n-grams of 60 languages (80 MiB), loaded on first use. */
const detector = Effect.map(
  Effect.promise(() => import("eld/extrasmall")),
  ({ eld }) => eld
)

type Detector = Effect.Effect.Success<typeof detector>

/** Minimum lead of the detector's score over the second language, on a scale from 0 to 1. */
const minLead = 0.02

const isSupported = Schema.is(Language)

/** Detects the language of a message; none if it is not a supported one, or another scores almost as high. */
const detectLanguage = ({ detect }: Detector, text: string): Option.Option<Language> => {
  const result = detect(text)
  const [first = 0, second = 0] = Object.values(result.getScores())
  return isSupported(result.language) && result.isReliable() && first - second >= minLead
    ? Option.some(result.language)
    : Option.none()
}

const withLanguage = (text: string) =>
  isMoreThanAName(text)
    ? Effect.map(detector, (loaded) => ({ text, language: detectLanguage(loaded, text) }))
    : Effect.succeed({ text, language: languageOfScript(text) })

/** Returns the first supported locale of an `Accept-Language` header, by preference. */
export const preferredLocale = (header: string): Option.Option<Locale> =>
  Array.head(Array.filterMap(new Negotiator({ headers: { "accept-language": header } }).languages(), localeOf))

/** Chooses the locale of the server's words from the customer's messages, oldest first, and `Accept-Language`. */
export const chooseLocale = Effect.fn("CustomerLocale.chooseLocale")(function* (
  messages: ReadonlyArray<string>,
  acceptLanguage: Option.Option<string>
) {
  return choose({
    messages: yield* Effect.forEach(messages, withLanguage),
    client: Option.flatMap(acceptLanguage, preferredLocale),
    shop: fallbackLocale()
  })
})
