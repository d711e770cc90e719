import { cartChanges, type Intent, intentSet, ofOrder, ofProduct, writing } from "../Intents.ts"
import { foreign, isShop, isSilent } from "../classify/Labels.ts"
import { doubts } from "../classify/Tentative.ts"
import { isAsked, type Piece } from "../classify/Piece.ts"
import { fill, filtersOf, refine } from "../slots/Filling.ts"
import { onlyPicks, pick, pickAll, placeAlone, placeOf } from "../slots/Selection.ts"
import { isBounded, isThing } from "../text/ClauseWords.ts"
import { completed } from "./Completing.ts"
import { wordsOf } from "../text/Tokens.ts"
import { plainWish, type Wish } from "../Wish.ts"
import { add, type Here, isFirst, pass, replaceLast, type Rule } from "./State.ts"
import { type Background } from "../slots/Focus.ts"
import { type Mentions, noMentions } from "../slots/Mentions.ts"
import { quantities } from "../text/Bounds.ts"

const reviewWords =
  /(?:^| )(?:verify|verified|helpful|negative|positive|bad|worst|good|best|star|critical|recent|newest|latest|review|buyer)(?: |$)/

const search = (before: Wish, piece: Piece): Wish => ({
  ...plainWish("find_products", ""),
  filters: refine(before, piece),
  limit: piece.bounds.limit ?? (before.intent === "find_products" ? before.limit : null)
})

/** What is asked for a period, for which a number is enough. */
const periodic = intentSet("seller_sales", "seller_orders", "price_history")

