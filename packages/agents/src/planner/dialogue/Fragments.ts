import { cartChanges, type Intent, intentOwner, intentSet, ofOrder, ofProduct, writing } from "../Intents.ts"
import { isShop, isTold } from "../classify/Labels.ts"
import { isAsked, type ReadClause } from "../classify/Piece.ts"
import { comparing } from "./Collecting.ts"
import { isContentWord, withRest } from "../slots/Rest.ts"
import { fill, filtersOf, refine } from "../slots/Filling.ts"
import { pick, placeAlone, placeOf } from "../slots/Selection.ts"
import { isBounded, isThing } from "../text/ClauseWords.ts"
import { shortens } from "../text/Phrases.ts"
import { completed } from "./Completing.ts"
import { wishOf, type Wish } from "../Wish.ts"
import { isAlternative } from "./Choices.ts"
import { add, type ClauseContext, isFirst, isSame, pass, replaceLast, type Rule } from "./State.ts"
import { type Background } from "../slots/Focus.ts"
import { type Mentions, noMentions } from "../slots/Mentions.ts"

/** Rules for clauses that continue, answer or point back instead of stating a whole wish. */

const searching = intentSet("find_products", "similar_products")

const search = (before: Wish, piece: ReadClause): Wish =>
  withRest(
    {
      ...wishOf("find_products", ""),
      filters: refine(before, piece),
      limit: piece.bounds.limit ?? (before.intent === "find_products" ? before.limit : null)
    },
    piece
  )

/** Returns the intent of a repeated wish: a new place asks for delivery, a new code for its check. */
const asked = (before: Wish, { codes, region }: ReadClause, { focus }: Background): Intent => {
  const isOfOrder = ofOrder.has(before.intent) || before.intent === "list_orders"
  const hasProduct = ofProduct.has(before.intent) || focus.product !== null
  return codes.length > 0 && !isOfOrder && before.intent !== "apply_coupon"
    ? "validate_coupon"
    : region !== null && hasProduct && !isOfOrder && !/^(?:stock|carriers|fulfillment_plan)$/.test(before.intent)
      ? "shipping_estimate"
      : before.intent
}

/** Overlays a piece on an earlier wish: "and in sports?", "to Texas", "the lamp"; `undefined` if it adds nothing. */
const continued = (before: Wish, piece: ReadClause, scene: Background): Wish | undefined => {
  const picked = pick(piece.tokens, scene.focus)
  const isSearch = searching.has(before.intent)
  // "the second one" of a list asks for its details.
  if (picked !== undefined && (isSearch || before.intent === "list_orders")) {
    return fill(picked.orderId === null ? "product_details" : "order_details", piece, scene, noMentions)
  }
  if (
    isSearch ||
    (ofProduct.has(before.intent) &&
      intentOwner[before.intent] !== "review-sentiment" &&
      isBounded(piece) &&
      piece.bounds.minRating === null &&
      !isThing(piece) &&
      picked === undefined)
  ) {
    return search(before, piece)
  }
  const intent = asked(before, piece, scene)
  const product = piece.main === undefined && picked === undefined ? null : scene.focus.product
  const filled = fill(intent, piece, { ...scene, focus: { ...scene.focus, product, orderId: null } }, noMentions)
  // "the cookbook", after we asked what of an order goes back, does not name another order.
  const isOfKnown = intent === "return" && before.order !== null && before.order.kind !== "product"
  const said = isOfKnown && filled.order?.kind === "product" ? { ...filled, order: null } : filled
  // "with the earbuds" names the other product to compare.
  if (comparing.has(intent) && before.product !== null && before.otherProducts.length === 0 && said.product !== null) {
    return { ...before, otherProducts: [said.product] }
  }
  const isPlace = picked !== undefined && placeAlone.test(piece.text)
  const quantity = isPlace ? before.quantity : said.quantity
  const wish: Wish = { ...said, quantity, fromHistory: false }
  const isOfCode = intent !== "validate_coupon" || said.code !== null || said.amount !== null
  return !isOfCode || isSame(wish, wishOf(intent, ""))
    ? undefined
    : withRest(
        { ...completed(wish, before), intent, quantity: quantity ?? (said.product === null ? before.quantity : null) },
        piece
      )
}

