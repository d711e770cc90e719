import { asksOfProduct, binding, cartChanges, ofProduct } from "../Intents.ts"
import { namedBefore, wishOf, type WantedItem, type Wish } from "../Wish.ts"
import { isIntent, isSilent, type Label } from "../classify/Labels.ts"
import { isAsked, type ReadClause } from "../classify/Piece.ts"
import { isOfOrder, withAddress } from "./Addresses.ts"
import { completed } from "./Completing.ts"
import { collecting, withCompared } from "./Collecting.ts"
import { withContent } from "./Remembering.ts"
import { add, type ClauseContext, isSame, pass, replaceLast, type Rule, type State } from "./State.ts"
import { fill, refine } from "../slots/Filling.ts"
import { withRest } from "../slots/Rest.ts"
import { lastMentioned, pick, pickAll, hasPluralReference } from "../slots/Selection.ts"
import { mergeAddresses, onlyTellsAddress } from "../text/Address.ts"
import { isThing, saysCart } from "../text/ClauseWords.ts"

/** Notes a piece that is not a wish. */
export const aside: Rule = (state, here) => {
  const { label, piece, previous } = here
  // "Can it be here tomorrow? I'm in Wichita": the place may follow the question.
  const isPlaced = previous?.intent === "shipping_estimate" && previous.region === null && piece.region !== null
  const rest = isPlaced ? replaceLast(state, here, { ...previous, region: piece.region }) : pass(state, here)
  return !isSilent(label) && isIntent(label) ? undefined : rest
}

const sameOrBlank = (left: unknown, right: unknown): boolean => left === null || right === null || isSame(left, right)

/** Slots that distinguish wishes of the same intent. */
const tellingSlots = ["order", "code", "amount", "region"] as const

/** Returns whether a wish repeats the previous one, or adds to it. */
const isMoreOf = (wish: Wish, previous: Wish): boolean =>
  wish.intent === previous.intent &&
  wish.intent !== "list_orders" &&
  sameOrBlank(wish.product?.name ?? null, previous.product?.name ?? null) &&
  sameOrBlank(wish.filters.query, previous.filters.query) &&
  tellingSlots.every((slot) => sameOrBlank(wish[slot], previous[slot]))

/** Merges a wish into the previous one, to which its clause adds. */
const moreOf = (wish: Wish, previous: Wish, piece: ReadClause): Wish => ({
  ...completed(wish, previous),
  text: previous.text,
  certainty: previous.certainty,
  product: previous.product ?? wish.product,
  reason: previous.reason ?? wish.reason,
  days: previous.days ?? wish.days,
  address: mergeAddresses(previous.address, wish.address),
  memory: previous.memory ?? wish.memory,
  items: [...previous.items, ...wish.items],
  reviews: previous.reviews,
  filters: wish.intent === "find_products" ? refine(previous, piece) : previous.filters
})

/** Fills in the coupon code mentioned before: "ok, use it on my cart". */
const withCode = (wish: Wish, { focus }: ClauseContext): Wish =>
  wish.intent === "apply_coupon" ? { ...wish, code: wish.code ?? focus.code } : wish

const wholeCart = /(?:^| )(?:empty|clear|everything|wipe|dump|reset|nuke|whole|entire|lot|nothing|all)(?: |$)/

/** Drops a guessed product from a cart change. Unless the cart is the subject, "reset everything" only shows it. */
const withoutGuess = (wish: Wish, { before, focus, piece }: ClauseContext): Wish => {
  const isOfLine = wish.intent === "remove_from_cart" || wish.intent === "update_cart"
  const isUnnamed = isOfLine && !isThing(piece) && pick(piece.tokens, focus) === undefined
  const isWhole = wish.intent === "remove_from_cart" && wholeCart.test(piece.text) && !piece.hasPronoun
  const isGuess = isUnnamed && (isWhole || (wish.product?.source === "history" && before?.product === null))
  const isOfCart = saysCart(piece) || before?.intent === "cart" || cartChanges.has(before?.intent ?? "unknown")
  const isLost = isUnnamed && wish.product === null && !isWhole
  return isGuess || isLost
    ? { ...wish, product: null, intent: isOfCart || !(isWhole || isLost) ? wish.intent : "cart" }
    : wish
}

/** Fills unset slots of a binding wish from the same wish in the message before. */
const withBefore = (wish: Wish, { before }: ClauseContext): Wish =>
  binding.has(wish.intent) && before?.intent === wish.intent && sameOrBlank(wish.order, before.order)
    ? completed(wish, before)
    : wish

/** Amendments of a wish by the rest of the message and by the history, in the order applied. */
const amendments: ReadonlyArray<(wish: Wish, here: ClauseContext) => Wish> = [
  withoutGuess,
  withAddress,
  withCode,
  withBefore,
  withContent,
  withCompared,
  (wish, { piece }) => withRest(wish, piece)
]

/** Places a wish among those before it; returns `undefined` to pass it on to the next. */
type Place = (wish: Wish, state: State, here: ClauseContext) => State | undefined

