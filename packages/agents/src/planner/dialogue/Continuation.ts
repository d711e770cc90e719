import { type Piece } from "../classify/Piece.ts"
import { type Intent, needsOrder, needsProduct } from "../Intents.ts"
import { productOf } from "../slots/Choosing.ts"
import { fill, filtersOf, refine } from "../slots/Filling.ts"
import { type Focus, type Item } from "../slots/Focus.ts"
import { type Mentions, noMentions } from "../slots/Mentions.ts"
import { readReviewFilters } from "../slots/ReviewSlots.ts"
import { pick } from "../slots/Selection.ts"
import { quantities } from "../text/Amounts.ts"
import { isBounded, isThing } from "../text/ClauseWords.ts"
import { namesThing } from "../text/Phrases.ts"
import { type OrderReference, plainWish, type Wish } from "../Wish.ts"

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

const detailsOf = ({ name }: Item): Wish => ({
  ...plainWish("product_details", ""),
  product: { name, source: "history" }
})

const search = (before: Wish, piece: Piece): Wish => ({
  ...plainWish("find_products", ""),
  filters: refine(before, piece),
  limit: piece.bounds.limit ?? (before.intent === "find_products" ? before.limit : null)
})

/** About what sells or what is cheaper: another department or period. */
const aboutShop = (before: Wish, { picked, piece }: Fragment): Wish | undefined => {
  const { bounds, category } = piece
  if (picked !== undefined && picked.orderId === null) {
    return detailsOf(picked)
  }
  if (category !== null || bounds.days !== null || bounds.limit !== null) {
    return {
      ...before,
      filters: { ...before.filters, category: category ?? before.filters.category },
      days: bounds.days ?? before.days,
      limit: bounds.limit ?? before.limit
    }
  }
  return before.intent === "trending" && (isBounded(piece) || isThing(piece)) ? search(before, piece) : undefined
}

/** About a search: one of its products, or narrower. */
const aboutSearch = (before: Wish, { focus, mentions, picked, piece }: Fragment): Wish | undefined => {
  const { bounds, main } = piece
  const narrows = isBounded({ ...piece, bounds: { ...bounds, sort: null } })
  if (picked !== undefined && picked.orderId === null && !narrows) {
    return detailsOf(picked)
  }
  if (main !== undefined && main.isDefinite && !main.isPlural && namesThing(main)) {
    return { ...plainWish("product_details", ""), product: productOf(piece, focus, mentions) }
  }
  return search(before, piece)
}

const ofSellers: ReadonlySet<Intent> = new Set<Intent>([
  "seller_sales",
  "seller_orders",
  "seller_stock",
  "seller_products"
])

/** About a seller's things: another period, other orders, a department. */
const aboutSeller = (before: Wish, { piece }: Fragment): Wish | undefined => {
  const { bounds, category, order, tokens } = piece
  const number = quantities(tokens).find(({ unit }) => unit === null)?.value ?? null
  const days = bounds.days ?? (before.days === null ? null : number)
  return days === null && order.status === null && category === null && bounds.limit === null
    ? undefined
    : {
        ...before,
        days: days ?? before.days,
        limit: bounds.limit ?? before.limit,
        orderStatus: order.status ?? before.orderStatus,
        filters: { ...before.filters, category: category ?? before.filters.category }
      }
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
export const continued = (before: Wish, piece: Piece, scene: Scene, mentions: Mentions): Wish | undefined => {
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
    return aboutSearch(before, fragment)
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
