import { namedBefore, namedNow, type OrderReference, type ProductReference } from "../Wish.ts"
import { type Piece } from "../classify/Piece.ts"
import { Schema, Struct } from "effect"
import { type Item } from "../DialogueState.ts"
import { type Background, type Focus } from "./Focus.ts"
import { type Mentions } from "./Mentions.ts"
import { type Phrase, shortens } from "../text/Phrases.ts"
import { isSameOrder } from "../text/OrderNames.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { wordsOf } from "../text/Tokens.ts"
import { meaningsOf, numberWords, saidIn, wordsAs } from "../text/WordLists.ts"

const ordinals = ["first", "second", "third", "fourth", "fifth"]
const ordinal = new RegExp(
  `(?<!\\b(?:here|there|comes?|arrives?|know|at) )\\b(?:${ordinals.join("|")}|last)\\b(?! (?:place|time|of all|last|latest|name))`,
  "g"
)

/** By what an entry of a list is picked: the highest is. */
const values = {
  cheap: ({ price }: Item) => (price === null ? null : -price),
  dear: ({ price }: Item) => price,
  rated: ({ rating }: Item) => rating
}

const By = Schema.Literal(...Struct.keys(values))
const superlatives = meaningsOf("superlative", By)
/** Of one thing nothing is the cheaper one. */
const comparatives = meaningsOf("comparative", By)

/** Those of which it is known, the cheapest, dearest or best rated first. */
const sortedBy = (by: typeof By.Type, items: ReadonlyArray<Item>): ReadonlyArray<Item> =>
  items
    .filter((item) => values[by](item) !== null)
    .toSorted((left, right) => (values[by](right) ?? 0) - (values[by](left) ?? 0))

/** "2", right after a list. */
export const placeAlone = /^([1-9])(?: please)?$/

/** "the bottom one", "the oldest of those" */
const atEnd =
  /\bthe (?:last|bottom|oldest|older)(?: one)?(?: of (?:those|them|these)| [io]n (?:the|that|this|your) list|$)|\b(?:last|bottom) one\b/

/** The entry of the last list that a clause picks: "the second one", "number 2", "the cheapest of those". */
export const pick = (tokens: ReadonlyArray<TaggedToken>, focus: Focus): Item | undefined => {
  const { isListed, items, priced } = focus
  const text = wordsOf(tokens)
  const compared = items.length > 1 || priced.length < 2 ? items : priced
  const by = saidIn(text, superlatives) ?? (compared.length > 1 ? saidIn(text, comparatives) : null)
  if (by !== null) {
    return sortedBy(by, compared)[0]
  }
  const alone = isListed ? placeAlone.exec(text)?.[1] : undefined
  const place = alone === undefined ? placeOf(tokens) : Number(alone) - 1
  if (place !== undefined) {
    return items[place]
  }
  // "the linen one"
  const word =
    /\bthe (\w{3,}) one\b/.exec(text)?.[1] ?? /\bthe one (?:with|about) (?:the |a )?(\w{3,})\b/.exec(text)?.[1]
  const named = items.filter(({ name }) => word !== undefined && new RegExp(`\\b${word}s?\\b`, "i").test(name))
  return named.length === 1 ? named[0] : atEnd.test(text) ? items.at(-1) : undefined
}

/** The places of a list that a text points at by ordinals, from 0; -1 is the last. */
const placesIn = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(ordinal)].map(([word]) => ordinals.indexOf(word))

const numberOf = (said: string): number => numberWords.get(said) ?? Number(said)

/** Nothing but places of a list, and what is to be done with them: "add 1 and 3". */
const onlyPlaces = /^(?:(?:[1-9]|number|and|also|the|to|in|my|cart|please|add|put|take|i|both)(?: |$))+$/

