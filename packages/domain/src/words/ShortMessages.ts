import { okWords, type Replies, shortMessages } from "./ShortMessageLists.ts"

/** Meaning of a whole message as a reply to a proposal. */
type Meaning = "Affirmation" | "Refusal" | "Acknowledgement"

/** A short reply to a proposal, or any other message. */
export type ShortMessage =
  | { readonly _tag: Meaning }
  /** Picks one of several proposals, counted from 1, possibly with a yes. */
  | { readonly _tag: "Number"; readonly number: number }
  | { readonly _tag: "Other" }

const other: ShortMessage = { _tag: "Other" }

/** Maximum length of a short message. */
const maxLength = 40

/** Question marks of all scripts. Tested before NFKC, which turns the Greek one into a semicolon. */
export const questionMark =
  /[?¿\u037e\u055e\u061f\u1367\u1945\u203d\u2047-\u2049\u2cfa\u2cfb\u2e18\u2e2e\u2e54\ua60f\ua6f7\ufe16\ufe56\uff1f\u{11143}\u{1e95f}\u2753\u2754]/u

/** Emoji that only acknowledge, in any skin tone. */
const acknowledgingEmoji = /[👍✅👌🙏🙂](?:[\u{1f3fb}-\u{1f3ff}]|\ufe0f)*/gu

const emoji = /\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/u

const unspaced = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]"

const betweenUnspaced = new RegExp(`(?<=${unspaced}) (?=${unspaced})`, "gu")

/** Bidirectional marks, which keyboards and the server's own words put around text. */
const direction = /[\u061c\u200e\u200f\u2066-\u2069]/gu

/** Arabic vowel signs and tatweel, which few people type. */
const arabicSigns = /\u0640|\u0670|[\u064b-\u0652]/gu

/**
 * Folds a text for comparison: compatibility forms, letter case, punctuation to spaces, and Arabic to its most common
 * spelling.
 */
export const foldWords = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFKC")
    .replace(direction, "")
    .replace(arabicSigns, "")
    .replace(/[\u0622\u0623\u0625]/gu, "ا")
    .replace(/[\p{P}\s]+/gu, " ")
    .trim()
    .replace(betweenUnspaced, "")

const languages = Object.values(shortMessages)

/** Returns all phrases of these kinds, in all languages, folded. */
const phrases = (...kinds: ReadonlyArray<Exclude<keyof Replies, "good">>): ReadonlyArray<string> =>
  languages.flatMap((replies) => kinds.flatMap((kind) => replies[kind].split("|"))).map(foldWords)

const polite = new Set(phrases("polite"))

/** Phrases that may stand before, within or after a short message. */
const fillers = [...polite, ...okWords.split("|")]

/** Later entries win: refusal over acknowledgement over yes, so that a phrase ambiguous across languages is safe. */
const meanings: ReadonlyMap<string, Meaning> = new Map([
  ...phrases("yes").map((phrase) => [phrase, "Affirmation"] as const),
  ...phrases("seen", "polite").map((phrase) => [phrase, "Acknowledgement"] as const),
  ...phrases("no").map((phrase) => [phrase, "Refusal"] as const)
])

const isUnspaced = new RegExp(`^${unspaced}`, "u")

/** Strips a phrase from the start of the words; returns nothing if they do not start with it. */
const withoutStart = (words: string, phrase: string): ReadonlyArray<string> =>
  words.startsWith(phrase) && (words[phrase.length] === " " || isUnspaced.test(phrase))
    ? [words.slice(phrase.length).trim()]
    : []

const withoutEnd = (words: string, phrase: string): ReadonlyArray<string> =>
  words.endsWith(phrase) && (words.at(-phrase.length - 1) === " " || isUnspaced.test(phrase))
    ? [words.slice(0, -phrase.length).trim()]
    : []

const folded = (list: string) => list.split("|").map(foldWords)

