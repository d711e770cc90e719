import { type Category } from "@storefront/domain/Catalog"
import { type Region } from "@storefront/domain/Inventory"
import { readCancelling } from "./Cancellation.ts"
import { classify, type Label } from "./Classifier.ts"
import { type Clause } from "./Clauses.ts"
import { orderWords, type OrderWords } from "./Orders.ts"
import { categoryOf, isGeneral, mainPhrase, nounCategory, type Phrase, phrases } from "./Phrases.ts"
import { type Bounds, readBounds } from "./ProductFilters.ts"
import { type TaggedToken } from "./Tags.ts"
import { places } from "./words/places.ts"

/** A clause with all that is read from it alone. */
export interface Piece {
  readonly clause: Clause
  readonly tokens: ReadonlyArray<TaggedToken>
  /** Base forms in one line, without marks. */
  readonly text: string
  readonly label: Label
  readonly probability: number
  readonly bounds: Bounds
  readonly phrases: ReadonlyArray<Phrase>
  /** The phrase that names or describes a product; none for "it" and "the second one". */
  readonly main: Phrase | undefined
  readonly brand: Phrase | undefined
  readonly order: OrderWords
  readonly codes: ReadonlyArray<string>
  readonly region: Region | null
  readonly category: Category | null
  /** "it", "those", "one": stands for something said before. */
  readonly hasPronoun: boolean
  /** Nothing but a product phrase and small words. */
  readonly isBare: boolean
  /** Asks, orders or wishes something, in whatever form; a plain statement does not. */
  readonly isRequest: boolean
}

const pronouns = new Set("it they them that this those these one ones he she both".split(" "))
const smallWords = new Set(
  "a an the this that these those and or also of for on about with from in to as by at my your our some any please just maybe then but is be what how what about too well ok okay yes no hmm actually instead rather more like i mean same one ones first not so hey hi now".split(
    " "
  )
)

const desire =
  /(?:^| )(?:i|we|he|she|they|mother|wife|husband|friend|son|daughter|boss)(?: be| have)?(?: \S+){0,2}? (?:want|need|would|wish|look|search|wonder|hunt|fancy|require|try|interested|after|should|must|could use|thinking of|think of|think about|hope|like to know|ask|want to know)(?: |$)|(?:^| )(?:let i|let me|looking for|look for|search for|please|no clue|no idea|curious)(?: |$)|budget/
const statementStart =
  /^(?:(?:and|so|but|well|okay|ok|also|then|because|since|honestly|anyway|actually|hey|hi|yes|no|oh|as|plus|by the way|you know|to be honest) )*(?:i|we|my|our|he|she|they|it|there|this|that|the|your|his|her|their|mine|a|an|some|somebody|someone|everyone|everybody|people|us)(?: |$)/
const verbAfterStart =
  /(?: )(?:be|was|have|do|did|want|need|get|go|buy|order|think|feel|see|hear|love|like|hate|say|tell|know|keep|use|live|work|come|break|die|arrive|take|make|give|place|cancel|return|look|seem|smell|turn|play|sleep|eat|drop|swear|recommend|leave|ship|deliver|pay|spend|can|will|would|could|should|might|already|never|always|just|still|really)(?: |$)/

const brandNouns = /^(?:product|thing|stuff|item|gear|one|range|brand|collection|article|line|good)$/

/** The phrase after "from" or before "products" that is a maker's name. */
const brandOf = (tokens: ReadonlyArray<TaggedToken>, found: ReadonlyArray<Phrase>): Phrase | undefined =>
  found.find((phrase) => {
    const before = tokens[phrase.from - 1]?.word ?? ""
    const after = tokens[phrase.to]
    const named = phrase.hasName && !phrase.hasNoun && !phrase.tokens.some(({ raw }) => /\d/.test(raw))
    return (
      named &&
      (/^(?:from|by|form|brand|of)$/.test(before)
        ? before !== "of" || after === undefined || brandNouns.test(after.lemma)
        : brandNouns.test(after?.lemma ?? ""))
    )
  })

