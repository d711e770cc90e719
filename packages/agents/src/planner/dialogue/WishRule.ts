import { asksOfProduct, binding, cartChanges, ofProduct } from "../Intents.ts"
import { namedBefore, wishOf, type ItemReference, type Wish } from "../Wish.ts"
import { isIntent, isNonWish, type Label } from "../classify/Labels.ts"
import { isShopRequest, type ReadClause } from "../classify/ReadClause.ts"
import { isForOrder, withEarlierAddress } from "./Addresses.ts"
import { fillUnset } from "./SlotCarryover.ts"
import { collecting, withCompared } from "./ItemLists.ts"
import { withMemoryContent } from "./MemoryContent.ts"
import { add, type ClauseContext, equal, addAside, amendLast, type Rule, type State } from "./State.ts"
import { fillSlots, refine } from "../slots/SlotFilling.ts"
import { withRest } from "../slots/UnusedWords.ts"
import { lastMentioned, pick, pickItems, hasPluralReference } from "../slots/Anaphora.ts"
import { mergeAddresses, onlyMentionsAddress } from "../text/Address.ts"
import { hasProduct, mentionsCart } from "../text/ClauseWords.ts"

/** Records a clause whose label is no intent, or asks for nothing. */
export const asideRule: Rule = (state, context) => {
  const { label, clause, prevWish } = context
  // "Can it be here tomorrow? I'm in Wichita": the place may follow the question.
  const isRegion = prevWish?.intent === "shipping_estimate" && prevWish.region === null && clause.region !== null
  const next = isRegion ? amendLast(state, context, { ...prevWish, region: clause.region }) : addAside(state, context)
  return !isNonWish(label) && isIntent(label) ? undefined : next
}

const isEqualOrNull = (left: unknown, right: unknown): boolean => left === null || right === null || equal(left, right)

/** Slots that distinguish wishes of the same intent. */
const distinguishingSlots = ["order", "code", "amount", "region"] as const

/** Returns whether a wish repeats or extends the previous one. */
const extendsWish = (wish: Wish, prevWish: Wish): boolean =>
  wish.intent === prevWish.intent &&
  wish.intent !== "list_orders" &&
  isEqualOrNull(wish.product?.name ?? null, prevWish.product?.name ?? null) &&
  isEqualOrNull(wish.filters.query, prevWish.filters.query) &&
  distinguishingSlots.every((slot) => isEqualOrNull(wish[slot], prevWish[slot]))

/** Merges a wish into the previous one. */
const mergeWishes = (wish: Wish, prevWish: Wish, clause: ReadClause): Wish => ({
  ...fillUnset(wish, prevWish),
  text: prevWish.text,
  certainty: prevWish.certainty,
  product: prevWish.product ?? wish.product,
  reason: prevWish.reason ?? wish.reason,
  days: prevWish.days ?? wish.days,
  address: mergeAddresses(prevWish.address, wish.address),
  memory: prevWish.memory ?? wish.memory,
  items: [...prevWish.items, ...wish.items],
  reviews: prevWish.reviews,
  filters: wish.intent === "find_products" ? refine(prevWish, clause) : prevWish.filters
})

/** Fills the code from the conversation: "ok, use it on my cart". */
const withCode = (wish: Wish, { focus }: ClauseContext): Wish =>
  wish.intent === "apply_coupon" ? { ...wish, code: wish.code ?? focus.code } : wish

const meansWholeCart = /(?:^| )(?:empty|clear|everything|wipe|dump|reset|nuke|whole|entire|lot|nothing|all)(?: |$)/

/** Drops a guessed product from a cart change. Unless the cart is the subject, "reset everything" only shows it. */
const withoutGuessedProduct = (wish: Wish, { lastWish, focus, clause }: ClauseContext): Wish => {
  const needsLine = wish.intent === "remove_from_cart" || wish.intent === "update_cart"
  const isUnnamed = needsLine && !hasProduct(clause) && pick(clause.tokens, focus) === undefined
  const isWhole = wish.intent === "remove_from_cart" && meansWholeCart.test(clause.lemmas) && !clause.hasPronoun
  const isGuess = isUnnamed && (isWhole || (wish.product?.source === "history" && lastWish?.product === null))
  const isOfCart =
    mentionsCart(clause.lemmas) || lastWish?.intent === "cart" || cartChanges.has(lastWish?.intent ?? "unknown")
  const isMissing = isUnnamed && wish.product === null && !isWhole
  return isGuess || isMissing
    ? { ...wish, product: null, intent: isOfCart || !(isWhole || isMissing) ? wish.intent : "cart" }
    : wish
}

/** Fills unset slots of a binding wish from the same wish of the previous message. */
const withEarlierWish = (wish: Wish, { lastWish }: ClauseContext): Wish =>
  binding.has(wish.intent) && lastWish?.intent === wish.intent && isEqualOrNull(wish.order, lastWish.order)
    ? fillUnset(wish, lastWish)
    : wish

/** Amendments in the order applied; `withRest` is last, since it reports the words that no slot uses. */
const amendments: ReadonlyArray<(wish: Wish, context: ClauseContext) => Wish> = [
  withoutGuessedProduct,
  withEarlierAddress,
  withCode,
  withEarlierWish,
  withMemoryContent,
  withCompared,
  (wish, { clause }) => withRest(wish, clause)
]

/** Adds a wish to the state, alone or merged into earlier ones; returns `undefined` to pass it on to the next rule. */
type PlacementRule = (wish: Wish, state: State, context: ClauseContext) => State | undefined