/** What is asked when the same is asked with something of a piece in it: of an order of a list, for a place, with a code. */
const asked = (before: Wish, piece: Piece, isReview: boolean, { focus }: Background): Intent => {
  const { codes, region } = piece
  const isOfOrder = ofOrder.has(before.intent) || before.intent === "list_orders"
  const hasProduct = ofProduct.has(before.intent) || focus.product !== null
  return codes.length > 0 && !isOfOrder && before.intent !== "apply_coupon"
    ? "validate_coupon"
    : region !== null && hasProduct && !isOfOrder && !/^(?:stock|carriers|fulfillment_plan)$/.test(before.intent)
      ? "shipping_estimate"
      : isReview
        ? "reviews"
        : before.intent
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** A wish again with what a piece says of it: "and in sports?", "to Texas", "200". `undefined` when that is nothing. */
const overlaid = (before: Wish, piece: Piece, scene: Background): Wish | undefined => {
  const picked = pick(piece.tokens, scene.focus)
  const isOfReviews = before.intent === "reviews" || before.intent === "sentiment"
  const isReview = isOfReviews && !isThing(piece) && reviewWords.test(piece.text)
  if (
    before.intent === "find_products" ||
    before.intent === "similar_products" ||
    (ofProduct.has(before.intent) && isBounded(piece) && !isThing(piece) && picked === undefined && !isReview)
  ) {
    return search(before, piece)
  }
  const intent = asked(before, piece, isReview, scene)
  const product = piece.main === undefined && picked === undefined ? null : scene.focus.product
  const said = fill(intent, piece, { ...scene, focus: { ...scene.focus, product, orderId: null } }, noMentions)
  const number = periodic.has(intent) ? quantities(piece.tokens).find(({ unit }) => unit === null) : undefined
  const days = said.days ?? (before.days === null ? null : (number?.value ?? null))
  const isPlace = picked !== undefined && placeAlone.test(piece.text)
  const counted = said.quantity ?? (ofProduct.has(intent) && picked === undefined ? piece.bounds.quantity : null)
  const quantity = isPlace ? before.quantity : counted
  const wish: Wish = { ...said, days, quantity, fromHistory: false }
  const isOfCode = intent !== "validate_coupon" || said.code !== null || said.amount !== null
  const isLeftOpen = cartChanges.has(intent) && doubts(piece.text)
  return isLeftOpen || !isOfCode || isSame(wish, plainWish(intent, ""))
    ? undefined
    : {
        ...completed(wish, before),
        intent,
        quantity: quantity ?? (said.product === null ? before.quantity : null)
      }
}

/** Reads a bare phrase or fragment that nothing was asked before. `undefined` when it names nothing. */
const fresh = (piece: Piece, scene: Background, mentions: Mentions): Wish | undefined => {
  const { isBare, main } = piece
  if (main !== undefined && (main.hasName || (main.hasNoun && main.isDefinite && !main.isPlural))) {
    return fill("product_details", piece, scene, mentions)
  }
  return main?.hasNoun === true || isBounded(piece) || (isBare && main !== undefined)
    ? { ...plainWish("find_products", ""), filters: filtersOf(piece) }
    : undefined
}

/** "the cheapest of those", "the second one please" */
const saysWhich =
  /(?:^| )(?:of (?:those|them|these|the)|all|one with|one about)(?: |$)|one(?: please| is (?:fine|good|ok|okay|great|nice|perfect|it))?$/

/** "the cheapest of those, is it in stock?": says only which one the next piece is about. */
export const selector: Rule = (state, { focus, label, noted, piece, pieces }) => {
  const next = pieces[pieces.indexOf(piece) + 1]
  const isNext = next?.sentence === piece.sentence && next.hasPronoun && !isThing(next) && isAsked(next)
  // "and the jacket, has it ever been cheaper?"
  const isTopic = piece.isBare && isThing(piece) && isNext && next.mood === "question"
  const mayPick = piece.isBare || label === "follow_up" || label === "find_products" || !isShop(label)
  const isLater = mayPick && onlyPicks(piece) && pieces.at(-1) !== piece && saysWhich.test(wordsOf(piece.tokens))
  const picked = isLater ? (pick(piece.tokens, focus) ?? pickAll(piece.tokens, focus)[0]) : undefined
  return isTopic || picked !== undefined ? { ...state, mentions: noted, last: null } : undefined
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
    : add(state, here, plainWish("not_listed", ""), 1)
}

/** "I'd like the linen one": which one of the list, and nothing about what to do with it. */
export const preferring: Rule = (state, here) => {
  const { focus, label, piece, pieces } = here
  const isAlone = pieces.every((other) => other === piece || isSilent(other.label))
  const picked = focus.isListed && isAlone ? pick(piece.tokens, focus) : undefined
  const isShort = label === "follow_up" && piece.mood !== "question" && piece.tokens.length < 7
  const isPlace = placeAlone.test(piece.text) || isShort
  const isOfOrder = picked !== undefined && picked.orderId !== null
  const isElse = isShop(label) && label !== "find_products" && !isPlace
  const isReply = isOfOrder && (focus.asked !== null || piece.tokens.length > 5)
  const isLiked = /(?:^| )(?:like|prefer|want|love|rather|mean|take|interest)(?: |$)/.test(piece.text)
  const wish = () => fill(isOfOrder ? "order_details" : "product_details", piece, here, state.mentions)
  return picked !== undefined && !isElse && !isReply && (isPlace || isOfOrder || isLiked)
    ? add(state, here, { ...wish(), fromHistory: true }, 1)
    : undefined
}

/** A fragment after a wish of the same message: "and under 50", "and the Nordvind", "to Texas". */
export const fragment: Rule = (state, here) => {
  const { label, noted, piece, previous } = here
  const { bounds } = piece
  const addsBounds = piece.tokens.length < 8 && !isThing(piece) && isBounded(piece) && !isShop(label)
  const isOnlyOrder = piece.order.reference !== null && piece.tokens.length < 3
  // "my last orders", "reviews"
  const isClear = isShop(label) && !/^(?:product_details|find_products)$/.test(label) && piece.probability > 0.7
  const isFragment = label === "follow_up" || addsBounds || isOnlyOrder || (piece.isBare && !isClear)
  if (previous === undefined || piece.codes.length > 0 || !isFragment) {
    return undefined
  }
  if (previous.intent === "find_products" && !isThing(piece)) {
    return isBounded(piece) || bounds.limit !== null
      ? replaceLast(state, here, { ...previous, filters: refine(previous, piece) })
      : state
  }
  const next = overlaid(previous, piece, here)
  if (next === undefined) {
    return { ...state, mentions: noted }
  }
  // "which costs less to send, the lamp or the tent?" says only then of which.
  const isOpen = ofProduct.has(previous.intent) && previous.product === null && next.intent === previous.intent
  return (isOpen ? replaceLast : add)(state, here, { ...next, fromHistory: previous.fromHistory })
}

/** Something is asked beside a piece: "and the webcam, is it any good?" */
const asksBeside = ({ piece, pieces }: Here): boolean =>
  pieces.some((one) => one !== piece && (one.mood === "question" || /^(?:be|do|have) (?:it|they) /.test(one.text)))

/** A fragment that goes on with what was asked in the message before: "and in sports?", "the second one". */
export const followUp: Rule = (state, here) => {
  const { before, focus, label, noted, piece, previous } = here
  const isChange = before !== undefined && cartChanges.has(label)
  // "and lose the mat" says itself what to do.
  const isOwnAct = isChange && label !== before.intent && piece.sureness > 0.8
  const goesOn = piece.isBare && piece.isLinked && previous === undefined && !isOwnAct
  const { hasNoun = false, isProper = false } = piece.main ?? {}
  const isUnsure = piece.probability < 0.6 || hasNoun || (isProper && piece.reading.probability < 0.6)
  const isVague = piece.isBare && isThing(piece) && (foreign.has(label) || label === "context") && isUnsure
  if (label !== "follow_up" && !goesOn && !isVague) {
    return undefined
  }
  // "and what about the scarf?", once something went into the cart, only asks.
  const isMore = before !== undefined && !(writing.has(before.intent) && (piece.said.includes("?") || asksBeside(here)))
  const next = isMore && (label === "follow_up" || goesOn) ? overlaid(before, piece, here) : undefined
  // "no, I wanted two", "just the second": what was done is not done again.
  const again = focus.done.find(({ intent }) => intent === next?.intent && cartChanges.has(intent))
  const isOnly = /^(?:(?:no|oh|ok|okay|sorry|wait|actually) )*(?:just|only) /.test(piece.text)
  const isDone = again !== undefined && !isThing(piece) && (isOnly || pick(piece.tokens, focus) === undefined)
  const wish = next === undefined ? fresh(piece, here, noted) : { ...next, fromHistory: true }
  return wish === undefined || isDone ? pass(state, here) : add(state, here, wish)
}

const corrects = /^(?:(?:oh|ok|sorry|actually) )*(?:(?:no|wait|rather|sorry|i mean|make it|make that) )+/

/** "number 2. no, 3", "no wait, the second": the same of another order. */
export const reordering: Rule = (state, here) => {
  const { before, left, piece, pieces } = here
  const previous = pieces[0] === piece ? before : state.wishes.at(-1)
  const isOfOrder = previous !== undefined && ofOrder.has(previous.intent)
  const isCorrected = corrects.test(piece.text) || (!isFirst(state) && left?.label === "decline")
  const next = isOfOrder && isCorrected ? overlaid(previous, piece, here) : undefined
  return next === undefined || next.order === null || isSame(next.order, previous?.order)
    ? undefined
    : (pieces[0] === piece ? add : replaceLast)(state, here, { ...next, fromHistory: true })
}

/** The last answer asked for something that is still to be said. */
const isOpen = (before: Wish, here: Here): boolean =>
  here.focus.asked !== null &&
  !(ofOrder.has(before.intent) && (here.piece.mood === "question" || here.focus.asked !== "order")) &&
  !(before.intent === "update_cart" && here.piece.named.length > 0) &&
  !(
    cartChanges.has(before.intent) &&
    (here.piece.said.includes("?") || asksBeside(here) || /(?:^| )order(?: |$)/.test(here.piece.text))
  )

/** Says what we asked for: "On which amount?" "200". */
export const answering: Rule = (state, here) => {
  const { before, label, piece, pieces } = here
  // "Check out with express shipping" does not fill in what we asked about the checkout: it tells us to do it.
  const isOther = isShop(label) && (label !== before?.intent || (piece.isRequest && writing.has(label)))
  const isOwnWish = isOther && piece.probability > 0.7 && !piece.isBare && piece.codes.length === 0
  if (before === undefined || !isFirst(state) || pieces[0] !== piece || isOwnWish || !isOpen(before, here)) {
    return undefined
  }
  // "Both" orders are asked about again: each needs a word of its own.
  const isAll = ofOrder.has(before.intent) && /^(?:yes |ok )*(?:both|all|every one|each)(?: |$)/.test(piece.text)
  const laid = isAll ? before : overlaid(before, piece, here)
  const wish = label === "decline" || (label === "confirm" && !isAll) ? undefined : laid
  return wish === undefined ? undefined : add(state, here, { ...wish, fromHistory: true }, 1)
}