/** The products of a list that are meant together: "the first two", "1 and 3", "one of each". */
export const pickAll = (tokens: ReadonlyArray<TaggedToken>, { isListed, items }: Focus): ReadonlyArray<Item> => {
  const text = wordsOf(tokens)
  const by = saidIn(text, superlatives)
  const figures = onlyPlaces.test(text) ? [...text.matchAll(/\b[1-9]/g)].map(([figure]) => Number(figure) - 1) : []
  const places = figures.length > 1 ? figures : placesIn(text).map((place) => (place < 0 ? items.length - 1 : place))
  const counted = by === null ? /\b(?:first|top) (two|three|four|[2-4])\b/ : /\b(two|three|four|[2-4])\b/
  const isAll =
    /\b(?:all|each)\b/.test(text) || (items.length === 2 && /\bboth\b|\b(?:those|these|them) two\b/.test(text))
  const most = isAll ? items.length : numberOf(counted.exec(text)?.[1] ?? "0")
  const isMeant = (_: Item, place: number) => (places.length > 1 ? places.includes(place) : place < most)
  return isListed && items.every(({ orderId }) => orderId === null)
    ? (by === null ? items : sortedBy(by, items)).filter(isMeant)
    : []
}

/** Which place of a list is pointed at, from 0: "the second one", "number 2". */
export const placeOf = (tokens: ReadonlyArray<TaggedToken>): number | undefined => {
  const text = wordsOf(tokens)
  const number = /\b(?:number|option|no|nr|item|product|order) (one|two|three|four|five|[1-9])\b/.exec(text)?.[1]
  return placesIn(text).find((place) => place >= 0) ?? (number === undefined ? undefined : numberOf(number) - 1)
}

/** "those two", "both of them" */
export const several = /(?:^| )(?:(?:the|those|these|them|all) (?:two|three|both)|both|the pair)(?: |$)/

/** "both", but not "the cheaper of the two" */
export const saysSeveral = ({ text, tokens }: Piece, focus: Focus): boolean =>
  several.test(text) && pick(tokens, focus) === undefined

/** The products that "those two" stands for: the first of the list just given, else those spoken of last. */
export const lastSpokenOf = ({ isListed, items, recent }: Focus, text: string): ReadonlyArray<string> => {
  const listed = isListed ? items.filter(({ orderId }) => orderId === null).map(({ name }) => name) : []
  return (listed.length > 1 ? listed : recent).slice(0, /\bthree\b/.test(text) ? 3 : 2)
}

/** Only everyday words, which may not be a product at all. */
const isEveryday = (phrase: Phrase): boolean => !phrase.isProper && !phrase.hasNoun && !phrase.hasName

const traits = wordsAs("trait")

/** "How many USB ports does it have?" asks for a part of what was spoken of. */
const hasIt = /(?:^| )(?:do|have|be|can) (?:it|they)(?: |$)/

/** "the other one": the one of two that was not spoken of last. */
const otherOne = /(?:^| )the other(?: (?:ones?|product|item|thing))?$|(?:^| )the other (?:one|product|item)(?: |$)/

/** Can only pick from a list: "the second one", "the one with trains". */
export const onlyPicks = ({ main, text }: Piece): boolean =>
  main === undefined || /^(?:\S+ )?the one (?:with|about) /.test(text)

/** What was spoken of, the entry of a list included that a piece picks: "I'll take the cheaper one, add it". */
export const withPicked = (piece: Piece, mentions: Mentions, focus: Focus): Mentions => {
  const picked = onlyPicks(piece) ? pick(piece.tokens, focus) : undefined
  return picked === undefined
    ? mentions
    : picked.orderId === null
      ? { ...mentions, product: picked.name }
      : { ...mentions, order: { kind: "id", id: picked.orderId } }
}

