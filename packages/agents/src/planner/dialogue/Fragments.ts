import { needsProduct } from "../Intents.ts"
import { foreign, isShop } from "../classify/LabelKinds.ts"
import { type Label } from "../classify/Labels.ts"
import { type Piece } from "../classify/Piece.ts"
import { fill, filtersOf, refine } from "../slots/Filling.ts"
import { pick, placeOf } from "../slots/Selection.ts"
import { isBounded, isThing } from "../text/ClauseWords.ts"
import { wordsOf } from "../text/Tokens.ts"
import { plainWish } from "../Wish.ts"
import { continued, fresh } from "./Continuation.ts"
import { add, pass, previousOf, replaceLast, type Rule } from "./State.ts"

/** "the cheapest of those, is it in stock?": says only which one the next piece is about. */
export const selector: Rule = (state, { focus, label, piece, pieces }) => {
  const mayPick = piece.isBare || label === "follow_up" || label === "find_products"
  const picked = mayPick && piece.main === undefined && pieces.at(-1) !== piece ? pick(piece.tokens, focus) : undefined
  if (picked === undefined || !/(?:^| )of (?:those|them|these|the)(?: |$)|one$/.test(wordsOf(piece.tokens))) {
    return undefined
  }
  return {
    ...state,
    mentions:
      picked.orderId === null
        ? { ...state.mentions, product: picked.name }
        : { ...state.mentions, order: { kind: "id", id: picked.orderId } },
    last: null
  }
}

/** Nothing but a place of a list, and what is to be done with it. */
const pointsAtPlace =
  /(?:^| )(?:first|second|third|fourth|fifth|(?:number|option|no|nr|item) (?:\d|one|two|three|four|five))(?: (?:one|option|item|product|entry|result|of (?:them|those|these|the list)|on the list|in the list))?(?: (?:please|then|instead|(?:to|in|into|from|out of|on) (?:my|the) \S+))*$/

/** "the second one" of a list of one: there is none. */
export const unlisted: Rule = (state, here) => {
  const { focus, piece } = here
  const place = focus.isListed && piece.main?.hasNoun !== true ? placeOf(piece.tokens) : undefined
  return place === undefined || place < focus.items.length || !pointsAtPlace.test(piece.text)
    ? undefined
    : add(state, here, plainWish("not_listed", ""))
}

/** "I'd like the linen one": which one of the list, and nothing about what to do with it. */
export const preferring: Rule = (state, here) => {
  const { focus, label, piece, pieces } = here
  const picked = focus.isListed && pieces.length === 1 ? pick(piece.tokens, focus) : undefined
  return picked === undefined || picked.orderId !== null || (isShop(label) && label !== "find_products")
    ? undefined
    : /(?:^| )(?:like|prefer|want|love|rather|mean|take|interest)(?: |$)/.test(piece.text)
      ? add(state, here, {
          ...plainWish("product_details", ""),
          product: { name: picked.name, source: "history" },
          fromHistory: true
        })
      : undefined
}

/** A bare phrase that is a wish of its own: "my last orders", "reviews". */
const isClear = ({ probability }: Piece, label: Label): boolean =>
  isShop(label) && label !== "product_details" && label !== "find_products" && probability > 0.7

/** A fragment after a wish of the same message: "and under 50", "and the Nordvind", "to Texas". */
export const fragment: Rule = (state, here) => {
  const { label, noted, piece } = here
  const { bounds, main } = piece
  const previous = previousOf(state)
  const isPrice = bounds.maxPrice !== null || bounds.minPrice !== null
  const addsBounds =
    piece.tokens.length < 8 &&
    !isThing(piece) &&
    ((isBounded(piece) && !isShop(label)) || (isPrice && previous?.intent === "find_products"))
  const isFragment = label === "follow_up" || addsBounds || (piece.isBare && !isClear(piece, label))
  if (previous === undefined || piece.codes.length > 0 || !isFragment) {
    return undefined
  }
  const isApposition = main !== undefined && piece.joiner === "comma" && needsProduct(previous.intent)
  if (isApposition && previous.product?.source !== "message" && state.last?.main === undefined) {
    return replaceLast(state, here, {
      ...previous,
      product: { name: main.written, source: "message" },
      fromHistory: false
    })
  }
  if (isApposition && previous.product !== null && /(?:^| )one$/.test(piece.text)) {
    const name = `${main.written} ${previous.product.name}`
    return replaceLast(state, here, { ...previous, product: { ...previous.product, name } })
  }
  if (previous.intent === "stock" && bounds.inStock === true && !isThing(piece)) {
    return state
  }
  if (previous.intent === "find_products" && !isThing(piece)) {
    return isBounded(piece) || bounds.limit !== null
      ? replaceLast(state, here, { ...previous, filters: refine(previous, piece) })
      : state
  }
  if (previous.intent === "find_products" && main !== undefined) {
    const filters = filtersOf(piece)
    return add(state, here, { ...plainWish("find_products", ""), filters })
  }
  if (previous.intent === "compare_products" && main !== undefined) {
    const product = { name: main.written, source: "message" as const }
    return replaceLast(
      state,
      here,
      previous.product === null
        ? { ...previous, product }
        : { ...previous, otherProducts: [...previous.otherProducts, product] }
    )
  }
  const next = continued(previous, piece, here, noted)
  if (next === undefined) {
    return { ...state, mentions: noted }
  }
  return add(state, here, { ...next, fromHistory: previous.fromHistory })
}

const startsLikeContinuation =
  /^(?:and|what about|how about|same|also|or|but|for|only|just|then|what of|ok and|okay and|hm and|or maybe|maybe)(?: |$)/

/** A fragment that goes on with what was asked in the message before: "and in sports?", "the second one". */
export const followUp: Rule = (state, here) => {
  const { focus, label, noted, piece } = here
  const before = focus.wishes.at(-1)
  const goesOn = piece.isBare && (piece.isLinked || startsLikeContinuation.test(wordsOf(piece.tokens)))
  const isVague =
    piece.isBare &&
    isThing(piece) &&
    piece.codes.length === 0 &&
    (foreign.has(label) || label === "context") &&
    (piece.probability < 0.6 || piece.main?.hasNoun === true)
  if (label !== "follow_up" && !goesOn && !isVague) {
    return undefined
  }
  const next =
    before !== undefined && (label === "follow_up" || goesOn) ? continued(before, piece, here, noted) : undefined
  const wish =
    next === undefined
      ? isShop(label)
        ? fill(label, piece, here, noted)
        : fresh(piece, here, noted)
      : { ...next, fromHistory: true }
  return wish === undefined ? pass(state, here) : add(state, here, wish)
}
