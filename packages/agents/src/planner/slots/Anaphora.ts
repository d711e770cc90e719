import { namedBefore, namedNow, type OrderReference, type ProductReference } from "../Wish.ts"
import { type ReadClause } from "../classify/ReadClause.ts"
import { Schema, Struct } from "effect"
import { type Item } from "../DialogueState.ts"
import { type Conversation, type Focus } from "./Focus.ts"
import { type Mentions } from "./Mentions.ts"
import { type Phrase, shortens } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { wordsOf } from "../text/Tokens.ts"
import { meaningsOf, numberWords, firstMeaningIn } from "../text/WordLists.ts"

/** Anaphora resolution: "the second one", "those two" and "it" to list entries, products and orders. */

/** Must agree with `ordinal`, which also matches "last" (index -1). */
const ordinals = ["first", "second", "third", "fourth", "fifth"]
const ordinal = /(?<!\b(?:here|there|arrives?) )\b(?:first|second|third|fourth|fifth|last)\b(?! (?:place|time|name))/g

/** Sort keys by superlative (`superlative` in `meanings.txt`); the highest wins. */
const sortKeys = {
  cheap: ({ price }: Item) => (price === null ? null : -price),
  dear: ({ price }: Item) => price,
  rated: ({ rating }: Item) => rating
}

const SortKey = Schema.Literal(...Struct.keys(sortKeys))
const superlatives = meaningsOf("superlative", SortKey)

/** Sorts the items whose value is known: the cheapest, dearest or best rated first. */
const sortedBy = (by: typeof SortKey.Type, items: ReadonlyArray<Item>): ReadonlyArray<Item> =>
  items
    .filter((item) => sortKeys[by](item) !== null)
    .toSorted((left, right) => (sortKeys[by](right) ?? 0) - (sortKeys[by](left) ?? 0))

/** A bare position right after a list: "2". */
export const bareNumber = /^([1-9])(?: please)?$/

const endOfList = /\bthe last$|\blast one\b/

/** Resolves a reference to one entry of the last list: "the second one", "number 2", "the cheapest of those". */
export const pick = (tokens: ReadonlyArray<TaggedToken>, focus: Focus): Item | undefined => {
  const { hasCurrentList, listItems: items, pricedProducts } = focus
  const text = wordsOf(tokens)
  const by = firstMeaningIn(text, superlatives)
  if (by !== null) {
    return sortedBy(by, items.length > 1 ? items : pricedProducts)[0]
  }
  const alone = hasCurrentList ? bareNumber.exec(text)?.[1] : undefined
  const index = alone === undefined ? listIndex(tokens) : Number(alone) - 1
  return index !== undefined ? items[index] : endOfList.test(text) ? items.at(-1) : undefined
}

/** Returns zero-based indices for the ordinals of a text. */
const indicesIn = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(ordinal)].map(([word]) => ordinals.indexOf(word))

const numberOf = (word: string): number => numberWords.get(word) ?? Number(word)

/** Matches positions in a list with no more than an act on them: "add 1 and 3". */
const onlyPositions = /^(?:(?:[1-9]|number|and|the|to|in|my|cart|please|add|put|both)(?: |$))+$/

/** Resolves a reference to several products of the last list: "the first two", "1 and 3", "one of each". */
export const pickItems = (
  tokens: ReadonlyArray<TaggedToken>,
  { hasCurrentList, listItems: items }: Focus
): ReadonlyArray<Item> => {
  const text = wordsOf(tokens)
  const by = firstMeaningIn(text, superlatives)
  const figures = onlyPositions.test(text) ? [...text.matchAll(/\b[1-9]/g)].map(([digit]) => Number(digit) - 1) : []
  const indices = figures.length > 1 ? figures : indicesIn(text).map((index) => (index < 0 ? items.length - 1 : index))
  const isAll = /\b(?:all|each)\b/.test(text) || (items.length === 2 && /\bboth\b/.test(text))
  const counted = by === null ? /\b(?:first|top) (two|three|four|[2-4])\b/ : /(?<!of the )\b(two|three|four|[2-4])\b/
  const count = isAll ? items.length : numberOf(counted.exec(text)?.[1] ?? "0")
  const isMeant = (_: Item, index: number) => (indices.length > 1 ? indices.includes(index) : index < count)
  return hasCurrentList && items.every(({ orderId }) => orderId === null)
    ? (by === null ? items : sortedBy(by, items)).filter(isMeant)
    : []
}

/** Returns the zero-based index that a clause states: "the second one", "number 2". */
export const listIndex = (tokens: ReadonlyArray<TaggedToken>): number | undefined => {
  const text = wordsOf(tokens)
  const number = /\b(?:number|option|no|nr|item|product|order) (one|two|three|four|five|[1-9])\b/.exec(text)?.[1]
  return indicesIn(text).find((index) => index >= 0) ?? (number === undefined ? undefined : numberOf(number) - 1)
}

