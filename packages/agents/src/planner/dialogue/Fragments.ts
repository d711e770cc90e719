import { type Intent, needsOrder, needsProduct } from "../Intents.ts"
import { foreign, isShop, type Label } from "../classify/Labels.ts"
import { type Piece } from "../classify/Piece.ts"
import { fill, filtersOf, refine } from "../slots/Filling.ts"
import { pick, placeOf, productOf } from "../slots/Selection.ts"
import { isBounded, isThing, saysCart } from "../text/ClauseWords.ts"
import { wordsOf } from "../text/Tokens.ts"
import { type OrderReference, plainWish, type Wish } from "../Wish.ts"
import { add, type Here, pass, previousOf, replaceLast, type Rule } from "./State.ts"
import { type Focus, type Item, type Mentions, noMentions } from "../slots/Focus.ts"
import { readReviewFilters } from "../slots/Slots.ts"
import { quantities } from "../text/Bounds.ts"

/** What a fragment is read with. */
export interface Scene {
  readonly focus: Focus
  /** Ids of the newest orders, newest first. */
  readonly recent: ReadonlyArray<string>
  /** What a "yes" agrees to: the wishes of the question we asked last. */
  readonly pending: ReadonlyArray<Wish>
}

/** A fragment with what surrounds it. */
interface Fragment extends Scene {
  readonly piece: Piece
  readonly mentions: Mentions
  /** The entry of the last list it picks. */
  readonly picked: Item | undefined
}

const reviewWords =
  /(?:^| )(?:verify|verified|helpful|negative|positive|bad|worst|good|best|star|critical|recent|newest|latest|review|buyer)(?: |$)/

/** About orders: another order, or other ones of the list. */
const aboutOrders = (before: Wish, { focus, picked, piece, recent }: Fragment): Wish | undefined => {
  const isList = before.intent === "list_orders"
  const ofOrder = (order: OrderReference): Wish => ({
    ...before,
    intent: isList ? "order_details" : before.intent,
    order,
    orderStatus: null
  })
  if (isList && piece.order.status !== null && picked === undefined) {
    return { ...before, orderStatus: piece.order.status }
  }
  if (picked?.orderId !== undefined && picked.orderId !== null) {
    return ofOrder({ kind: "id", id: picked.orderId })
  }
  const { order } = fill("order_details", piece, { focus: { ...focus, orderId: null }, recent }, noMentions)
  if (order !== null && (order.kind !== "product" || !isList)) {
    return ofOrder(order)
  }
  const { days, limit } = piece.bounds
  return isList && (limit !== null || days !== null)
    ? { ...before, limit: limit ?? before.limit, days: days ?? before.days }
    : undefined
}

/** About a coupon: another one, or another sum. */
const aboutCoupon = (before: Wish, { piece: { bounds, codes } }: Fragment): Wish | undefined => {
  const amount = bounds.amount ?? bounds.maxPrice ?? bounds.minPrice
  return codes.length > 0 || amount !== null
    ? { ...before, intent: "validate_coupon", code: codes.at(-1) ?? before.code, amount: amount ?? before.amount }
    : undefined
}

const search = (before: Wish, piece: Piece): Wish => ({
  ...plainWish("find_products", ""),
  filters: refine(before, piece),
  limit: piece.bounds.limit ?? (before.intent === "find_products" ? before.limit : null)
})

/** The same of another department, period or state, or another number of it. */
const narrowed = (before: Wish, { bounds, category, order }: Piece, days = bounds.days): Wish | undefined =>
  days === null && order.status === null && category === null && bounds.limit === null
    ? undefined
    : {
        ...before,
        days: days ?? before.days,
        limit: bounds.limit ?? before.limit,
        orderStatus: order.status ?? before.orderStatus,
        filters: { ...before.filters, category: category ?? before.filters.category }
      }

/** About what sells or what is cheaper: another department or period. */
const aboutShop = (before: Wish, { piece }: Fragment): Wish | undefined =>
  narrowed(before, piece) ??
  (before.intent === "trending" && (isBounded(piece) || isThing(piece)) ? search(before, piece) : undefined)

const ofSellers: ReadonlySet<Intent> = new Set<Intent>([
  "seller_sales",
  "seller_orders",
  "seller_stock",
  "seller_products"
])

/** About a seller's things: another period, for which a number is enough where one was spoken of, or other ones. */
const aboutSeller = (before: Wish, { piece }: Fragment): Wish | undefined => {
  const number = quantities(piece.tokens).find(({ unit }) => unit === null)?.value ?? null
  return narrowed(before, piece, piece.bounds.days ?? (before.days === null ? null : number))
}

/** About a product: the same of another one, or something like it. */
const aboutProduct = (before: Wish, { focus, picked, piece, mentions }: Fragment): Wish | undefined => {
  const { bounds, main, region, text } = piece
  if ((before.intent === "reviews" || before.intent === "sentiment") && !isThing(piece) && reviewWords.test(text)) {
    const reviews = readReviewFilters(piece.tokens)
    return {
      ...before,
      intent: "reviews",
      reviews: { ...reviews, verifiedOnly: reviews.verifiedOnly || before.reviews.verifiedOnly }
    }
  }
  if (isBounded(piece) && !isThing(piece) && picked === undefined) {
    return search(before, piece)
  }
  const product = main !== undefined || picked !== undefined ? productOf(piece, focus, noMentions) : null
  if (product === null && bounds.days === null && bounds.quantity === null && region === null) {
    return undefined
  }
  return {
    ...before,
    product: product ?? before.product ?? productOf(piece, focus, mentions),
    days: bounds.days ?? before.days,
    quantity: bounds.quantity ?? (product === null ? before.quantity : null),
    region: region ?? before.region
  }
}