/** The product a piece is about, wherever it was named. */
export const productOf = (piece: Piece, focus: Focus, mentions: Mentions): ProductReference | null => {
  const { hasPronoun, main, text, tokens } = piece
  const picked = main === undefined || !main.hasName ? pick(tokens, focus) : undefined
  // "The cheapest tent" is none of a list that has no tent.
  const isOfKind = picked !== undefined && (main === undefined || !main.hasNoun || shortens(main, picked.name))
  if (picked !== undefined && picked.orderId === null && isOfKind) {
    return namedBefore(picked.name)
  }
  const other = otherOne.test(wordsOf(tokens)) ? focus.recent[1] : undefined
  if (other !== undefined && (main === undefined || isEveryday(main))) {
    return namedBefore(other)
  }
  const before = mentions.product ?? focus.product
  const isCounted = (tokens[(main?.from ?? 0) - 1]?.value ?? null) !== null
  const isVague = main !== undefined && isEveryday(main) && !isCounted
  // "What's the battery like on those?" asks for a part of what was spoken of.
  const isTrait = main !== undefined && main.tokens.every(({ lemma }) => traits.has(lemma))
  const isPassedOver = isTrait || (before !== null && isVague && (hasPronoun || !main.isDefinite))
  if (main === undefined || isPassedOver) {
    return mentions.product === null ? (before === null ? null : namedBefore(before)) : namedNow(mentions.product)
  }
  const isShort = focus.product !== null && main.isDefinite && shortens(main, focus.product)
  const isPart = before !== null && ((!main.isProper && !main.hasNoun) || hasIt.test(text))
  const instead = isPart ? before : main.text === main.written ? undefined : main.text
  return isShort
    ? namedBefore(focus.product)
    : { ...namedNow(main.written), ...(instead === undefined ? {} : { instead }) }
}

/** "the one before that": one further back than the order spoken of. */
const oneBefore =
  /(?:^| )(?:previous (?:order|one|purchase)|(?:one|order) before(?: |$)|before (?:that|it|this)(?: one| order)?$|second (?:to )?(?:last|late)(?: |$)|next (?:one|order)(?: too| also| then| please)*$)/

const otherOrderWords =
  /(?:^| )(?:the|my|that) other(?: (?:one|order|parcel|package|purchase|delivery|shipment)| be| to| too|$)/

/** The other one of two orders that were listed, or any but the one that was spoken of. */
const otherOrder = (spokenOf: OrderReference | null, { focus, recent }: Background): OrderReference | null => {
  const than = spokenOf?.kind === "id" ? spokenOf.id : recent[spokenOf?.kind === "position" ? spokenOf.index : -1]
  const other = focus.items.find(({ orderId }) => orderId !== null && !isSameOrder(orderId, than ?? ""))
  return than === undefined ? null : focus.items.length === 2 ? byId(other?.orderId) : { kind: "other", than }
}

const byId = (id: string | null | undefined): OrderReference | null =>
  id === null || id === undefined ? null : { kind: "id", id }

const byProduct = (name: string | null | undefined): OrderReference | null =>
  name === null || name === undefined ? null : { kind: "product", name }

/** The order a piece is about; null when it was not said which. */
export const orderOf = (piece: Piece, background: Background, mentions: Mentions): OrderReference | null => {
  const { focus } = background
  const { main, text, tokens } = piece
  const { isDescribed, reference, status } = piece.order
  const isNamed = main?.hasNoun === true || main?.isProper === true
  const kind = main === undefined ? tokens.find(({ tag }) => tag === "department")?.word : undefined
  const isSaidBefore =
    piece.hasPronoun || tokens.length < 4 || /(?:^| )(?:ours|mine|(?:that|the) money)(?: |$)/.test(text)
  const spokenOf = mentions.order ?? byId(focus.orderId)
  const index = reference?.kind === "position" && status !== "placed" ? reference.index : undefined
  const ofStatus: OrderReference | null =
    status === null || !isDescribed ? null : { kind: "status", status, ...(index === undefined ? {} : { index }) }
  const place = Math.max(0, background.recent.indexOf(focus.orderId ?? ""))
  return (
    (index === undefined ? null : ofStatus) ??
    (reference?.kind === "id" ? reference : null) ??
    (oneBefore.test(text) ? { kind: "position", index: place + 1 } : null) ??
    (otherOrderWords.test(text) ? otherOrder(spokenOf, background) : null) ??
    byId(pick(tokens, focus)?.orderId) ??
    // "the jacket I ordered this morning" is told by what it is.
    (reference?.kind === "age" && main?.hasNoun === true ? null : reference) ??
    ofStatus ??
    (isNamed ? byProduct(main?.written) : byProduct(kind)) ??
    (mentions.order === null && isSaidBefore ? byProduct(mentions.product) : null) ??
    (/(?:^| )(?:another|new|any|other|an) order/.test(text) ? null : spokenOf)
  )
}
