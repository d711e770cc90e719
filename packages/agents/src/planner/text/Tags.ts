import { findAddresses } from "./Address.ts"
import { type Token } from "./Tokens.ts"
import { departments, lengthOfPlace, shopNouns, stopWords, unitOf, wordsAs } from "./WordLists.ts"

const marked =
  /(?:\b(?:with|add|leave|and|plus|include|put)(?: on it)? (?:a |the |an )?|\b(?:a|the|my|order|delivery|as) |[,.;] ?)(?:note|comment|delivery instructions?|instructions?|message)(?: saying| that says| reading| to say| for the (?:courier|driver|warehouse)| to the (?:courier|driver|warehouse))?\s*[:,-]?\s+(["“'])?/giu

/** Only an order or a backorder takes a note. */
const takesNote = /\b(?:chec?k\s?out|chekout|check\b|orders?|ordr|backorder|back order|buy|pay|purchase|place)\b/i

/** Words of the customer, and not of the note. */
const noText = /^(?:|please|to it|on it|that|is|that's)$/iu

/**
 * What a note for an order says as the customer wrote it, `note: leave it at the door`, with its place in UTF-16 units. It
 * goes to its closing quote, else to the end of the line.
 */
export const findNote = (message: string) => {
  const match = takesNote.test(message) ? [...message.matchAll(marked)].at(-1) : undefined
  if (match === undefined) {
    return null
  }
  const start = match.index + match[0].length
  const quote = match[1]
  const closing = quote === undefined ? -1 : message.slice(start).search(quote === "“" ? /”/ : new RegExp(quote))
  const line = message.slice(start).search(/\n/)
  const end = start + (closing >= 0 ? closing : line >= 0 ? line : message.length - start)
  const note = message
    .slice(start, Math.min(end, start + 500))
    .trim()
    .replace(/[.!,;"”]+$/u, "")
  return noText.test(note) ? null : { start, end, note }
}

/** What a token is in a shop, where that can be told without knowing what is asked for. */
export type Tag =
  | "order-id"
  | "code"
  | "place"
  | "department"
  | "noun"
  | "nouns"
  | "name"
  | "money"
  | "number"
  | "address"
  | "note"

/** A token with what it is. */
export interface TaggedToken extends Token {
  readonly tag: Tag | null
}

const couponWords = new Set("coupon code voucher redeem validate apply".split(" "))

/** Words in capitals that are not coupon codes. */
const acronyms = wordsAs("acronym")

/** Small words that stand between a coupon word and its code, or after it when no code follows. */
const noCodes = wordsAs("no-code")

/** `HELLO10`, `trail10`: at least three letters and then figures. */
const looksLikeCode = (raw: string, inCapitals: boolean): boolean =>
  /^[A-Za-z]{3,}[A-Za-z0-9_]*\d{1,3}$/.test(raw) && (inCapitals || /^[a-z]{3,}[a-z_]*\d{1,2}$/i.test(raw))

/** A token with those around it. */
interface Placed extends Token {
  readonly before: Token | undefined
  readonly after: Token | undefined
}

const isCode = ({ before, kind, lemma, raw, word }: Placed): boolean => {
  const inCapitals = raw.length > 2 && raw === raw.toUpperCase() && /[A-Z]{3}/.test(raw)
  const isCalledSo = (kind === "name" || inCapitals) && couponWords.has(before?.lemma ?? "")
  return (
    (kind === "name" && looksLikeCode(raw, inCapitals)) ||
    (isCalledSo &&
      !acronyms.has(word) &&
      !noCodes.has(word) &&
      !couponWords.has(lemma) &&
      /^[a-z0-9_-]{3,}$/i.test(raw))
  )
}

/** Abbreviations that are also everyday words are places only in capitals. */
const isAmbiguousPlace = (name: string): boolean => name.length === 2 && !/^(?:ny|nj|dc|sf|tx|fl|nc|sc)$/.test(name)

/** How many tokens from here are a place. */
const placeAt = (tokens: ReadonlyArray<Token>, index: number): number => {
  const length = lengthOfPlace(tokens.slice(index).map(({ word }) => word))
  const { raw = "", word = "" } = tokens[index] ?? {}
  return length === 1 && isAmbiguousPlace(word) && raw !== raw.toUpperCase() ? 0 : length
}

/** Number words that are rather pronouns or parts of phrases. */
const looseNumbers = new Set(["one", "second"])

const isNumber = ({ value, word }: Token): boolean => value !== null && !looseNumbers.has(word)

const isMoney = ({ after, before, raw }: Placed): boolean =>
  /^[$€]$/.test(before?.raw ?? "") || unitOf.get(after?.lemma ?? "") === "money" || /^\d+\.\d\d$/.test(raw)

/** "my basket" is the cart, "a laundry basket" is for sale. */
const isCart = ({ after, before, lemma }: Placed): boolean =>
  lemma === "basket"
    ? (before ?? after) === undefined ||
      /^(?:my|the|that|this|shopping|our|your|order|in|to|into)$/.test(before?.word ?? "")
    : lemma === "bag" && /^(?:my|shopping)$/.test(before?.word ?? "")

/** Nouns only with a word of the thing before them: "power bank", "knife set", "gardening guide". */
const compoundHeads = wordsAs("head")

/** The word before says which kind of thing. */
const hasModifier = ({ before }: Placed): boolean =>
  before?.kind === "word" && before.value === null && !stopWords.has(before.lemma) && !stopWords.has(before.word)

const isNoun = (token: Placed): boolean =>
  shopNouns.has(token.lemma) || (compoundHeads.has(token.lemma) && hasModifier(token))

/** What a token is: the first of these that holds. */
const tests: ReadonlyArray<readonly [tag: Tag | null, holds: (token: Placed) => boolean]> = [
  [null, ({ kind }) => kind === "mark"],
  ["order-id", ({ kind }) => kind === "uuid" || kind === "order"],
  ["code", isCode],
  ["money", (token) => isNumber(token) && isMoney(token)],
  ["number", isNumber],
  [null, isCart],
  ["name", ({ kind }) => kind === "name"],
  ["department", (token) => departments.has(token.word) && !(shopNouns.has(token.lemma) && hasModifier(token))],
  ["nouns", (token) => isNoun(token) && token.word !== token.lemma && token.word.endsWith("s")],
  ["noun", isNoun]
]

/** The tokens with a single one in place of a part of the message. */
const withToken = (
  tokens: ReadonlyArray<TaggedToken>,
  { end, raw, start, tag, word }: Pick<TaggedToken, "start" | "end" | "raw" | "word" | "tag">
): ReadonlyArray<TaggedToken> => [
  ...tokens.filter((token) => token.end <= start),
  { start, end, raw, word, lemma: word, kind: "word", value: null, glued: false, tag },
  ...tokens.filter((token) => token.start >= end)
]

/** The tokens with one in place of a note, which says nothing about the wish. */
export const withNote = (message: string, tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<TaggedToken> => {
  const found = findNote(message)
  if (found === null) {
    return tokens
  }
  const { end, note, start } = found
  const last = tokens.findLast((token) => token.end <= start)
  const kept = last?.kind === "mark" ? tokens.filter((token) => token !== last) : tokens
  return withToken(kept, { start, end, raw: note, word: "<note>", tag: "note" })
}

/** The tokens with one in place of every address of the message; a town without a street is a place. */
export const withAddresses = (message: string, tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<TaggedToken> =>
  findAddresses(message).reduce((kept, { address, end, start }) => {
    const raw = message.slice(start, end)
    return address.street === null
      ? withToken(kept, { start, end, raw, word: (address.state ?? "").toLowerCase(), tag: "place" })
      : withToken(kept, { start, end, raw, word: "<address>", tag: "address" })
  }, tokens)

/** Tags every token. */
export const tag = (tokens: ReadonlyArray<Token>): ReadonlyArray<TaggedToken> => {
  let placeEnd = 0
  return tokens.map((token, index) => {
    if (index >= placeEnd) {
      placeEnd = index + placeAt(tokens, index)
    }
    const placed: Placed = { ...token, before: tokens[index - 1], after: tokens[index + 1] }
    const [found = null] = tests.find(([, holds]) => holds(placed)) ?? []
    return { ...token, tag: index < placeEnd ? "place" : found }
  })
}