/** About delivery: to another place. */
const aboutDelivery = (before: Wish, { focus, mentions, picked, piece }: Fragment): Wish => {
  const isOther = isThing(piece) || picked !== undefined
  const wasDelivery = before.intent === "shipping_estimate"
  return {
    ...before,
    intent: "shipping_estimate",
    region: piece.region,
    product: isOther || before.product === null ? productOf(piece, focus, mentions) : before.product,
    quantity: piece.bounds.quantity ?? (wasDelivery && !isOther ? before.quantity : null)
  }
}

/**
 * Reads a fragment as the wish before it asked again with something new: "and in sports?", "under 100", "the second one".
 * `undefined` when it adds nothing to that wish.
 */
const continued = (before: Wish, piece: Piece, scene: Scene, mentions: Mentions): Wish | undefined => {
  const fragment: Fragment = { ...scene, piece, mentions, picked: pick(piece.tokens, scene.focus) }
  const hasProduct = before.product !== null || scene.focus.product !== null
  if (ofSellers.has(before.intent)) {
    return aboutSeller(before, fragment)
  }
  if (needsOrder(before.intent) || before.intent === "list_orders") {
    return aboutOrders(before, fragment)
  }
  if (piece.codes.length > 0 || before.intent === "validate_coupon") {
    return aboutCoupon(before, fragment)
  }
  if (piece.region !== null && before.intent !== "stock" && (hasProduct || before.intent === "shipping_estimate")) {
    return aboutDelivery(before, fragment)
  }
  if (before.intent === "trending" || before.intent === "deals") {
    return aboutShop(before, fragment)
  }
  if (before.intent === "find_products" || before.intent === "similar_products") {
    return search(before, piece)
  }
  return needsProduct(before.intent) ? aboutProduct(before, fragment) : undefined
}

/** Reads a bare phrase or fragment that nothing was asked before. `undefined` when it names nothing. */
export const fresh = (piece: Piece, scene: Scene, mentions: Mentions): Wish | undefined => {
  const { isBare, main, order } = piece
  if (order.reference !== null && main === undefined) {
    return fill("order_details", piece, scene, mentions)
  }
  if (main !== undefined && (main.hasName || (main.hasNoun && main.isDefinite && !main.isPlural))) {
    return fill("product_details", piece, scene, mentions)
  }
  return main?.hasNoun === true || isBounded(piece) || (isBare && main !== undefined)
    ? { ...plainWish("find_products", ""), filters: filtersOf(piece) }
    : undefined
}

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
  const { bounds } = piece
  const previous = previousOf(state)

  const addsBounds = piece.tokens.length < 8 && !isThing(piece) && isBounded(piece) && !isShop(label)
  const isFragment = label === "follow_up" || addsBounds || (piece.isBare && !isClear(piece, label))
  if (previous === undefined || piece.codes.length > 0 || !isFragment) {
    return undefined
  }
  if (previous.intent === "stock" && bounds.inStock === true && !isThing(piece)) {
    return state
  }
  if (previous.intent === "find_products" && !isThing(piece)) {
    return isBounded(piece) || bounds.limit !== null
      ? replaceLast(state, here, { ...previous, filters: refine(previous, piece) })
      : state
  }
  const next = continued(previous, piece, here, noted)
  if (next === undefined) {
    return { ...state, mentions: noted }
  }
  // "which costs less to send, the lamp or the tent?" says only then of which.
  const isOpen = needsProduct(previous.intent) && previous.product === null && next.intent === previous.intent
  return (isOpen ? replaceLast : add)(state, here, { ...next, fromHistory: previous.fromHistory })
}

/** What is asked for a number of units, and changes nothing. */
const counted: ReadonlySet<Intent> = new Set<Intent>([
  "shipping_estimate",
  "stock",
  "product_details",
  "price_history",
  "validate_coupon",
  "deals",
  "loyalty_discount"
])

/** "make that 3" after a question about a product: the question is asked again for three, and no cart is changed. */
const recounts = (before: Wish | undefined, { label, piece }: Here): boolean =>
  before !== undefined && counted.has(before.intent) && label === "update_cart" && !isThing(piece) && !saysCart(piece)

/** A fragment that goes on with what was asked in the message before: "and in sports?", "the second one". */
export const followUp: Rule = (state, here) => {
  const { focus, label, noted, piece } = here
  const before = focus.wishes.at(-1)
  const goesOn = (piece.isBare && piece.isLinked) || recounts(before, here)
  const isVague =
    piece.isBare &&
    isThing(piece) &&
    piece.codes.length === 0 &&
    (foreign.has(label) || label === "context") &&
    (piece.probability < 0.6 ||
      piece.main?.hasNoun === true ||
      (piece.main?.isProper === true && piece.reading.probability < 0.6))
  if (label !== "follow_up" && !goesOn && !isVague) {
    return undefined
  }
  const next =
    before !== undefined && (label === "follow_up" || goesOn) ? continued(before, piece, here, noted) : undefined
  const wish = next === undefined ? fresh(piece, here, noted) : { ...next, fromHistory: true }
  return wish === undefined ? pass(state, here) : add(state, here, wish)
}