/** Resolves a search without an object: it refines the earlier search, or is for the product mentioned. */
const asVagueSearch: PlacementRule = (wish, state, context) => {
  const { lastWish, label, clause } = context
  const { mentions, wishes } = state
  const [current, baseWish] = [wishes.at(-1), wishes.at(-1) ?? lastWish]
  if (label !== "find_products" || hasProduct(clause) || clause.brand !== undefined || clause.category !== null) {
    return undefined
  }
  // "something like it, but under 100"
  if (current?.intent === "similar_products") {
    return amendLast(state, context, { ...current, filters: { ...refine(current, clause), query: null } })
  }
  const change = current?.intent === "find_products" ? amendLast : add
  return baseWish !== undefined && (baseWish.intent === "find_products" || ofProduct.has(baseWish.intent))
    ? change(state, context, { ...wish, filters: refine(baseWish, clause), fromHistory: current === undefined })
    : mentions.product === null
      ? undefined
      : change(state, context, { ...wish, filters: { ...wish.filters, query: mentions.product } })
}

const asExtension: PlacementRule = (wish, state, context) => {
  // "apply it: HELLO10"
  if (context.prevWish?.intent === "apply_coupon" && context.prevWish.code === null && wish.code !== null) {
    return amendLast(state, context, { ...context.prevWish, code: wish.code })
  }
  const same = context.prevWish ?? (binding.has(context.label) ? state.wishes.at(-1) : undefined)
  return same !== undefined && extendsWish(wish, same)
    ? amendLast(state, context, mergeWishes(wish, same, context.clause))
    : undefined
}

/** Resolves "them": the items of the last calculation, else list entries picked in the same sentence. */
const goods = (
  { quantity }: Wish,
  { lastWish, focus, clause, clauses }: ClauseContext
): ReadonlyArray<ItemReference> => {
  const isNear = (other: ReadClause) =>
    other.sentence === clause.sentence &&
    !other.lemmas.startsWith("not ") &&
    (other === clause || !isShopRequest(other))
  const near = clauses.filter(isNear).flatMap(({ tokens }) => tokens)
  const picked = pickItems(near, focus)
  const calculated = lastWish !== undefined && collecting.has(lastWish.intent) ? lastWish.items : []
  const meansBoth = hasPluralReference(clause, focus) && focus.listItems.length < 4
  const names = picked.length === 0 && meansBoth ? lastMentioned(focus) : picked.map(({ name }) => name)
  const items = names.map((name) => ({ product: namedBefore(name), quantity: quantity === 1 ? 1 : null }))
  return calculated.length > 0 ? calculated : items
}

/** Adds several products: "ok, put them in my cart" after a calculation, "one of each" of a list. */
const asSeveral: PlacementRule = (wish, state, context) => {
  if (context.label !== "add_to_cart" || context.clauses.some(({ products }) => products.length > 0)) {
    return undefined
  }
  const items = goods(wish, context)
  return items.length < 2 && hasPluralReference(context.clause, context.focus)
    ? add(state, context, { ...wish, product: null })
    : items.length > 0
      ? items.reduce((current, item) => add(current, context, { ...wish, ...item, fromHistory: true }), state)
      : undefined
}

/** Adds the code and the address of the same clause before the checkout: "check out with HELLO10". */
const addCheckout = (state: State, context: ClauseContext, checkout: Wish): State => {
  const { address, codes, lemmas } = context.clause
  const [code] = codes
  const coupon = { ...wishOf("apply_coupon", ""), code: code ?? null }
  const shipping = { ...wishOf("shipping_address", ""), address }
  const isAddressed = address !== null && address.street !== null && !onlyMentionsAddress(lemmas)
  const withAddress = isAddressed ? add(state, context, shipping) : state
  return add(code === undefined ? withAddress : add(withAddress, context, coupon, 1), context, checkout)
}

const asCheckout: PlacementRule = (wish, state, context) =>
  context.label === "checkout" ? addCheckout(state, context, wish) : undefined

const placementRules: ReadonlyArray<PlacementRule> = [asVagueSearch, asExtension, asSeveral, asCheckout]

/** Returns the label in context: an address may be an order's, and a valid code is applied to the cart. */
const labelInContext = (state: State, context: ClauseContext): Label => {
  const { lastWish, label, clause } = context
  // "great, add it", after a code proved valid; "check out, and coupon TEN"
  const appliesCheckedCode = label === "add_to_cart" && lastWish?.intent === "validate_coupon" && !hasProduct(clause)
  const addsCodeToCheckout = label === "validate_coupon" && state.wishes.at(-1)?.intent === "checkout"
  const isCode = appliesCheckedCode || (addsCodeToCheckout && clause.codes.length > 0)
  // "I'll take two", after a question about a product
  const isAdded = label === "update_cart" && asksOfProduct.has(lastWish?.intent ?? "unknown") && !hasProduct(clause)
  return isForOrder(state, context) ? "change_address" : isCode ? "apply_coupon" : isAdded ? "add_to_cart" : label
}

/** Adds the wish that a clause states; the fallback after all other rules. */
export const wishRule: Rule = (state, clauseContext) => {
  const label = labelInContext(state, clauseContext)
  if (!isIntent(label)) {
    return undefined
  }
  const context: ClauseContext = { ...clauseContext, label }
  const filled = fillSlots(label, context.clause, context, state.mentions)
  const wish = amendments.reduce((current, amend) => amend(current, context), filled)
  // The content of a memory was read as a wish of its own, which is dropped.
  const isContentFromBefore = filled.memory?.content !== wish.memory?.content
  if (isContentFromBefore && state.wishClause !== null && state.wishClause.tokens === context.prevClause?.tokens) {
    return add({ ...state, wishes: state.wishes.slice(0, -1) }, context, wish)
  }
  for (const place of placementRules) {
    const next = place(wish, state, context)
    if (next !== undefined) {
      return next
    }
  }
  return add(state, context, wish)
}
