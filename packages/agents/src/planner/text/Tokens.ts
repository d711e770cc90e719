import { parseOrderNumber } from "@storefront/domain/OrderNumber"
import { perShop } from "@storefront/domain/ShopSettings"
import { Option } from "effect"
import { correct, expand, lemma, rareLemma } from "./Lexicon.ts"
import { currencyOf, numberWords, spellings } from "./WordLists.ts"
import { amountReading, type CurrencyOwner } from "./Currencies.ts"

/** A word, number or punctuation mark. A contraction yields several words with the same position. */
export interface Token {
  /** Position in the message, in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** As written. */
  readonly raw: string
  /** Normalised word: lower case, short forms expanded, typing errors corrected. */
  readonly word: string
  /** Base form; the word itself if it is not in the lexicon. */
  readonly lemma: string
  readonly kind: TokenKind
  /** Value of a number, in figures or words. */
  readonly value: number | null
  /** Follows the preceding token without white space. */
  readonly glued: boolean
  /** Owner of the currency that a sign or word beside a number stands for. */
  readonly currency: CurrencyOwner | null
}

/** `name` is any word outside the lexicon: names, models, codes, other languages. */
type TokenKind = "word" | "name" | "number" | "uuid" | "order" | "mark"

/** Finds the currency of the number in the tokens `from` to `to`, and the sign or word before or after it that says so. */
export const amountAt = (tokens: ReadonlyArray<Token>, from: number, to: number) => {
  // "$50" and "EUR 50", but not the second number of "20 dollars 2 lamps"
  const precedes = (at: number) => {
    const next = tokens[at + 1]
    return (next?.value ?? null) !== null && (next?.glued === true || (tokens[at - 1]?.value ?? null) === null)
  }
  const before = precedes(from - 1) ? (tokens[from - 1]?.currency ?? null) : null
  const after = precedes(to) ? null : (tokens[to]?.currency ?? null)
  return { before, after, owner: before ?? after }
}

export const withoutMarks = <T extends Token>(tokens: ReadonlyArray<T>): ReadonlyArray<T> =>
  tokens.filter(({ kind }) => kind !== "mark")

/** Returns the normalised words in one line, without marks. */
export const wordsOf = (tokens: ReadonlyArray<Token>): string =>
  withoutMarks(tokens)
    .map(({ word }) => word)
    .join(" ")

/** Returns the base forms in one line, without marks. */
export const lemmasOf = (tokens: ReadonlyArray<Token>): string =>
  withoutMarks(tokens)
    .map(({ lemma }) => lemma)
    .join(" ")

/** A UUID in lower case. */
export const uuid = "[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
/** An order's short number. Without `#` or "order" it needs a figure and a letter: `1000-2000` is a price range. */
const orderNumber =
  "(?:#|(?<=\\border (?:(?:number|no|nr)\\.? )?)|(?=[0-9a-f-]*\\d)(?=[0-9-]*[a-f]))[0-9a-f]{4}-?[0-9a-f]{4}(?![\\p{L}\\p{N}-])"
/** An e-mail address, matched as one token so that its dots do not end a sentence. */
const email = "[\\p{L}\\p{N}][\\p{L}\\p{N}._%+'-]{0,63}@[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){1,8}"
/** Parts joined by two hyphens or more, with a figure: `SMT-42-BL`. */
const sku = "\\p{L}[\\p{L}\\p{N}]*(?:-(?=[\\p{L}\\p{N}-]*\\d)[\\p{L}\\p{N}]+)(?:-[\\p{L}\\p{N}]+)+"
const word = "[\\p{L}\\p{N}_]+(?:'[\\p{L}]+)*"
const mark = "[\\p{Sc}%<>=≤≥~&+/→#@?!.,;:()\\-–—\\n]"

/** A GTIN, the number of a barcode. */
const barcode = /^(?:\d{8}|\d{12,14})$/

/** Patterns of tokens, and of figures with their unit in one word: `50eur`, `2nd`, `4stars`, `2x`. */
const patterns = perShop(() => {
  const { number, suffix, symbol } = amountReading()
  return {
    token: new RegExp(
      `${uuid}|(?<order>${orderNumber})|${email}|${sku}|(?<number>${number})|(?<symbol>${symbol})|${word}|${mark}`,
      "giu"
    ),
    numberWithUnit: new RegExp(`^(\\d+(?:\\.\\d+)?)(${suffix}|stars?|days?|weeks?|months?|pcs|x|st|nd|rd|th|ish)$`, "u")
  }
})

/** Unknown words corrected per message; bounds the cost of long or foreign texts. */
const correctionsPerMessage = 40