/** Reads a bare phrase that continues nothing. Returns `undefined` when it names nothing for sale. */
const standalone = (piece: ReadClause, scene: Background, mentions: Mentions): Wish | undefined => {
  const { main } = piece
  return /^(?:and )?to /.test(piece.text)
    ? undefined
    : main !== undefined && (main.hasName || (main.hasNoun && main.isDefinite && !main.isPlural))
      ? fill("product_details", piece, scene, mentions)
      : main?.hasNoun === true || isBounded(piece)
        ? { ...wishOf("find_products", ""), filters: filtersOf(piece) }
        : undefined
}

/** Notes a piece that only names the topic of the next one: "the cheapest of those, is it in stock?" */
export const selector: Rule = (state, { focus, noted, piece, pieces }) => {
  const next = pieces[pieces.indexOf(piece) + 1]
  const isTopic =
    piece.isBare &&
    piece.mood !== "request" &&
    isThing(piece) &&
    next?.hasPronoun === true &&
    !isThing(next) &&
    isAsked(next)
  const isPick = piece.main === undefined && piece.mood !== "request" && pick(piece.tokens, focus) !== undefined
  const isHere = next?.sentence === piece.sentence
  return next !== undefined &&
    ((isPick && isHere && !isThing(next)) ||
      (isTopic && (next.mood === "question" || !piece.isLinked) && (isHere || piece.joiner === "start")))
    ? { ...state, mentions: noted, last: null }
    : undefined
}

/** Phrases that are only a place in a list, and what to do with it. */
const pointsAtPlace =
  /(?:^| )(?:first|second|third|fourth|fifth|(?:number|option|no|nr|item) (?:\d|one|two|three|four|five))(?: (?:one|option|item|product|entry|result|of (?:them|those|these|the list)|on the list|in the list))?(?: (?:please|then|instead|(?:to|in|into|from|out of|on) (?:my|the) \S+))*$/

/** Reports a place beyond the end of a list: "the second one" of a list of one. */
export const unlisted: Rule = (state, here) => {
  const { focus, piece } = here
  const place = focus.isListed && piece.main?.hasNoun !== true ? placeOf(piece.tokens) : undefined
  return place === undefined || place < focus.items.length || !pointsAtPlace.test(piece.text)
    ? undefined
    : add(state, here, wishOf("not_listed", ""), 1)
}

/** Reads a fragment after a wish of the same message: "and under 50", "and the Nordvind", "to Texas". */
export const fragment: Rule = (state, here) => {
  const { label, noted, piece, previous } = here
  const addsBounds = piece.tokens.length < 8 && !isThing(piece) && isBounded(piece) && !isShop(label)
  const isOnlyOrder = piece.order.reference !== null && piece.tokens.length < 3
  // "my last orders", "reviews"
  const isClear =
    (isShop(label) && !/^(?:product_details|find_products)$/.test(label) && piece.probability > 0.7) ||
    (cartChanges.has(label) && label !== previous?.intent)
  const isFragment = label === "follow_up" || addsBounds || isOnlyOrder || (piece.isBare && !isClear)
  if (previous === undefined || piece.codes.length > 0 || !isFragment) {
    return undefined
  }
  if (searching.has(previous.intent) && !isThing(piece)) {
    const { query } = previous.filters
    return isBounded(piece) || piece.bounds.limit !== null
      ? replaceLast(state, here, { ...previous, filters: { ...refine(previous, piece), query } })
      : state
  }
  const next = continued(previous, piece, here)
  if (next === undefined) {
    return { ...state, mentions: noted }
  }
  // "which costs less to send, the lamp or the tent?" names the product only at the end.
  const isOpen = ofProduct.has(previous.intent) && previous.product === null && next.intent === previous.intent
  const also: Wish = { ...next, fromHistory: previous.fromHistory }
  return isOpen
    ? replaceLast(state, here, also)
    : add(
        state,
        here,
        also,
        piece.isBare && piece.phrases.length === 1 && isThing(piece) ? previous.certainty : undefined
      )
}

