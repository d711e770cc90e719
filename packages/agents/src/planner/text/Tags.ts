import { type Category } from "@storefront/domain/Catalog"
import { type Region } from "@storefront/domain/Inventory"
import { findAddresses } from "./Address.ts"
import { amountAt, type Token } from "./Tokens.ts"
import { listedWords, phraseAt, type ShopWords } from "./ShopWords.ts"
import { irregularForms, shopNouns, stopWords, wordsWithRole } from "./WordLists.ts"

/** Shop-specific class of a token. */
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
  | "option"

export interface TaggedToken extends Token {
  readonly tag: Tag | null
  /** Category that the phrase which starts here stands for. */
  readonly department: Category | null
  /** Category of the goods that a noun names. */
  readonly goods: Category | null
  /** Region of the place that starts here. */
  readonly region: Region | null
  /** Value of an option that starts here. */
  readonly option: string | null
}

const couponWords = new Set("coupon code voucher redeem validate apply".split(" "))

const acronyms = wordsWithRole("acronym")

/** Words after a coupon word that are not its code. */
const nonCodes = wordsWithRole("no-code")

/** `HELLO10`, `trail10`: three letters or more, then one or two figures. */
const codeForm = /^[a-z]{3,}[a-z_]*\d{1,2}$/i

interface TokenInContext extends Token {
  readonly before: Token | undefined
  /** States the currency of a number. */
  readonly isAmount: boolean
  readonly department: Category | null
}

const isCode = ({ before, kind, lemma, raw, word }: TokenInContext): boolean => {
  const inCapitals = /^[A-Z0-9]{3,}$/.test(raw)
  const isNamed = (kind === "name" || inCapitals) && couponWords.has(before?.lemma ?? "")
  const isOrdinary = acronyms.has(word) || nonCodes.has(word) || couponWords.has(lemma)
  return (kind === "name" && codeForm.test(raw)) || (isNamed && !isOrdinary && /^[a-z0-9_-]{3,}$/i.test(raw))
}

/** "One" is usually a pronoun. */
const isNumber = ({ value, word }: Token): boolean => value !== null && word !== "one"

const isMoney = ({ isAmount, raw }: TokenInContext): boolean => isAmount || /^\d+[.,]\d\d$/.test(raw)

/** Words that are products only after a modifier: "power bank", "knife set", "gardening guide". */
const compoundHeads = wordsWithRole("head")

const hasModifier = ({ before }: TokenInContext): boolean =>
  before?.kind === "word" && before.value === null && !stopWords.has(before.lemma) && !stopWords.has(before.word)

const isNoun = (token: TokenInContext): boolean =>
  shopNouns.has(token.lemma) || (compoundHeads.has(token.lemma) && hasModifier(token))

/** Tests for the tag of a token; the first match decides: a code may look like a name, and a plural is also a noun. */
const tagTests: ReadonlyArray<readonly [tag: Tag | null, matches: (token: TokenInContext) => boolean]> = [
  [null, ({ kind }) => kind === "mark"],
  ["order-id", ({ kind }) => kind === "uuid" || kind === "order"],
  ["code", isCode],
  ["money", (token) => isNumber(token) && isMoney(token)],
  ["number", isNumber],
  ["department", (token) => token.department !== null && !(shopNouns.has(token.lemma) && hasModifier(token))],
  ["name", ({ kind }) => kind === "name"],
  [
    "nouns",
    (token) =>
      isNoun(token) && token.word !== token.lemma && (token.word.endsWith("s") || irregularForms.has(token.word))
  ],
  ["noun", isNoun]
]

export const unnamed = { department: null, goods: null, region: null, option: null }

/** Merges the tokens of each address into one. */
export const withAddresses = (message: string, tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<TaggedToken> =>
  findAddresses(message).reduce<ReadonlyArray<TaggedToken>>((kept, { end, start }) => {
    const word = "<address>"
    const raw = message.slice(start, end)
    return [
      ...kept.filter((token) => token.end <= start),
      {
        start,
        end,
        raw,
        word,
        lemma: word,
        kind: "word",
        value: null,
        glued: false,
        currency: null,
        ...unnamed,
        tag: "address"
      },
      ...kept.filter((token) => token.start >= end)
    ]
  }, tokens)

/** Tags the tokens of a message with the phrases of a shop, by default with those of the lists. */
export const tag = (tokens: ReadonlyArray<Token>, words: ShopWords = listedWords): ReadonlyArray<TaggedToken> => {
  let [phrase, start] = [phraseAt(words, tokens, 0), 0]
  return tokens.map((token, index) => {
    if (index >= start + phrase.length) {
      ;[phrase, start] = [phraseAt(words, tokens, index), index]
    }
    const { department = null, length, option = null, region } = phrase
    const inContext: TokenInContext = {
      ...token,
      before: tokens[index - 1],
      isAmount: amountAt(tokens, index, index + 1).owner !== null,
      department
    }
    const [found = null] = tagTests.find(([, matches]) => matches(inContext)) ?? []
    const tag: Tag | null =
      option !== null ? "option" : region !== undefined ? "place" : length > 1 ? "department" : found
    return {
      ...token,
      tag,
      department: tag === "department" && index === start ? department : null,
      goods: words.get(token.lemma)?.goods ?? null,
      region: index === start ? (region ?? null) : null,
      option: index === start ? option : null
    }
  })
}
