import { type TaggedToken } from "../text/Tags.ts"
import { wordsOf } from "../text/Tokens.ts"
import { type Focus, type Item, type Mentions } from "./Focus.ts"
import { type Piece } from "../classify/Piece.ts"
import { meansOther } from "../classify/AboutSeveral.ts"
import { type Phrase } from "../text/Phrases.ts"
import { type OrderReference, type ProductReference } from "../Wish.ts"

const ordinals = ["first", "second", "third", "fourth", "fifth"]
const numbers = ["one", "two", "three", "four", "five"]

/** What picks an entry of a list, and by what: the highest is picked. */
type Superlative = readonly [pattern: RegExp, valueOf: (item: Item) => number | null]

const cheapness = ({ price }: Item): number | null => (price === null ? null : -price)
const price = (item: Item): number | null => item.price

const superlatives: ReadonlyArray<Superlative> = [
  [/\b(?:cheapest|least expensive|lowest price)\b/, cheapness],
  [/\b(?:most expensive|priciest|dearest)\b/, price],
  [/\b(?:best|top|highest) (?:rated|reviewed|one|rating)\b/, ({ rating }) => rating]
]

/** Of one thing nothing is the cheaper one. */
const comparatives: ReadonlyArray<Superlative> = [
  [/\b(?:cheaper|less expensive|lower priced) (?:one|of|version|model|option)\b/, cheapness],
  [/\b(?:more expensive|pricier|dearer|costlier) (?:one|of|version|model|option)\b/, price]
]

/**
 * The entry of the last list that a clause picks: "the second one", "number 2", "the cheapest of those", "the last one".
 * `undefined` when it picks none.
 */
export const pick = (tokens: ReadonlyArray<TaggedToken>, { items }: Focus): Item | undefined => {
  const text = wordsOf(tokens)
  const [, valueOf] =
    [...superlatives, ...(items.length > 1 ? comparatives : [])].find(([pattern]) => pattern.test(text)) ?? []
  if (valueOf !== undefined) {
    const known = items.filter((item) => valueOf(item) !== null)
    return known.toSorted((left, right) => (valueOf(right) ?? 0) - (valueOf(left) ?? 0))[0]
  }
  const place = placeOf(tokens)
  if (place !== undefined) {
    return items[place]
  }
  // "the linen one"
  const word = /\bthe (\w{3,}) one\b/.exec(text)?.[1]
  const named = word === undefined ? [] : items.filter(({ name }) => name.toLowerCase().split(/\W+/).includes(word))
  const isLast = /\b(?:the )?last (?:one|of (?:those|them|these)|in the list|on the list)\b/.test(text)
  return named.length === 1 ? named[0] : isLast ? items.at(-1) : undefined
}

/** Which place of a list is pointed at, from 0: "the second one", "number 2". */
export const placeOf = (tokens: ReadonlyArray<TaggedToken>): number | undefined => {
  const text = wordsOf(tokens)
  const ordinal =
    /\b(first|second|third|fourth|fifth|[1-5] ?(?:st|nd|rd|th))\b(?! (?:place|time|of all|last|latest|name))/.exec(
      text
    )?.[1]
  if (ordinal !== undefined) {
    return ordinals.includes(ordinal) ? ordinals.indexOf(ordinal) : Number.parseInt(ordinal) - 1
  }
  const number = /\b(?:number|option|no|nr|item|product|order) (one|two|three|four|five|[1-9])\b/.exec(text)?.[1]
  return number === undefined ? undefined : numbers.includes(number) ? numbers.indexOf(number) : Number(number) - 1
}

/** Words a customer shortens a known product to: "the jacket" after "Oskaberg Nordvind Winter Jacket". */
const isShortFor = (phrase: Phrase, name: string | null): boolean =>
  name !== null &&
  phrase.isDefinite &&
  phrase.tokens.every(({ lemma, word }) => {
    const known = name.toLowerCase()
    return known.includes(lemma) || known.includes(word)
  })