type NormalisedWord = Pick<Token, "word" | "kind" | "lemma">

const plainWord = (word: string, base = word): NormalisedWord => ({ word, kind: "word", lemma: base })

/** Normalises a word. A name is neither corrected nor looked up among the rare words. */
const normaliseWord = (form: string, isName: boolean, mayCorrect: () => boolean): ReadonlyArray<NormalisedWord> => {
  return expand(form).flatMap((part) => {
    const base = lemma(part)
    const corrected = base !== undefined || isName || !mayCorrect() ? undefined : correct(part)
    if (corrected !== undefined) {
      return expand(corrected).map((word) => plainWord(word, lemma(word)))
    }
    const known = base ?? (isName ? undefined : rareLemma(part))
    return [known === undefined ? { word: part, kind: "name" as const, lemma: part } : plainWord(part, known)]
  })
}

/** Makes the word after a number; one that the lexicon lacks is a currency, and gets the form of one that it has. */
const unitToken = (word: string, currency: CurrencyOwner | null) => {
  const base = lemma(word)
  const [known = word] = currencyOf.keys()
  return { ...(base === undefined && currency !== null ? plainWord(known) : plainWord(word, base)), currency }
}

/** Marks after which a capital letter does not indicate a name. */
const sentenceEnds = new Set([".", "?", "!", "\n", ":"])

/** Splits a message into tokens; characters that match no pattern are skipped. */
export const tokenize = (message: string): ReadonlyArray<Token> => {
  // Typographic variants become one character of the same length, so that positions stay valid.
  const text = message.replace(/[’‘`´]/g, "'").replace(/[\u00a0\u2000-\u200a]/g, " ")
  const tokens: Array<Token> = []
  const { ownerOf, valueOf } = amountReading()
  const { numberWithUnit, token: pattern } = patterns()
  let corrections = 0
  for (const match of text.matchAll(pattern)) {
    const [found] = match
    const [start, end] = [match.index, match.index + found.length]
    const previous = tokens.at(-1)
    const token = {
      start,
      end,
      raw: message.slice(start, end),
      glued: previous?.end === start,
      value: null,
      currency: null
    }
    const lower = found.toLowerCase()
    const add = (kind: TokenKind, word = lower) => tokens.push({ ...token, word, lemma: word, kind })
    const unit = spellings.has(lower) ? null : numberWithUnit.exec(lower)
    const isBesideNumber = (previous?.value ?? null) !== null || /^ ?\d/.test(text.slice(end, end + 2))
    const currency =
      isBesideNumber || /^\p{Sc}$/u.test(found) ? (ownerOf(lower) ?? ownerOf(lemma(lower) ?? lower)) : null
    const order = Option.getOrUndefined(Option.flatMap(Option.fromNullable(match.groups?.["order"]), parseOrderNumber))
    if (order !== undefined) {
      add("order", order)
    } else if (found.length === 36 && found[8] === "-") {
      add("uuid")
    } else if (found.length > 1 && found.includes("@")) {
      add("name")
    } else if (barcode.test(found)) {
      add("name")
    } else if (match.groups?.["number"] !== undefined) {
      tokens.push({ ...token, word: lower, lemma: lower, kind: "number", value: valueOf(lower) })
    } else if (unit !== null) {
      const [, figures = "", unitWord = ""] = unit
      const split = start + figures.length
      const number = { ...token, end: split, raw: message.slice(start, split) }
      tokens.push(
        { ...number, word: figures, lemma: figures, kind: "number", value: Number(figures) },
        {
          ...token,
          start: split,
          raw: message.slice(split, end),
          glued: true,
          ...unitToken(unitWord, ownerOf(unitWord) ?? ownerOf(lemma(unitWord) ?? unitWord))
        }
      )
    } else if (!/[\p{L}\p{N}]/u.test(found) || (currency !== null && /\p{Sc}/u.test(found))) {
      tokens.push({ ...token, word: lower, lemma: lower, kind: "mark", currency })
    } else if (currency !== null) {
      tokens.push({ ...token, ...unitToken(lower, currency) })
    } else {
      const hasFigures = /\d/.test(found) && !spellings.has(lower)
      const atStart = previous === undefined || sentenceEnds.has(previous.raw)
      const isName = hasFigures || (!atStart && found[0] !== lower[0])
      for (const part of normaliseWord(lower, isName, () => corrections++ < correctionsPerMessage)) {
        tokens.push({
          ...token,
          ...part,
          kind: hasFigures ? "name" : part.kind,
          value: numberWords.get(part.word) ?? null
        })
      }
    }
  }
  return tokens
}
