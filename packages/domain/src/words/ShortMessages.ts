import { okays, type Replies, shortMessages } from "./ShortMessageLists.ts"

/** Meanings of a whole message that answers a proposal: yes, no, or merely read. */
type Meaning = "Affirmation" | "Refusal" | "Acknowledgement"

/** A short message that answers a proposal, or anything else. */
export type ShortMessage =
  | { readonly _tag: Meaning }
  /** The number of one of several, counted from 1; perhaps with a yes. */
  | { readonly _tag: "Number"; readonly number: number }
  | { readonly _tag: "Other" }

const other: ShortMessage = { _tag: "Other" }

/** A longer message is none of these. */
const longest = 40

/** Question marks of all scripts. Before the compatibility forms too: the Greek one becomes a semicolon. */
export const questionMark =
  /[?¿\u037e\u055e\u061f\u1367\u1945\u203d\u2047-\u2049\u2cfa\u2cfb\u2e18\u2e2e\u2e54\ua60f\ua6f7\ufe16\ufe56\uff1f\u{11143}\u{1e95f}\u2753\u2754]/u

/** Emoji that say no more than a nod, in any skin tone. */
const nod = /[👍✅👌🙏🙂](?:[\u{1f3fb}-\u{1f3ff}]|\ufe0f)*/gu

const emoji = /\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/u

const unspaced = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]"

const betweenUnspaced = new RegExp(`(?<=${unspaced}) (?=${unspaced})`, "gu")

/** Marks of direction, which keyboards and the server's own words put around text. */
const direction = /[\u061c\u200e\u200f\u2066-\u2069]/gu

/** Vowel signs and the stretching of Arabic, which few people type. */
const arabicSigns = /\u0640|\u0670|[\u064b-\u0652]/gu

/**
 * Returns the words of a text for comparison: compatibility forms and case folded, punctuation read as spaces, Arabic as
 * most people type it.
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

/** All phrases of these kinds, in all languages. */
const phrases = (...kinds: ReadonlyArray<Exclude<keyof Replies, "good">>): ReadonlyArray<string> =>
  languages.flatMap((replies) => kinds.flatMap((kind) => replies[kind].split("|"))).map(foldWords)

const polite = new Set(phrases("polite"))

/** May stand in front of a short message, in it and behind it. */
const besides = [...polite, ...okays.split("|")]

/** What refuses goes before what shows attention, and this before a yes: where languages differ, nothing is done. */
const meanings: ReadonlyMap<string, Meaning> = new Map([
  ...phrases("yes").map((phrase) => [phrase, "Affirmation"] as const),
  ...phrases("seen", "polite").map((phrase) => [phrase, "Acknowledgement"] as const),
  ...phrases("no").map((phrase) => [phrase, "Refusal"] as const)
])

const isUnspaced = new RegExp(`^${unspaced}`, "u")

/** The words without a phrase at their start, and nothing where they start otherwise. */
const withoutStart = (words: string, phrase: string): ReadonlyArray<string> =>
  words.startsWith(phrase) && (words[phrase.length] === " " || isUnspaced.test(phrase))
    ? [words.slice(phrase.length).trim()]
    : []

const withoutEnd = (words: string, phrase: string): ReadonlyArray<string> =>
  words.endsWith(phrase) && (words.at(-phrase.length - 1) === " " || isUnspaced.test(phrase))
    ? [words.slice(0, -phrase.length).trim()]
    : []

const folded = (list: string) => list.split("|").map(foldWords)

/** What may be said twice in one language, in other words: a yes also with what is good. */
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

/** Looks folded words up as a whole, then without the words that may stand beside them. */
const meaningOfWhole = (words: string): Meaning | undefined => {
  const texts = [words, ...besides.flatMap((phrase) => withoutStart(words, phrase))].flatMap((text) => [
    text,
    ...besides.flatMap((phrase) => withoutEnd(text, phrase))
  ])
  const whole = texts.map((text) => meanings.get(text)).find((meaning) => meaning !== undefined)
  return whole ?? texts.map(meaningOfPair).find((meaning) => meaning !== undefined)
}

/** Looks folded words up, also without a word of thanks between them: "yes please do it". */
const meaningOf = (words: string): Meaning | undefined =>
  meaningOfWhole(words) ??
  besides
    .flatMap((phrase) => withoutInside(words, phrase))
    .map(meaningOfWhole)
    .find((meaning) => meaning !== undefined)

const numberWords = phrases("number")

/** Digits of the other scripts of these languages, which have no compatibility form. */
const otherDigits = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९"

const withLatinDigits = (words: string): string =>
  words.replace(new RegExp(`[${otherDigits}]`, "gu"), (digit) => String(otherDigits.indexOf(digit) % 10))

/** A number with what stands before and behind it; some languages count with a word of their own. */
const aroundNumber = /^(\D*?)第?(\d{1,2})(?:番目?|号|號|个|個|项|項|번)?(?:だけ|のみ)?(?:を|で|です)?(\D*)$/u

const adds = (words: string): boolean => words !== "" && !polite.has(words) && meaningOf(words) !== "Affirmation"

const numberIn = (words: string): ShortMessage => {
  const [, before = "", number, behind = ""] = aroundNumber.exec(withLatinDigits(words)) ?? []
  const leads = [before.trim(), ...numberWords.flatMap((word) => withoutEnd(` ${before.trim()}`, word))]
  return number === undefined || Number(number) === 0 || leads.every(adds) || adds(behind.trim())
    ? other
    : { _tag: "Number", number: Number(number) }
}

/** Reads a message as a whole: `docs/words.md`. Whatever is not in one of the lists is `Other`. */
export const readShort = (message: string): ShortMessage => {
  if (message.length > 2 * longest || [...message].length > longest || questionMark.test(message)) {
    return other
  }
  const spoken = message.replace(nod, " ")
  const words = foldWords(spoken)
  if (emoji.test(spoken)) {
    return other
  }
  if (words === "") {
    return spoken === message ? other : { _tag: "Acknowledgement" }
  }
  const meaning = meaningOf(words)
  return meaning === undefined ? numberIn(words) : { _tag: meaning }
}