/** Matches plural references: "those two", "both of them". */
export const pluralReference = /(?:^| )(?:(?:the|those|these|them|all) (?:two|three|both)|both|the pair)(?: |$)/

/** Returns whether a clause refers to several things: "both", but not "the cheaper of the two". */
export const hasPluralReference = ({ lemmas, tokens }: ReadClause, focus: Focus): boolean =>
  pluralReference.test(lemmas) && pick(tokens, focus) === undefined

/** Resolves "those two": the first two of the list just given, else those mentioned last. */
export const lastMentioned = ({
  hasCurrentList: isListed,
  listItems: items,
  recentProducts
}: Focus): ReadonlyArray<string> => {
  const listed = isListed ? items.filter(({ orderId }) => orderId === null).map(({ name }) => name) : []
  return (listed.length > 1 ? listed : recentProducts).slice(0, 2)
}

/** Returns whether a phrase may not be a product at all. */
const isEveryday = (phrase: Phrase): boolean => !phrase.isProper && !phrase.hasNoun && !phrase.hasName

/** Matches "the other one": of two products, the one not mentioned last. */
const theOtherOne = /(?:^| )the other(?: (?:ones?|product|item|thing))?$|(?:^| )the other (?:one|product|item)(?: |$)/

/** Adds the list entry that a clause picks to the mentions: "I'll take the cheaper one, add it". */
export const withPickedItem = (clause: ReadClause, mentions: Mentions, focus: Focus): Mentions => {
  const picked = clause.main === undefined ? pick(clause.tokens, focus) : undefined
  return picked === undefined
    ? mentions
    : picked.orderId === null
      ? { ...mentions, product: picked.name }
      : { ...mentions, order: { kind: "id", id: picked.orderId } }
}

/** Resolves the product of a clause: a list entry, "the other one", an antecedent, or the phrase itself. */
export const productOf = (clause: ReadClause, focus: Focus, mentions: Mentions): ProductReference | null => {
  const { hasPronoun, main, tokens } = clause
  const picked = main === undefined || !main.hasName ? pick(tokens, focus) : undefined
  // "The cheapest tent" picks nothing from a list without tents.
  const isOfKind = picked !== undefined && (main === undefined || !main.hasNoun || shortens(main, picked.name))
  if (picked !== undefined && picked.orderId === null && isOfKind) {
    return namedBefore(picked.name)
  }
  const otherName = theOtherOne.test(wordsOf(tokens)) ? focus.recentProducts[1] : undefined
  if (otherName !== undefined && (main === undefined || isEveryday(main))) {
    return namedBefore(otherName)
  }
  const mentioned = mentions.product ?? focus.product
  const isCounted = (tokens[(main?.from ?? 0) - 1]?.value ?? null) !== null
  const isVague = main !== undefined && isEveryday(main) && !isCounted
  const standsForMentioned = mentioned !== null && isVague && (hasPronoun || !main.isDefinite)
  if (main === undefined || standsForMentioned) {
    return mentions.product === null ? (mentioned === null ? null : namedBefore(mentioned)) : namedNow(mentions.product)
  }
  const isShort = focus.product !== null && main.isDefinite && shortens(main, focus.product)
  const isPart = mentioned !== null && ((!main.isProper && !main.hasNoun) || hasPronoun)
  return isShort ? namedBefore(focus.product) : { ...namedNow(main.text), ...(isPart ? { instead: mentioned } : {}) }
}

const theOtherOrder = /(?:^| )(?:the|my|that) other(?: (?:one|order|parcel|package|purchase)| be|$)/

const byId = (id: string | null | undefined): OrderReference | null =>
  id === null || id === undefined ? null : { kind: "id", id }

const byProduct = (name: string | null | undefined): OrderReference | null =>
  name === null || name === undefined ? null : { kind: "product", name }

/** Matches an order other than the one mentioned, which the plan has to ask for. */
const anotherOrder =
  /(?:^| )(?:another|new|any|other|an|previous|next) (?:order|one|purchase|parcel|package)|(?:^| )before(?: |$)/

/** Resolves the order of a clause, the most explicit reference first; null if there is none. */
export const orderOf = (clause: ReadClause, conversation: Conversation, mentions: Mentions): OrderReference | null => {
  const { focus } = conversation
  const { main, lemmas, tokens } = clause
  const { reference } = clause.order
  const namesProduct = main?.hasNoun === true || main?.isProper === true
  const refersBack = clause.hasPronoun || tokens.length < 4
  const mentionedOrder = mentions.order ?? byId(focus.orderId)
  return (
    (reference?.kind === "position" ? null : reference) ??
    (focus.orderId !== null && theOtherOrder.test(lemmas) ? { kind: "other", than: focus.orderId } : null) ??
    byId(pick(tokens, focus)?.orderId) ??
    reference ??
    (namesProduct ? byProduct(main?.text) : null) ??
    (mentions.order === null && refersBack ? byProduct(mentions.product) : null) ??
    (anotherOrder.test(lemmas) ? null : mentionedOrder)
  )
}
