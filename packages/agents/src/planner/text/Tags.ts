import { type Category } from "@storefront/domain/Catalog"
import { type Region } from "@storefront/domain/Inventory"
import { findAddresses } from "./Address.ts"
import { amountAt, type Token } from "./Tokens.ts"
import { listedWords, nameAt, type ShopWords } from "./ShopWords.ts"
import { irregularForms, lengthOfPlace, shopNouns, stopWords, wordsWithRole } from "./WordLists.ts"

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

export interface TaggedToken extends Token {
  readonly tag: Tag | null
  /** Category that a department's word or the start of its name stands for. */
  readonly department: Category | null
  /** Category of the goods that a noun names. */
  readonly goods: Category | null
  /** Region of the longest place that starts here. */
  readonly region: Region | null
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

/** Returns whether a place is an abbreviation that may be a word, and so counts only in capitals. */
const isAmbiguousPlace = (name: string): boolean => name.length === 2 && !/^(?:ny|nj|dc|sf|tx|fl|nc|sc)$/.test(name)

/** Returns the number of tokens of the place that starts at an index; 0 if none does. */
const placeAt = (tokens: ReadonlyArray<Token>, index: number): number => {
  const length = lengthOfPlace(tokens.slice(index).map(({ word }) => word))
  const { raw = "", word = "" } = tokens[index] ?? {}
  return length === 1 && isAmbiguousPlace(word) && raw !== raw.toUpperCase() ? 0 : length
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

const unnamed = { department: null, goods: null, region: null }

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

/** Returns the number of tokens of the place, or of the region's name, that starts at an index; 0 if none does. */
const lengthAt = (tokens: ReadonlyArray<Token>, index: number, { regionNames }: ShopWords): number =>
  Math.max(placeAt(tokens, index), nameAt(regionNames, tokens, index)?.length ?? 0)

/** Finds the region of the longest place within tokens that are tagged as such. */
const regionAt = (tokens: ReadonlyArray<Token>, { places, regionNames }: ShopWords): Region | null => {
  const words = tokens.map(({ word }) => word)
  return places.get(words.slice(0, lengthOfPlace(words)).join(" ")) ?? nameAt(regionNames, tokens, 0)?.name ?? null
}

/** Tags the tokens of a message with the words of a shop, by default with those of the lists. */
export const tag = (tokens: ReadonlyArray<Token>, words: ShopWords = listedWords): ReadonlyArray<TaggedToken> => {
  let placeEnd = 0
  let nameEnd = 0
  const tagged = tokens.map((token, index) => {
    if (index >= placeEnd) {
      placeEnd = index + lengthAt(tokens, index, words)
    }
    const named = index < nameEnd ? undefined : nameAt(words.categoryNames, tokens, index)
    const isLongName = named !== undefined && named.length > 1
    if (isLongName) {
      nameEnd = index + named.length
    }
    const department =
      index < nameEnd && !isLongName ? null : (named?.name ?? words.departments.get(token.word) ?? null)
    const inContext: TokenInContext = {
      ...token,
      before: tokens[index - 1],
      isAmount: amountAt(tokens, index, index + 1).owner !== null,
      department
    }
    const [found = null] = tagTests.find(([, matches]) => matches(inContext)) ?? []
    const tag: Tag | null = index < nameEnd ? "department" : index < placeEnd ? "place" : found
    return {
      ...token,
      tag,
      department: tag === "department" ? department : null,
      goods: words.nouns.get(token.lemma) ?? null,
      placeEnd: tag === "place" ? placeEnd : index
    }
  })
  return tagged.map(({ placeEnd, ...token }, index) => ({
    ...token,
    region: token.tag === "place" ? regionAt(tagged.slice(index, placeEnd), words) : null
  }))
}