/** Phrases of one language that may be combined: two refusals, or a yes with another yes or a `good`. */
const pairs: ReadonlyArray<{
  readonly meaning: Meaning
  readonly first: ReadonlyArray<string>
  readonly second: ReadonlySet<string>
}> = languages.flatMap(({ good, no, yes }) => {
  const [agree, refuse] = [folded(yes), folded(no)]
  return [
    { meaning: "Refusal", first: refuse, second: new Set(refuse) },
    {
      meaning: "Affirmation",
      first: agree.filter((phrase) => meanings.get(phrase) === "Affirmation"),
      second: new Set([...agree, ...folded(good ?? "")].filter((phrase) => meanings.get(phrase) !== "Refusal"))
    }
  ]
})

const meaningOfPair = (words: string): Meaning | undefined =>
  pairs.find(({ first, second }) =>
    first
      .flatMap((phrase) => [...withoutStart(words, phrase), ...withoutEnd(words, phrase)])
      .some((rest) => second.has(rest))
  )?.meaning

const withoutInside = (words: string, phrase: string): ReadonlyArray<string> =>
  words.includes(` ${phrase} `) ? [words.replace(` ${phrase} `, " ")] : []

/** Looks up folded words as a whole, then without accompanying phrases at their start and end. */
const meaningOfWhole = (words: string): Meaning | undefined => {
  const texts = [words, ...fillers.flatMap((phrase) => withoutStart(words, phrase))].flatMap((text) => [
    text,
    ...fillers.flatMap((phrase) => withoutEnd(text, phrase))
  ])
  const whole = texts.map((text) => meanings.get(text)).find((meaning) => meaning !== undefined)
  return whole ?? texts.map(meaningOfPair).find((meaning) => meaning !== undefined)
}

/** Looks up folded words, then also without a polite phrase in the middle: "yes please do it". */
const meaningOf = (words: string): Meaning | undefined =>
  meaningOfWhole(words) ??
  fillers
    .flatMap((phrase) => withoutInside(words, phrase))
    .map(meaningOfWhole)
    .find((meaning) => meaning !== undefined)

const numberWords = phrases("number")

/** Digits of other scripts of these languages; NFKC does not convert them. */
const otherDigits = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९"

const withLatinDigits = (words: string): string =>
  words.replace(new RegExp(`[${otherDigits}]`, "gu"), (digit) => String(otherDigits.indexOf(digit) % 10))

/** A number and the text around it, including the counter words of some languages. */
const aroundNumber = /^(\D*?)第?(\d{1,2})(?:番目?|号|號|个|個|项|項|번)?(?:だけ|のみ)?(?:を|で|です)?(\D*)$/u

const addsMeaning = (words: string): boolean => words !== "" && !polite.has(words) && meaningOf(words) !== "Affirmation"

const numberIn = (words: string): ShortMessage => {
  const [, before = "", number, behind = ""] = aroundNumber.exec(withLatinDigits(words)) ?? []
  const leads = [before.trim(), ...numberWords.flatMap((word) => withoutEnd(` ${before.trim()}`, word))]
  return number === undefined || Number(number) === 0 || leads.every(addsMeaning) || addsMeaning(behind.trim())
    ? other
    : { _tag: "Number", number: Number(number) }
}

/** Classifies a whole message by the rules in `docs/words.md`. Anything that is not in the lists is `Other`. */
export const parseShortMessage = (message: string): ShortMessage => {
  if (message.length > 2 * maxLength || [...message].length > maxLength || questionMark.test(message)) {
    return other
  }
  const withoutEmoji = message.replace(acknowledgingEmoji, " ")
  const words = foldWords(withoutEmoji)
  if (emoji.test(withoutEmoji)) {
    return other
  }
  if (words === "") {
    return withoutEmoji === message ? other : { _tag: "Acknowledgement" }
  }
  const meaning = meaningOf(words)
  return meaning === undefined ? numberIn(words) : { _tag: meaning }
}
