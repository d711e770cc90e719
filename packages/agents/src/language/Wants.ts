import { fill, needsOrder, needsProduct, refine } from "./Filling.ts"
import { isIntent, isThing, silent } from "./Roles.ts"
import { add, type Here, pass, previousOf, replaceLast, type Rule, type State, withLast } from "./State.ts"
import { type Intent, type Wish } from "./Wish.ts"

/** "yes, do it" after a question about cancelling. */
export const confirmation: Rule = (state, here) => {
  if (here.label !== "confirm") {
    return undefined
  }
  const before = here.focus.wishes.at(-1)
  const isAlone = state.wishes.length === 0 && here.pieces.every(({ label }) => silent.has(label))
  const isPending = before?.intent === "cancel_question" || before?.intent === "cancel_order"
  return isAlone && isPending
    ? add(state, here, { ...before, intent: "cancel_order", fromHistory: true })
    : pass(state, here)
}

/** What is no wish; after a cancellation it is its reason. */
export const aside: Rule = (state, here) => {
  if (!silent.has(here.label) && isIntent(here.label)) {
    return undefined
  }
  const previous = state.wishes.at(-1)
  const { amount } = here.piece.bounds
  if (previous?.intent === "validate_coupon" && previous.amount === null && amount !== null) {
    return { ...pass(state, here), wishes: withLast(state.wishes, { ...previous, amount }) }
  }
  const isReason = here.label === "context" && previous?.intent === "cancel_order" && previous.reason === null
  return isReason
    ? { ...pass(state, here), wishes: withLast(state.wishes, { ...previous, reason: here.text }) }
    : pass(state, here)
}

/** Intents about a product that mean an order when an order is spoken of. */
const ofOrders: Partial<Record<Intent, Intent>> = {
  product_details: "order_details",
  stock: "track_order",
  restock: "track_order",
  shipping_estimate: "track_order"
}

/** "so when's it coming?" after stock is the next delivery to the shop, after delivery the one to the customer. */
const ofProducts: Partial<Record<Intent, Intent>> = {
  stock: "restock",
  restock: "restock",
  shipping_estimate: "shipping_estimate"
}

/** Intents about a product that mean a coupon when a coupon is spoken of: "does it need a minimum?" */
const ofCoupons: ReadonlySet<Intent> = new Set<Intent>([
  "product_details",
  "stock",
  "price_history",
  "deals",
  "sentiment"
])

/** What a clause without an object means depends on what is spoken of: "where is it now" after an order is that order. */
const inTopic = (intent: Intent, { focus, piece }: Here, { last, mentions, wishes }: State): Intent => {
  const before = wishes.at(-1) ?? focus.wishes.at(-1)
  const isOrder =
    before !== undefined && (needsOrder(before.intent) || before.intent === "list_orders") && mentions.product === null
  const hasObject = isThing(piece) || piece.region !== null || piece.codes.length > 0
  if (!hasObject && intent === "track_order" && piece.hasPronoun && piece.order.reference === null) {
    return (before === undefined ? undefined : ofProducts[before.intent]) ?? intent
  }
  const isSameBreath = last !== null && last.sentence === piece.sentence
  if (!hasObject && isSameBreath && before?.intent === "shipping_estimate" && intent === "product_details") {
    return "shipping_estimate"
  }
  if (!hasObject && before?.intent === "validate_coupon" && piece.hasPronoun && ofCoupons.has(intent)) {
    return "validate_coupon"
  }
  return isOrder && !hasObject ? (ofOrders[intent] ?? intent) : intent
}

const sameOrBlank = (left: unknown, right: unknown): boolean =>
  left === null || right === null || JSON.stringify(left) === JSON.stringify(right)

/** Says the same thing again, or more of it. */
const isMoreOf = (wish: Wish, previous: Wish): boolean =>
  wish.intent === previous.intent &&
  wish.intent !== "list_orders" &&
  sameOrBlank(wish.product?.name ?? null, previous.product?.name ?? null) &&
  sameOrBlank(wish.order, previous.order) &&
  sameOrBlank(wish.code, previous.code) &&
  sameOrBlank(wish.amount, previous.amount) &&
  sameOrBlank(wish.region, previous.region) &&
  sameOrBlank(wish.filters.query, previous.filters.query)

const refersBack = /(?:^| )(?:which|cheaper|cheapest|best|other|else|more|another|smaller|bigger)(?: |$)/

/** A search that does not say for what: for what was spoken of, or what was searched for before. */
const vagueSearch = (wish: Wish, { mentions, wishes }: State, { focus, piece }: Here): Wish | undefined => {
  const earlier = wishes.at(-1) ?? focus.wishes.at(-1)
  const mayRefine = earlier !== undefined && (earlier.intent === "find_products" || needsProduct(earlier.intent))
  if (mayRefine && (piece.hasPronoun || refersBack.test(piece.text))) {
    return { ...wish, filters: refine(earlier, piece), fromHistory: wishes.length === 0 }
  }
  return mentions.product === null ? undefined : { ...wish, filters: { ...wish.filters, query: mentions.product } }
}

/** A clause that wants something. */
export const wanted: Rule = (state, here) => {
  const { focus, label, piece } = here
  if (!isIntent(label)) {
    return undefined
  }
  const intent = inTopic(label, here, state)
  const wish = fill(intent, piece, here, state.mentions)
  const previous = previousOf(state)
  const before = focus.wishes.at(-1)
  if (previous?.intent === "stock" && intent === "find_products" && piece.bounds.inStock === true && !isThing(piece)) {
    return state
  }
  if (intent === "find_products" && !isThing(piece) && piece.brand === undefined && piece.category === null) {
    const search = vagueSearch(wish, state, here)
    if (search !== undefined) {
      return add(state, here, search)
    }
  }
  if (previous !== undefined && isMoreOf(wish, previous)) {
    return replaceLast(state, here, {
      ...previous,
      product: previous.product ?? wish.product,
      order: previous.order ?? wish.order,
      code: previous.code ?? wish.code,
      amount: previous.amount ?? wish.amount,
      days: previous.days ?? wish.days,
      region: wish.region ?? previous.region,
      quantity: wish.quantity ?? previous.quantity,
      filters: intent === "find_products" ? refine(previous, piece) : previous.filters
    })
  }
  const isShort = piece.tokens.length <= 6 && before?.intent === "validate_coupon"
  return add(
    state,
    here,
    intent === "validate_coupon" && isShort ? { ...wish, amount: wish.amount ?? before.amount } : wish
  )
}
