import { Array, Option } from "effect"
import { type Language, Locale, languageOf } from "./Locale.ts"

/** Chooses the locale of the server's words once per turn, from the customer's messages and the client's locale. */

/** A customer's message, with its language if that is certain and supported. */
export interface RecognisedMessage {
  readonly text: string
  readonly language: Option.Option<Language>
}

/** Number of characters inspected; more text tells nothing more about the language. */
const maxInspectedLength = 1000

const head = (text: string) => text.slice(0, maxInspectedLength).normalize("NFKC")

/**
 * Returns whether a message in Latin letters is more than a product's name: it has at least three words, two of them in
 * lower case and without digits.
 */
export const isMoreThanAName = (text: string): boolean => {
  const words = head(text).match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? []
  const plain = words.filter((word) => /^[\p{Script=Latin}'’-]+$/u.test(word))
  return plain.length >= 3 && plain.filter((word) => /^\p{Ll}[^\p{Lu}]*$/u.test(word)).length >= 2
}

/** Letters of Persian and Urdu that Arabic does not have. */
const notArabic = /[پچژگکیےٹڈڑںہ]/u

/** Scripts that identify a language even in short messages; kana before Han, because Japanese uses both. */
const scripts: ReadonlyArray<readonly [Language, RegExp]> = [
  ["ja", /\p{Script=Hiragana}|\p{Script=Katakana}/u],
  ["zh", /\p{Script=Han}/u],
  ["ar", /\p{Script=Arabic}/u]
]

/** Returns the language that a message's script identifies, if any. */
export const languageOfScript = (text: string): Option.Option<Language> =>
  Array.findFirst(
    scripts,
    ([language, script]) => script.test(head(text)) && (language !== "ar" || !notArabic.test(text))
  ).pipe(Option.map(([language]) => language))

const words = new Intl.Segmenter("en", { granularity: "word" })

/** Number of words from which a single message changes the language; shorter ones must come twice. */
const minWordsToSwitch = 5

const isLong = (text: string): boolean =>
  Array.fromIterable(words.segment(head(text))).filter(
    ({ isWordLike, segment }) => isWordLike === true && !/\d/.test(segment)
  ).length >= minWordsToSwitch

interface Chosen {
  readonly language: Option.Option<Language>
  /** Language of the last message with a certain language, if it differs. */
  readonly next: Option.Option<Language>
}

const undecided: Chosen = { language: Option.none(), next: Option.none() }

/** Updates the conversation's language after a message. */
const updateLanguage = ({ language, next }: Chosen, recognised: Language, text: string): Chosen => {
  const isKept = Option.contains(language, recognised)
  const isChanged = Option.isNone(language) || Option.contains(next, recognised) || isLong(text)
  return isKept || isChanged
    ? { language: Option.some(recognised), next: Option.none() }
    : { language, next: Option.some(recognised) }
}

/** Returns whether a text in Han may be Japanese: a few words do not tell Chinese and Japanese apart. */
const mayBeJapanese = (recognised: Language, text: string): boolean => recognised === "zh" && !isLong(text)

/**
 * Returns the locale of the conversation's language, judged by its messages, oldest first; else the client's locale,
 * else the shop's. If the client's locale has the same language, it is used with its region.
 */
export const chooseLocale = ({
  client,
  messages,
  shop
}: {
  readonly messages: ReadonlyArray<RecognisedMessage>
  readonly client: Option.Option<Locale>
  readonly shop: Locale
}): Locale => {
  const { language } = messages.reduce((chosen, message) => {
    const spoken = Option.orElse(chosen.language, () => Option.map(client, languageOf))
    return Option.match(message.language, {
      onNone: () => chosen,
      onSome: (recognised) =>
        Option.contains(spoken, "ja") && mayBeJapanese(recognised, message.text)
          ? chosen
          : updateLanguage(chosen, recognised, message.text)
    })
  }, undecided)
  const inClient = (spoken: Language) => Option.filter(client, (locale) => languageOf(locale) === spoken)
  return Option.match(language, {
    onNone: () => Option.getOrElse(client, () => shop),
    onSome: (spoken) => Option.getOrElse(inClient(spoken), () => Locale.make(spoken))
  })
}
