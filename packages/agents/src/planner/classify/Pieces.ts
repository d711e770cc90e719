import { type Category } from "@storefront/domain/Catalog"
import { type Region } from "@storefront/domain/Inventory"
import { findAddresses } from "../text/Address.ts"
import { type Label } from "./Labels.ts"
import { decide } from "./Decide.ts"
import { asksInForm, isPast, isRequestIn } from "../text/Form.ts"
import { type Part } from "./ClassifiedClauses.ts"
import { orderWords, type OrderWords } from "../text/OrderWords.ts"
import { categoryOf, isGeneral, mainPhrase, nounCategory, type Phrase, phrases } from "../text/Phrases.ts"
import { type Bounds, readBounds } from "../text/Bounds.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { readRoute } from "../text/Regions.ts"
import { type SaidAddress } from "../Wish.ts"

/** A clause with all that is read from it alone. */
export interface Piece {
  readonly tokens: ReadonlyArray<TaggedToken>
  /** Which sentence of the message it belongs to, from 0. */
  readonly sentence: number
  readonly joiner: Part["joiner"]
  readonly isLinked: boolean
  /** Base forms in one line, without marks. */
  readonly text: string
  /** As written. */
  readonly said: string
  readonly label: Label
  readonly probability: number
  readonly reading: Part["reading"]
  readonly bounds: Bounds
  /** Phrases that may name a product, without the brand. */
  readonly phrases: ReadonlyArray<Phrase>
  /** Those that certainly do. */
  readonly named: ReadonlyArray<Phrase>
  /** The phrase that names or describes a product; none for "it" and "the second one". */
  readonly main: Phrase | undefined
  readonly brand: Phrase | undefined
  readonly order: OrderWords
  readonly codes: ReadonlyArray<string>
  readonly region: Region | null
  readonly address: SaidAddress | null
  readonly category: Category | null
  /** "it", "those", "one": stands for something said before. */
  readonly hasPronoun: boolean
  /** Nothing but product phrases, numbers and small words. */
  readonly isBare: boolean
  /** Asks, orders or wishes something, in whatever form; a plain statement does not. */
  readonly isRequest: boolean
  /** Belongs to the story that a long message tells around its wish. */
  readonly isStory: boolean
  /** Has the form of a question, an order or a wish. */
  readonly asks: boolean
}

const pronouns = new Set("it he she they them that this those these one ones both".split(" "))

/** Words that may stand around a bare phrase. */
const smallWords = new Set(
  "if it its make take a an the this that these those and or also of for on about with from in to as by at my your our some any please just maybe then but is are be what how about too well ok okay yes no hmm actually instead rather more like i mean same one ones first not so hey hi now tho though nah anyway question thing".split(
    " "
  )
)

const brandNouns =
  /^(?:product|thing|stuff|item|gear|one|range|brand|collection|article|line|goods|equipment|clothing)$/

/** The phrase after "from" or before "products" that is a maker's name. */
const brandOf = (tokens: ReadonlyArray<TaggedToken>, found: ReadonlyArray<Phrase>): Phrase | undefined =>
  found.find((phrase) => {
    const before = tokens[phrase.from - 1]?.word ?? ""
    const next = tokens[phrase.to]
    const after = next?.word === "goods" ? next.word : (next?.lemma ?? "")
    const isMaker =
      phrase.hasName && !phrase.hasNoun && !isGeneral(phrase) && !phrase.tokens.some(({ raw }) => /\d/.test(raw))
    return isMaker && (/^(?:from|by|brand)$/.test(before) || brandNouns.test(after))
  })

const addressIn = (tokens: ReadonlyArray<TaggedToken>): SaidAddress | null => {
  const token = tokens.find(({ raw, tag }) => tag === "address" || (tag === "place" && /\d/.test(raw)))
  return token === undefined ? null : (findAddresses(token.raw)[0]?.address ?? null)
}

const codesOf = (tokens: ReadonlyArray<TaggedToken>): ReadonlyArray<string> => {
  const written = tokens.filter(({ tag }) => tag === "code").map(({ raw }) => raw)
  const inCapitals = written.filter((raw) => raw === raw.toUpperCase())
  return (inCapitals.length > 0 ? inCapitals : written).map((raw) => raw.toUpperCase())
}

const asText = (tokens: ReadonlyArray<TaggedToken>): string =>
  tokens
    .filter(({ kind }) => kind !== "mark")
    .map(({ lemma }) => lemma)
    .join(" ")

/** Reads a clause by itself. */
export const readPiece = (message: string, { isLinked, joiner, reading, sentence, tokens }: Part): Piece => {
  const text = asText(tokens)
  const bounds = readBounds(tokens)
  const found = phrases(tokens, bounds.used)
  const brand = brandOf(tokens, found)
  const named = found.filter((phrase) => phrase !== brand)
  const inPhrase = (place: number) => found.some(({ from, to }) => place >= from && place < to)
  const piece = {
    tokens,
    sentence,
    joiner,
    isLinked,
    text,
    said: message.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0),
    bounds,
    phrases: named,
    named: named.filter((phrase) => (phrase.hasName || phrase.hasNoun) && !isGeneral(phrase)),
    main: mainPhrase(named.filter((phrase) => !isGeneral(phrase))),
    brand,
    order: orderWords(tokens),
    codes: codesOf(tokens),
    region: readRoute(tokens).to ?? readRoute(tokens).from,
    address: addressIn(tokens),
    category: categoryOf(tokens),
    hasPronoun: tokens.some(({ word }) => pronouns.has(word)),
    isBare:
      (found.length > 0 || bounds.used.size > 0 || bounds.amount !== null) &&
      !tokens.some(isPast) &&
      tokens.every(
        ({ kind, value, word }, place) =>
          kind === "mark" || value !== null || smallWords.has(word) || bounds.used.has(place) || inPhrase(place)
      ),
    isRequest: isRequestIn(tokens, text),
    asks: asksInForm(tokens, text, joiner === "start" || joiner === "sentence"),
    isStory: false
  }
  const label = decide(piece, reading)
  return { ...piece, label, reading, probability: label === reading.label ? reading.probability : 1 }
}

/** The department a wish is narrowed to: the one that is named, else that of the kind of product. */
export const departmentOf = (piece: Piece): Category | null => piece.category ?? nounCategory(piece.main)

/** True when a price, a rating, an order, stock, a maker or a department is asked for. */
export const isBounded = ({ bounds, brand, category }: Piece): boolean =>
  bounds.minPrice !== null ||
  bounds.maxPrice !== null ||
  bounds.minRating !== null ||
  bounds.sort !== null ||
  bounds.inStock !== null ||
  brand !== undefined ||
  category !== null
