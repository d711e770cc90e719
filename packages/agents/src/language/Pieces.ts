import { type Category } from "@storefront/domain/Catalog"
import { type Region } from "@storefront/domain/Inventory"
import { findAddresses } from "./Address.ts"
import { type Label } from "./Classifier.ts"
import { decide } from "./Decide.ts"
import { type Part } from "./Parts.ts"
import { orderWords, type OrderWords } from "./Orders.ts"
import { categoryOf, isGeneral, mainPhrase, nounCategory, type Phrase, phrases } from "./Phrases.ts"
import { type Bounds, readBounds } from "./ProductFilters.ts"
import { type TaggedToken } from "./Tags.ts"
import { readRoute } from "./Regions.ts"
import { type SaidAddress } from "./Wish.ts"

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
}

const pronouns = new Set("it he she they them that this those these one ones both".split(" "))

/** Words that may stand around a bare phrase. */
const smallWords = new Set(
  "if it its make take a an the this that these those and or also of for on about with from in to as by at my your our some any please just maybe then but is are be what how about too well ok okay yes no hmm actually instead rather more like i mean same one ones first not so hey hi now tho though nah anyway question thing".split(
    " "
  )
)

const desire =
  /(?:^| )(?:i|we|he|she|they|mother|wife|husband|friend|son|daughter|boss)(?: be| have)?(?: \S+){0,2}? (?:want|need|would|wish|look|search|wonder|hunt|fancy|require|try|interested|after|should|must|could use|thinking of|think of|think about|hope|like to know|ask)(?: |$)|(?:^| )(?:let i|let me|looking for|look for|search for|please|no clue|no idea|curious|gotta|tryna)(?: |$)|budget/
const lead =
  "(?:(?:and|so|but|well|okay|ok|also|then|because|since|honestly|anyway|actually|hey|hi|yes|no|oh|as|plus|by the way|you know|to be honest|maybe|sorry|damn|ugh) )*"
const someone =
  "<past>|be|was|have|do|did|want|need|get|go|buy|order|think|feel|see|hear|love|like|hate|say|tell|know|keep|use|live|work|come|break|die|arrive|take|make|give|place|cancel|return|look|seem|smell|turn|play|sleep|eat|drop|swear|recommend|leave|ship|deliver|pay|spend|move|bring|run|read|find|try|remember|notice|forget|lose|talk|ask|can|will|would|could|should|might|already|never|always|just|still|really"
const something =
  "<past>|be|was|have|did|can|will|would|could|should|might|want|need|get|go|say|tell|think|keep|love|hate|seem|break|die|smell|live|turn|move|recommend|swear|arrive|come|stop|fall|start|leak|not"

/** "I moved", "it broke", "my old one died": tells something. */
const statement = new RegExp(
  `^${lead}(?:(?:i|we|he|she|they|it|there|this|that|you|someone|somebody|everyone|everybody|people) (?:\\S+ ){0,2}(?:${someone})|(?:my|our|the|his|her|their|your|a|an|some|one|mine) (?:\\S+ ){1,4}(?:${something}))(?: |$)`
)

const brandNouns = /^(?:product|thing|stuff|item|gear|one|range|brand|collection|article|line|good|equipment|clothing)$/

/** Base forms that are also nouns here, and past participles that describe things. */
const notTold = new Set(
  "order rate use place cancel ship deliver return refund price cost reduce discount sell recommend suggest".split(" ")
)

const pastForms = new Set(
  "bought got gave told said went came saw found made took left lost broke felt thought knew kept brought ran read heard met paid sent sold stood wore won wrote ate drank drove fell flew grew held hurt led let lay rode rose sang sat slept spoke swore taught threw woke".split(
    " "
  )
)

const isPast = ({ kind, lemma, tag, word }: TaggedToken): boolean =>
  kind === "word" &&
  tag === null &&
  !notTold.has(lemma) &&
  word !== lemma &&
  (word.endsWith("ed") || pastForms.has(word))

const telling = new RegExp(`^(?:${someone})$`)

/** Goes on telling about somebody: "keeps bragging", "loves it". */
const goesOnTelling = ([first]: ReadonlyArray<TaggedToken>): boolean =>
  first !== undefined &&
  first.kind === "word" &&
  first.tag === null &&
  first.word === `${first.lemma}s` &&
  telling.test(first.lemma)

/** Tells something and asks for nothing. */
const isTold = (tokens: ReadonlyArray<TaggedToken>): boolean => {
  const words = tokens.filter(({ kind }) => kind !== "mark")
  return (
    goesOnTelling(words) || statement.test(words.map((token) => (isPast(token) ? "<past>" : token.lemma)).join(" "))
  )
}

/** The phrase after "from" or before "products" that is a maker's name. */
const brandOf = (tokens: ReadonlyArray<TaggedToken>, found: ReadonlyArray<Phrase>): Phrase | undefined =>
  found.find((phrase) => {
    const before = tokens[phrase.from - 1]?.word ?? ""
    const after = tokens[phrase.to]?.lemma ?? ""
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
  const isStatement = isTold(tokens) && !tokens.some(({ raw }) => raw === "?")
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
    isRequest: !isStatement || desire.test(text),
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