/** Returns whether another piece asks something: "and the webcam, is it any good?" */
const asksBeside = ({ piece, pieces }: ClauseContext): boolean =>
  pieces.some((one) => one !== piece && (one.mood === "question" || /^(?:be|do|have) (?:it|they) /.test(one.text)))

/** Returns whether a piece only questions a listed product: "A yoga mat? He likes to cook." */
const wonders = ({ focus, piece, pieces }: ClauseContext): boolean =>
  pieces.length > 1 &&
  piece.isBare &&
  piece.said.endsWith("?") &&
  focus.items.some(({ name }) => piece.main !== undefined && shortens(piece.main, name))

/** Reads a bare fragment that continues the previous message: "and in sports?", "the second one". */
export const followUp: Rule = (state, here) => {
  const { before, label, noted, piece, previous } = here
  const isPicked = pick(piece.tokens, here.focus) !== undefined && piece.tokens.length < 7
  // A fragment joined to something that is not a wish is not one either.
  const isLinked = piece.isLinked && here.left?.sentence === piece.sentence && state.last === null
  if (wonders(here) || (isLinked && piece.isBare)) {
    return pass(state, here)
  }
  const isMoreOf = piece.isBare && piece.isLinked && before !== undefined && !cartChanges.has(label)
  if (
    label !== "follow_up" &&
    !(piece.isBare && !isShop(label) && !isTold(label)) &&
    !(isMoreOf && previous === undefined)
  ) {
    return undefined
  }
  // "cash or with paypal" belongs to what was said before it.
  if (isAlternative(here) && previous === undefined) {
    return { ...state, mentions: noted }
  }
  if (!(piece.isBare || isPicked || piece.bounds.used.size > 0 || !piece.tokens.some(isContentWord))) {
    return pass(state, here)
  }
  // "and what about the scarf?", after something went into the cart, is only a question.
  const isAsked = piece.said.includes("?") || asksBeside(here)
  const isMore = before !== undefined && (!writing.has(before.intent) || (piece.isLinked && !isAsked) || isPicked)
  const next = isMore && previous === undefined ? continued(before, piece, here) : undefined
  // "no, I wanted two", "just the second": a change that was made is not made again.
  const isOnly = /(?:^| )(?:just|only) /.test(piece.text) || !isPicked
  const isDone = here.focus.done.some(({ intent }) => intent === next?.intent) && !isThing(piece) && isOnly
  const wish = next === undefined ? standalone(piece, here, noted) : { ...next, fromHistory: true }
  return wish === undefined || isDone ? pass(state, here) : add(state, here, wish)
}

/** Returns whether the last answer asked for something that is still missing. */
const isOpen = (before: Wish, here: ClauseContext): boolean =>
  here.focus.asked !== null &&
  !(ofOrder.has(before.intent) && (here.piece.mood === "question" || here.focus.asked !== "order")) &&
  !(before.intent === "update_cart" && here.piece.named.length > 0) &&
  !(
    cartChanges.has(before.intent) &&
    (here.piece.said.includes("?") || asksBeside(here) || /(?:^| )order(?: |$)/.test(here.piece.text))
  )

/** Reads the answer to our question: "On which amount?" "200". */
export const answering: Rule = (state, here) => {
  const { before, label, piece, pieces } = here
  // "Check out with express shipping" is a request of its own, rather than an answer about the checkout.
  const isOther = isShop(label) && (label !== before?.intent || (piece.isRequest && writing.has(label)))
  const isOwnWish = isOther && piece.probability > 0.7 && !piece.isBare && piece.codes.length === 0
  if (before === undefined || !isFirst(state) || pieces[0] !== piece || isOwnWish || !isOpen(before, here)) {
    return undefined
  }
  // "Both" orders lead to the same question again: each needs a message of its own.
  const isAll = ofOrder.has(before.intent) && /^(?:yes |ok )*(?:both|all|every one|each)(?: |$)/.test(piece.text)
  const laid = isAll ? before : continued(before, piece, here)
  const wish = label === "decline" || (label === "confirm" && !isAll) ? undefined : laid
  return wish === undefined ? undefined : add(state, here, { ...wish, fromHistory: true }, 1)
}
