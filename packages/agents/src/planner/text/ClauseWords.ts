import { type Category } from "@storefront/domain/Catalog"
import { type Region } from "@storefront/domain/Inventory"
import { type StatedAddress } from "../Wish.ts"
import { findAddresses } from "./Address.ts"
import { type Bounds, readBounds } from "./Bounds.ts"
import { type Clause } from "./Clauses.ts"
import { readOrderWords, type OrderWords } from "./OrderWords.ts"
import { categoryOf, isGeneral, mainPhrase, isProduct, nounCategory, type Phrase, phrases } from "./Phrases.ts"
import { type TaggedToken } from "./Tags.ts"
import { lemmasOf } from "./Tokens.ts"
import { wordsWithRole } from "./WordLists.ts"

/** A clause with everything that its words state without context. */
export interface ClauseWords extends Clause {
  /** Base forms in one line, without punctuation; most patterns of the planner match these. */
  readonly lemmas: string
  /** As written. */
  readonly raw: string
  readonly bounds: Bounds
  /** Noun phrases that may name a product, without the brand. */
  readonly phrases: ReadonlyArray<Phrase>
  /** Phrases that name a product of the catalogue. */
  readonly products: ReadonlyArray<Phrase>
  /** The likeliest of `phrases`; none for "it" and "the second one". */
  readonly main: Phrase | undefined
  readonly brand: Phrase | undefined
  readonly order: OrderWords
  readonly codes: ReadonlyArray<string>
  readonly region: Region | null
  readonly address: StatedAddress | null
  readonly category: Category | null
  /** Contains an anaphoric word: "it", "those", "one". */
  readonly hasPronoun: boolean
  /** Consists of product phrases, numbers and function words only. */
  readonly isBare: boolean
}

const pronouns = new Set("it he she they them that this those these one ones both".split(" "))

/** Function words allowed in a bare clause. */
const smallWords = wordsWithRole("small")

const brandNouns =
  /^(?:product|thing|stuff|item|gear|one|range|brand|collection|article|line|goods|equipment|clothing)$/

/** Returns the phrase that is a brand: after "from", or before "products". */
const brandOf = (tokens: ReadonlyArray<TaggedToken>, found: ReadonlyArray<Phrase>): Phrase | undefined =>
  found.find((phrase) => {
    const before = tokens[phrase.from - 1]?.word ?? ""
    const after = tokens[phrase.to]?.lemma ?? ""
    const isMaker =
      phrase.hasName && !phrase.hasNoun && !isGeneral(phrase) && !phrase.tokens.some(({ raw }) => /\d/.test(raw))
    return isMaker && (/^(?:from|by|brand)$/.test(before) || brandNouns.test(after))
  })

const addressIn = (tokens: ReadonlyArray<TaggedToken>): StatedAddress | null => {
  const token = tokens.find(({ tag }) => tag === "address")
  return token === undefined ? null : (findAddresses(token.raw)[0]?.address ?? null)
}

/** Returns the region of the last place that a clause names: "from Boston to Texas". */
const regionOf = (tokens: ReadonlyArray<TaggedToken>): Region | null =>
  tokens.findLast(({ region }) => region !== null)?.region ?? null

export const readWords = (message: string, clause: Clause): ClauseWords => {
  const { tokens } = clause
  const lemmas = lemmasOf(tokens)
  const bounds = readBounds(tokens)
  const found = phrases(tokens, bounds.used)
  const brand = brandOf(tokens, found)
  const unbranded = found.filter((phrase) => phrase !== brand)
  const inPhrase = (place: number) => found.some(({ from, to }) => place >= from && place < to)
  const isSmall = ({ kind, value, word }: TaggedToken) => kind === "mark" || value !== null || smallWords.has(word)
  const isPart = (token: TaggedToken, place: number) => isSmall(token) || bounds.used.has(place) || inPhrase(place)
  const hasContent = found.length > 0 || bounds.used.size > 0 || bounds.amount !== null
  return {
    ...clause,
    lemmas,
    raw: message.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0),
    bounds,
    phrases: unbranded,
    products: unbranded.filter((phrase) => isProduct(phrase) && !isGeneral(phrase)),
    main: mainPhrase(unbranded.filter((phrase) => !isGeneral(phrase))),
    brand,
    order: readOrderWords(tokens),
    codes: tokens.filter(({ tag }) => tag === "code").map(({ raw }) => raw.toUpperCase()),
    region: regionOf(tokens),
    address: addressIn(tokens),
    category: categoryOf(tokens),
    hasPronoun: tokens.some(({ word }) => pronouns.has(word)),
    isBare: hasContent && tokens.every(isPart)
  }
}

/** Returns whether the main phrase names a product or a kind of product. */
export const hasProduct = ({ main }: Pick<ClauseWords, "main">): boolean => main !== undefined && isProduct(main)

export const mentionsCart = (text: string): boolean => /\b(?:cart|basket|trolley)\b/iu.test(text)

const exceptionPhrase =
  /(?:\bbut|,) (?:please )?(?:keep|leave|not)\b|\b(?:except(?: for)?|apart from|other than|besides|all but|everything but|save for|(?:keep|leave) (?:only|just)|(?:only|just) (?:keep|leave))\b/iu

/** Returns whether a text states an exception: "everything but the lamp". */
export const hasException = (text: string): boolean => exceptionPhrase.test(text)

/** Returns the department that a clause names, else that of the kind of product. */
export const departmentOf = ({ category, main }: ClauseWords): Category | null => category ?? nounCategory(main)

/** Returns whether a clause states a search condition: price, rating, sorting, stock, brand or department. */
export const isBounded = ({ bounds, brand, category }: ClauseWords): boolean =>
  brand !== undefined ||
  [bounds.minPrice, bounds.maxPrice, bounds.minRating, bounds.sort, bounds.inStock, category].some((it) => it !== null)