/** Only everyday words, which may be no product at all. */
const isEveryday = (phrase: Phrase): boolean => !phrase.isProper && !phrase.hasNoun && !phrase.hasName

/** "The cheapest tent" is none of a list that has no tent. */
const isOfItsKind = ({ main }: Piece, { name }: Item): boolean =>
  main === undefined ||
  !main.hasNoun ||
  main.tokens.some(({ lemma, word }) => [lemma, word].some((said) => name.toLowerCase().includes(said)))

/** The product a piece is about, wherever it was named. */
export const productOf = (piece: Piece, focus: Focus, mentions: Mentions): ProductReference | null => {
  const picked = piece.main === undefined || !piece.main.hasName ? pick(piece.tokens, focus) : undefined
  if (picked !== undefined && picked.orderId === null && isOfItsKind(piece, picked)) {
    return { name: picked.name, source: "history" }
  }
  const other = meansOther(piece.tokens) ? focus.recent.find((name) => name !== focus.product) : undefined
  if (other !== undefined && (piece.main === undefined || isEveryday(piece.main))) {
    return { name: other, source: "history" }
  }
  const known = mentions.product ?? focus.product
  const { main } = piece
  const isVague = main !== undefined && isEveryday(main)
  const isTerse = piece.text.split(" ").length < 4
  const isPassedOver = known !== null && isVague && (piece.hasPronoun || (!main.isDefinite && !isTerse))
  if (main !== undefined && !isPassedOver) {
    return isShortFor(main, focus.product) && focus.product !== null
      ? { name: focus.product, source: "history" }
      : known !== null && !main.isProper && !main.hasNoun
        ? { name: main.written, source: "message", instead: known }
        : { name: main.written, source: "message" }
  }
  return mentions.product !== null
    ? { name: mentions.product, source: "message" }
    : focus.product !== null
      ? { name: focus.product, source: "history" }
      : null
}

const samePlace = (orders: Focus["items"], id: string): number => orders.findIndex(({ orderId }) => orderId === id)

const ordinalOrders = ordinals.slice(1).map((word) => new RegExp(`(?:^| )${word} (?:order|one)`))

/** The order a piece is about; null when it was not said which. */
export const orderOf = (
  piece: Piece,
  focus: Focus,
  mentions: Mentions,
  recent: ReadonlyArray<string>
): OrderReference | null => {
  const { isDescribed, isOneBefore, reference, status } = piece.order
  if (isOneBefore) {
    const known = focus.orderId === null ? -1 : recent.indexOf(focus.orderId)
    const listed = focus.orderId === null ? -1 : samePlace(focus.items, focus.orderId)
    return { kind: "position", index: (known >= 0 ? known : listed >= 0 ? listed : 0) + 1 }
  }
  if (reference?.kind === "position" && status !== null && status !== "placed" && isDescribed) {
    return { kind: "status", status, index: reference.index }
  }
  if (reference !== null && reference.kind !== "age") {
    return reference
  }
  const picked = pick(piece.tokens, focus)
  if (picked?.orderId !== undefined && picked.orderId !== null) {
    return { kind: "id", id: picked.orderId }
  }
  const index = ordinalOrders.findIndex((pattern) => pattern.test(piece.text))
  if (index >= 0) {
    return { kind: "position", index: index + 1 }
  }
  if (reference !== null) {
    return reference
  }
  if (status !== null && isDescribed) {
    return { kind: "status", status }
  }
  if (piece.main !== undefined && (piece.main.hasNoun || piece.main.isProper)) {
    return { kind: "product", name: piece.main.written }
  }
  const isSaidBefore = piece.hasPronoun || /(?:^| )(?:ours|mine|that money|the money)(?: |$)/.test(piece.text)
  if (mentions.order === null && mentions.product !== null && isSaidBefore) {
    return { kind: "product", name: mentions.product }
  }
  const isOther = /(?:^| )(?:another|new|any|other|an) order/.test(piece.text)
  return isOther ? null : (mentions.order ?? (focus.orderId === null ? null : { kind: "id", id: focus.orderId }))
}
