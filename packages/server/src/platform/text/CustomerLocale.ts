import { chooseLocale as choose, languageOfScript, saysMoreThanAName } from "@storefront/domain/words/ChooseLocale"
import { english, Language, type Locale, localeOf } from "@storefront/domain/words/Locale"
import { Array, Effect, Option, Schema } from "effect"
import Negotiator from "negotiator"

/** The detector, with the n-grams of 60 languages (80 MiB of memory): loaded when a message first needs it. */
const detector = Effect.map(
  Effect.promise(() => import("eld/extrasmall")),
  ({ eld }) => eld
)

type Detector = Effect.Effect.Success<typeof detector>

/** How far ahead of the second a language must be, of 1. */
const ahead = 0.02

const isOurs = Schema.is(Language)

/** The language of a message if it is ours for sure: one of the others that the detector knows may be as likely. */
const detected = ({ detect }: Detector, text: string): Option.Option<Language> => {
  const result = detect(text)
  const [first = 0, second = 0] = Object.values(result.getScores())
  return isOurs(result.language) && result.isReliable() && first - second >= ahead
    ? Option.some(result.language)
    : Option.none()
}

const heard = (text: string) =>
  saysMoreThanAName(text)
    ? Effect.map(detector, (loaded) => ({ text, language: detected(loaded, text) }))
    : Effect.succeed({ text, language: languageOfScript(text) })

/** Returns the locale that an `Accept-Language` header prefers of those whose language is ours. */
export const acceptedLocale = (header: string): Option.Option<Locale> =>
  Array.head(Array.filterMap(new Negotiator({ headers: { "accept-language": header } }).languages(), localeOf))

/**
 * Chooses the locale of the server's words by the customer's messages in the conversation, the oldest first, and by the
 * `Accept-Language` header, or the locale, of the client.
 */
export const chooseLocale = Effect.fn("CustomerLocale.chooseLocale")(function* (
  messages: ReadonlyArray<string>,
  acceptLanguage: Option.Option<string>
) {
  return choose({
    messages: yield* Effect.forEach(messages, heard),
    client: Option.flatMap(acceptLanguage, acceptedLocale),
    shop: english
  })
})