/** Places a search without an object: it is for what was mentioned, or refines the search before. */
const asVagueSearch: Place = (wish, state, here) => {
  const { before, label, piece } = here
  const { mentions, wishes } = state
  const [said, earlier] = [wishes.at(-1), wishes.at(-1) ?? before]
  if (label !== "find_products" || isThing(piece) || piece.brand !== undefined || piece.category !== null) {
    return undefined
  }
  // "something like it, but under 100"
  if (said?.intent === "similar_products") {
    return replaceLast(state, here, { ...said, filters: { ...refine(said, piece), query: null } })
  }
  const place = said?.intent === "find_products" ? replaceLast : add
  return earlier !== undefined && (earlier.intent === "find_products" || ofProduct.has(earlier.intent))
    ? place(state, here, { ...wish, filters: refine(earlier, piece), fromHistory: said === undefined })
    : mentions.product === null
      ? undefined
      : place(state, here, { ...wish, filters: { ...wish.filters, query: mentions.product } })
}

/** Merges a wish that repeats or extends the one before. */
const asMore: Place = (wish, state, here) => {
  // "apply it: HELLO10"
  if (here.previous?.intent === "apply_coupon" && here.previous.code === null && wish.code !== null) {
    return replaceLast(state, here, { ...here.previous, code: wish.code })
  }
  const same = here.previous ?? (binding.has(here.label) ? state.wishes.at(-1) : undefined)
  return same !== undefined && isMoreOf(wish, same)
    ? replaceLast(state, here, moreOf(wish, same, here.piece))
    : undefined
}

/** Returns the products meant by "them": those just calculated, or list entries picked in the same sentence. */
const severalOf = ({ quantity }: Wish, { before, focus, piece, pieces }: ClauseContext): ReadonlyArray<WantedItem> => {
  const isBeside = (other: ReadClause) =>
    other.sentence === piece.sentence && !other.text.startsWith("not ") && (other === piece || !isAsked(other))
  const said = pieces.filter(isBeside).flatMap(({ tokens }) => tokens)
  const picked = pickAll(said, focus)
  const collected = before !== undefined && collecting.has(before.intent) ? before.items : []
  const isOfBoth = hasPluralReference(piece, focus) && focus.items.length < 4
  const names = picked.length === 0 && isOfBoth ? lastMentioned(focus) : picked.map(({ name }) => name)
  const items = names.map((name) => ({ product: namedBefore(name), quantity: quantity === 1 ? 1 : null }))
  return collected.length > 0 ? collected : items
}

/** Adds several products: "ok, put them in my cart" after what they would cost, "one of each" of a list. */
const asSeveral: Place = (wish, state, here) => {
  if (here.label !== "add_to_cart" || here.pieces.some(({ named }) => named.length > 0)) {
    return undefined
  }
  const goods = severalOf(wish, here)
  return goods.length < 2 && hasPluralReference(here.piece, here.focus)
    ? add(state, here, { ...wish, product: null })
    : goods.length > 0
      ? goods.reduce((known, item) => add(known, here, { ...wish, ...item, fromHistory: true }), state)
      : undefined
}

/** Puts the code and the address of the same clause before the checkout: "check out with HELLO10". */
const withCart = (state: State, here: ClauseContext, checkout: Wish): State => {
  const { address, codes, text } = here.piece
  const [code] = codes
  const coupon = { ...wishOf("apply_coupon", ""), code: code ?? null }
  const shipping = { ...wishOf("shipping_address", ""), address }
  const isAddressed = address !== null && address.street !== null && !onlyTellsAddress(text)
  const sent = isAddressed ? add(state, here, shipping) : state
  return add(code === undefined ? sent : add(sent, here, coupon, 1), here, checkout)
}

/** Adds a checkout behind what its clause says about the cart. */
const asCheckout: Place = (wish, state, here) => (here.label === "checkout" ? withCart(state, here, wish) : undefined)

const places: ReadonlyArray<Place> = [asVagueSearch, asMore, asSeveral, asCheckout]

/** Returns the intent in context: an address may be an order's, and a valid code is applied to the cart. */
const intentOf = (state: State, here: ClauseContext): Label => {
  const { before, label, piece } = here
  // "great, add it", after a code proved valid; "check out, and coupon TEN"
  const isFound = label === "add_to_cart" && before?.intent === "validate_coupon" && !isThing(piece)
  const isOfOrdered = label === "validate_coupon" && state.wishes.at(-1)?.intent === "checkout"
  const isOfCode = isFound || (isOfOrdered && piece.codes.length > 0)
  // "I'll take two", after the price was told
  const isBought = label === "update_cart" && asksOfProduct.has(before?.intent ?? "unknown") && !isThing(piece)
  return isOfOrder(state, here) ? "change_address" : isOfCode ? "apply_coupon" : isBought ? "add_to_cart" : label
}

/** Reads a clause that wants something. */
export const wanted: Rule = (state, said) => {
  const label = intentOf(state, said)
  if (!isIntent(label)) {
    return undefined
  }
  const here: ClauseContext = { ...said, label }
  const filled = fill(label, here.piece, here, state.mentions)
  const wish = amendments.reduce((known, amend) => amend(known, here), filled)
  // The content to remember had been read as a wish of its own.
  const isSaidBefore = filled.memory?.content !== wish.memory?.content
  if (isSaidBefore && state.last !== null && state.last.tokens === here.left?.tokens) {
    return add({ ...state, wishes: state.wishes.slice(0, -1) }, here, wish)
  }
  for (const place of places) {
    const next = place(wish, state, here)
    if (next !== undefined) {
      return next
    }
  }
  return add(state, here, wish)
}