const regionOf = (tokens: ReadonlyArray<TaggedToken>): Region | null => {
  const span = tokens.filter(({ tag }) => tag === "place").map(({ word }) => word)
  for (let from = 0; from < span.length; from++) {
    for (let to = span.length; to > from; to--) {
      const region = places.get(span.slice(from, to).join(" "))
      if (region !== undefined) {
        return region
      }
    }
  }
  return null
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

/** Labels that say a clause is not about the shop's things. */
const chatter = new Set<Label>([
  "context",
  "smalltalk",
  "greeting",
  "thanks",
  "goodbye",
  "confirm",
  "decline",
  "out_of_scope"
])

const hasAny = (text: string, words: string): boolean => new RegExp(`(?:^| )(?:${words})(?: |$)`).test(text)

const stockWords =
  "stock|available|availability|left|warehouse|inventory|sell out|sold|still|many|hand|deposit|store|remain"

/** Corrects what the classifier says where the words leave no doubt. */
const decide = (piece: Omit<Piece, "label" | "probability">, guess: Label): Label => {
  const { bounds, codes, main, text, tokens } = piece
  const cancelling = readCancelling(tokens)
  if (cancelling === "refusal") {
    return "decline"
  }
  if (cancelling === "request" || cancelling === "question") {
    const changesOrder = (guess === "change_order" || guess === "cart") && !hasAny(text, "cancel|cancellation")
    return changesOrder ? guess : cancelling === "request" ? "cancel_order" : "cancel_question"
  }
  if (
    cancelling === "report" &&
    (guess === "cancel_order" || guess === "cancel_question" || guess === "decline" || chatter.has(guess))
  ) {
    return hasAny(text, "why|who|what happen")
      ? "order_details"
      : piece.isRequest || hasAny(text, "order|one|which")
        ? "list_orders"
        : "context"
  }
  if (guess === "cancel_order") {
    return "cancel_question"
  }
  if (codes.length > 0 && !(guess === "cart" && hasAny(text, "cart|basket") && hasAny(text, "apply|add|remove|put"))) {
    return "validate_coupon"
  }
  if (
    piece.region !== null &&
    (guess === "compare_products" || guess === "follow_up" || guess === "product_details" || guess === "track_order") &&
    hasAny(text, "how long|how fast|ship|shipping|deliver|delivery|take|cost|send|soon|quick|quickly")
  ) {
    return "shipping_estimate"
  }
  const namesKind = main !== undefined && main.hasNoun && main.isPlural && !main.hasName && !main.isDefinite
  const hasPrice = bounds.minPrice !== null || bounds.maxPrice !== null
  if (
    (guess === "product_details" || guess === "stock") &&
    namesKind &&
    !hasAny(text, `price|cost|how much|expensive|${stockWords}|spec|detail|about`)
  ) {
    return "find_products"
  }
  if (guess === "stock" && hasPrice) {
    return "find_products"
  }
  if (
    guess === "find_products" &&
    main !== undefined &&
    !hasPrice &&
    !main.isPlural &&
    (main.isDefinite || main.hasName) &&
    piece.brand === undefined &&
    /^(?:\S+ ){0,2}?(?:do you|have you|you)(?: \w+)? (?:have|get|sell|carry|stock)(?: |$)/.test(text) &&
    !hasAny(text, "any|some|other|else|similar|cheaper|like")
  ) {
    return "stock"
  }
  if (
    guess === "sentiment" &&
    hasAny(text, "review|rating") &&
    (bounds.sort === "newest" ||
      /(?:^| )(?:worst|negative|verified|helpful|critical|newest|latest|recent|(?:one|two|three|four|five|[1-5]) star)(?: |$)/.test(
        text
      )) &&
    !hasAny(text, "how be|happy|average")
  ) {
    return "reviews"
  }
  return guess
}

/** Reads a clause by itself. */
export const readPiece = (clause: Clause): Piece => {
  const { tokens } = clause
  const text = asText(tokens)
  const bounds = readBounds(tokens)
  const found = phrases(tokens, bounds.used)
  const brand = brandOf(tokens, found)
  const named = found.filter((phrase) => phrase !== brand)
  const specific = named.filter((phrase) => !isGeneral(phrase))
  const main = mainPhrase(specific)
  const isBare =
    found.length > 0 &&
    tokens.every(
      ({ kind, word }, place) =>
        kind === "mark" ||
        smallWords.has(word) ||
        bounds.used.has(place) ||
        found.some(({ from, to }) => place >= from && place < to)
    )
  const asks = tokens.some(({ raw }) => raw === "?")
  const isStatement = statementStart.test(text) && verbAfterStart.test(text) && !asks
  const piece = {
    clause,
    tokens,
    text,
    bounds,
    phrases: named,
    main,
    brand,
    order: orderWords(tokens),
    codes: codesOf(tokens),
    region: regionOf(tokens),
    category: categoryOf(tokens) ?? null,
    hasPronoun: tokens.some(({ word }) => pronouns.has(word)),
    isBare,
    isRequest: !isStatement || desire.test(text)
  }
  const reading = classify(tokens)
  const label = decide(piece, reading.label)
  return { ...piece, label, probability: label === reading.label ? reading.probability : 1 }
}

/** The department a wish is narrowed to: the one that is named, else that of the kind of product. */
export const departmentOf = (piece: Piece): Category | null => piece.category ?? nounCategory(piece.main)
