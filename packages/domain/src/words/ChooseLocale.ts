import { Array, Option } from "effect"
import { type Language, Locale, languageOf } from "./Locale.ts"

/** Which locale the server's words are told in: decided once a turn by what the customer wrote, and by the client. */

/** A message of the customer, and the language that it is in for sure, if it is one of ours. */
export interface Heard {
  readonly text: string
  readonly language: Option.Option<Language>
}

/** More of a message than this says nothing more about its language. */
const looksAt = 1000

const head = (text: string) => text.slice(0, looksAt).normalize("NFKC")

/**
 * Returns whether a message in Latin letters says more than the name of a product: three words at least, of which two are
 * in small letters and without digits.
 */
export const saysMoreThanAName = (text: string): boolean => {
  const words = head(text).match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? []
  const plain = words.filter((word) => /^[\p{Script=Latin}'’-]+$/u.test(word))
  return plain.length >= 3 && plain.filter((word) => /^\p{Ll}[^\p{Lu}]*$/u.test(word)).length >= 2
}

/** Letters that Persian and Urdu have, and Arabic has not. */
const notArabic = /[پچژگکیےٹڈڑںہ]/u

/** Scripts that tell their language, however short a message is; kana before Han, which both write. */
const scripts: ReadonlyArray<readonly [Language, RegExp]> = [
  ["ja", /\p{Script=Hiragana}|\p{Script=Katakana}/u],
  ["zh", /\p{Script=Han}/u],
  ["ar", /\p{Script=Arabic}/u]
]

/** Returns the language that the script of a message tells, if it does. */
export const languageOfScript = (text: string): Option.Option<Language> =>
  Array.findFirst(
    scripts,
    ([language, script]) => script.test(head(text)) && (language !== "ar" || !notArabic.test(text))
  ).pipe(Option.map(([language]) => language))

const words = new Intl.Segmenter("en", { granularity: "word" })

/** A change of the language takes so many words in one message, or two messages. */
const changing = 5

const isLong = (text: string): boolean =>
  Array.fromIterable(words.segment(head(text))).filter(
    ({ isWordLike, segment }) => isWordLike === true && !/\d/.test(segment)
  ).length >= changing

interface Chosen {
  readonly language: Option.Option<Language>
  /** The language of the last message that was sure, if it is another one. */
  readonly next: Option.Option<Language>
}

const undecided: Chosen = { language: Option.none(), next: Option.none() }

/** Returns the language of a conversation after one more message. */
const after = ({ language, next }: Chosen, heard: Language, text: string): Chosen => {
  const isKept = Option.contains(language, heard)
  const isChanged = Option.isNone(language) || Option.contains(next, heard) || isLong(text)
  return isKept || isChanged
    ? { language: Option.some(heard), next: Option.none() }
    : { language, next: Option.some(heard) }
}

/** A few words in Han may be Japanese: they say nothing against it. */
const mayBeJapanese = (heard: Language, text: string): boolean => heard === "zh" && !isLong(text)

/**
 * Returns the locale of the language that a conversation is in by its messages, the oldest first; else the client's, else
 * the shop's. The client's region is kept where it speaks the same language.
 */
export const chooseLocale = ({
  client,
  messages,
  shop
}: {
  readonly messages: ReadonlyArray<Heard>
  readonly client: Option.Option<Locale>
  readonly shop: Locale
}): Locale => {
  const { language } = messages.reduce((chosen, message) => {
    const spoken = Option.orElse(chosen.language, () => Option.map(client, languageOf))
    return Option.match(message.language, {
      onNone: () => chosen,
      onSome: (heard) =>
        Option.contains(spoken, "ja") && mayBeJapanese(heard, message.text)
          ? chosen
          : after(chosen, heard, message.text)
    })
  }, undecided)
  const inClient = (spoken: Language) => Option.filter(client, (locale) => languageOf(locale) === spoken)
  return Option.match(language, {
    onNone: () => Option.getOrElse(client, () => shop),
    onSome: (spoken) => Option.getOrElse(inClient(spoken), () => Locale.make(spoken))
  })
}
