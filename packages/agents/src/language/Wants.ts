import { mergeAddresses } from "./Address.ts"
import { type Label } from "./Classifier.ts"
import { fill, needsOrder, needsProduct, refine } from "./Filling.ts"
import { readRemembered } from "./Memory.ts"
import { completed, saysYes } from "./Pending.ts"
import { type Piece } from "./Pieces.ts"
import { readReason, readRefundMethod } from "./RefundSlots.ts"
import { readSpeed } from "./Speed.ts"
import { isAsked, isIntent, isThing, silent } from "./Roles.ts"
import { writing } from "./Slots.ts"
import { add, type Here, pass, previousOf, replaceLast, type Rule, type State, withLast, wordsOf } from "./State.ts"
import { type Intent, plainWish, type Wish } from "./Wish.ts"

/** How an order shall be sent or a return be paid, which belongs to a yes. */
const refines =
  /^(?:(?:but|and|with|for|as|by|via|to|use|make it|please|then) )*(?:express|overnight|standard|store credit|original|note|a note|(?:the )?(?:fast|quick|cheap)\S*)(?: |$)/

/** Wishes for which a statement right behind them gives the reason. */
const reasoned: ReadonlySet<Intent> = new Set<Intent>(["cancel_order", "return", "return_eligibility", "refund"])

/** "yes please, it's broken" */
const withReason = (wish: Wish, { said }: Piece): Wish =>
  reasoned.has(wish.intent) ? { ...wish, reason: wish.reason ?? readReason(said) } : wish

/** "yes, do it" after a question of ours. */
export const confirmation: Rule = (state, here) => {
  const { focus, pending, piece, pieces } = here
  if (here.label !== "confirm" && !(pending.length > 0 && saysYes(piece.said))) {
    return undefined
  }
  const agreed = new Set(pending.map(({ intent }) => intent))
  const isAlone =
    state.wishes.length === 0 &&
    pieces.every(
      (other) =>
        other === piece ||
        silent.has(other.label) ||
        other.label === "follow_up" ||
        refines.test(other.text) ||
        (isIntent(other.label) && agreed.has(other.label))
    ) &&
    !pieces.some(({ label }) => label === "decline")
  if (isAlone && pending.length > 0) {
    return pending.reduce((known, wish) => add(known, here, withReason(wish, piece)), state)
  }
  const before = focus.wishes.at(-1)
  const isPending = before?.intent === "cancel_question" || before?.intent === "cancel_order"
  return isAlone && isPending
    ? add(state, here, { ...before, intent: "cancel_order", isExplicit: true, fromHistory: true })
    : pass(state, here)
}

/** What a reason may be taken for. */
const isStatement: ReadonlySet<Label> = new Set<Label>([
  "return",
  "sentiment",
  "product_details",
  "follow_up",
  "smalltalk",
  "update_cart",
  "find_products"
])

/** What is only told after a cancellation or a return is its reason. */
export const reasoning: Rule = (state, here) => {
  const previous = state.wishes.at(-1)
  const isTold =
    here.label === "context" ||
    (!here.piece.isRequest && isStatement.has(here.label) && state.last?.sentence === here.piece.sentence)
  const isReason = isTold && previous !== undefined && reasoned.has(previous.intent) && previous.reason === null
  return isReason
    ? { ...pass(state, here), wishes: withLast(state.wishes, { ...previous, reason: here.text }) }
    : undefined
}

/** What is no wish. */
export const aside: Rule = (state, here) => {
  if (!silent.has(here.label) && isIntent(here.label)) {
    return undefined
  }
  const previous = state.wishes.at(-1)
  const { amount } = here.piece.bounds
  if (previous?.intent === "validate_coupon" && previous.amount === null && amount !== null) {
    return { ...pass(state, here), wishes: withLast(state.wishes, { ...previous, amount }) }
  }
  return pass(state, here)
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

/** After these "what's in it" is the cart. */
const ofCart: ReadonlySet<Intent> = new Set<Intent>([
  "cart",
  "add_to_cart",
  "update_cart",
  "remove_from_cart",
  "apply_coupon",
  "remove_coupon",
  "checkout"
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
  if (!hasObject && before !== undefined && ofCart.has(before.intent) && intent === "order_details") {
    return "cart"
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

/** What a second clause adds to a wish that changes something. */
const moreOf = (wish: Wish, previous: Wish): Partial<Wish> => ({
  isExplicit: wish.isExplicit || previous.isExplicit,
  reason: previous.reason ?? wish.reason ?? (previous.isExplicit ? null : statedReason(wish, previous)),
  refundMethod: previous.refundMethod ?? wish.refundMethod,
  speed: previous.speed ?? wish.speed,
  note: previous.note ?? wish.note,
  address: mergeAddresses(previous.address, wish.address),
  memory: previous.memory ?? wish.memory,
  lowStockOnly: previous.lowStockOnly || wish.lowStockOnly,
  items: [...previous.items, ...wish.items]
})

/** "the jacket is too small, I want to send it back": the first clause tells why. */
const statedReason = (wish: Wish, previous: Wish): string | null =>
  previous.intent === "return" && wish.isExplicit ? previous.text.slice(0, 500) : null

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

const conditional = /^(?:(?:and|but|so) )?(?:if|when|once|before|after|unless|suppose|say)(?: |$)/

/** "compare the two and tell me which has better reviews": the same products. */
const withCompared = (wish: Wish, { wishes }: State): Wish => {
  const isOpen = isComparison(wish) && wish.product?.source !== "message" && wish.otherProducts.length === 0
  const earlier = wishes.findLast(isComparison)
  const isSame = wish.product === null || earlier?.product?.name === wish.product.name
  return earlier !== undefined && (isOpen || (isComparison(wish) && isSame && wish.otherProducts.length === 0))
    ? { ...wish, product: earlier.product, otherProducts: earlier.otherProducts }
    : wish
}

const isComparison = ({ intent }: Wish): boolean => intent === "compare_products" || intent === "compare_reviews"

/** "if I ordered now, …": only says when something else is asked for. */
const isCondition = ({ intent, isExplicit }: Wish, { asked, piece }: Here): boolean =>
  asked > (isAsked(piece) ? 1 : 0) &&
  !isExplicit &&
  ((writing.has(intent) && conditional.test(piece.text)) || owned.test(piece.text)) &&
  !consent.test(piece.text)

/** "If I bought two of them, …" */
const owned =
  /^(?:(?:and|but|so) )?(?:if|suppose|say|once|when) (?:i|we) (?:would |will |want to |were to )?(?:buy|order|get|take|purchase|have)(?: |$)/
/** "and if so, put one in my cart": agreed. */
const consent = /^(?:(?:and|but|so|then) )*if (?:so|yes|it be|they be|that be|possible|available)(?: |$)/

/** "my budget is 80, remember that": what shall be remembered was said right before. */
const withContent = (wish: Wish, { focus, piece, pieces }: Here): Wish => {
  const told = pieces[pieces.indexOf(piece) - 1]
  const remembered = focus.wishes.findLast(({ memory }) => memory !== null && memory.content !== null)
  if (wish.intent === "forget_preference" && wish.memory?.content === null && wish.otherId === null) {
    return { ...wish, memory: remembered?.memory ?? wish.memory }
  }
  const lacks = wish.intent === "remember_preference" && wish.memory?.content === null
  return lacks && told !== undefined && !told.said.includes("?") ? { ...wish, memory: readRemembered(told.said) } : wish
}

/** "with express shipping" after an order, "for store credit" after a return. */
export const refinement: Rule = (state, here) => {
  const words = wordsOf(here.piece)
  if (!refines.test(here.piece.text) || here.piece.named.length > 0) {
    return undefined
  }
  const refined = state.wishes.map((wish) =>
    wish.intent === "checkout"
      ? { ...wish, speed: readSpeed(words) ?? wish.speed }
      : wish.intent === "return"
        ? { ...wish, refundMethod: readRefundMethod(words) ?? wish.refundMethod }
        : wish
  )
  const open = here.pending.find(({ intent }) => intent === "checkout" || intent === "return")
  if (state.wishes.length === 0 && open !== undefined) {
    const [speed, refundMethod] = [readSpeed(words) ?? open.speed, readRefundMethod(words) ?? open.refundMethod]
    return add(state, here, { ...open, speed, refundMethod, isExplicit: false })
  }
  const isRefined = refined.some(({ intent }) => intent === "checkout" || intent === "return")
  return isRefined ? { ...state, wishes: refined } : undefined
}

/** "check out with HELLO10": the code and the address of the same clause come first. */
const withCart = (state: State, here: Here, checkout: Wish): State => {
  const { address, codes } = here.piece
  const [code] = codes
  const coupon = { ...plainWish("apply_coupon", ""), code: code ?? null, isExplicit: checkout.isExplicit }
  const shipping = { ...plainWish("shipping_address", ""), address, isExplicit: checkout.isExplicit }
  const addressed = (address?.street ?? null) === null ? state : add(state, here, shipping)
  return add(code === undefined ? addressed : add(addressed, here, coupon), here, checkout)
}

/** A clause that wants something. */
export const wanted: Rule = (state, here) => {
  const { focus, label, piece } = here
  if (!isIntent(label)) {
    return undefined
  }
  const intent = inTopic(label, here, state)
  const filled = fill(intent, piece, here, state.mentions)
  const wish = withCompared(
    withContent(
      filled.isExplicit
        ? completed(
            filled,
            here.pending.find((asked) => asked.intent === intent)
          )
        : filled,
      here
    ),
    state
  )
  if (isCondition(wish, here)) {
    return pass(state, here)
  }
  const isSaidBefore = filled.memory?.content === null && wish.intent === "remember_preference"
  if (isSaidBefore && state.last !== null && state.last === here.pieces[here.pieces.indexOf(piece) - 1]) {
    return add({ ...state, wishes: state.wishes.slice(0, -1) }, here, wish)
  }
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
      ...moreOf(wish, previous),
      filters: intent === "find_products" ? refine(previous, piece) : previous.filters
    })
  }
  if (intent === "checkout") {
    return withCart(state, here, wish)
  }
  const isShort = piece.tokens.length <= 6 && before?.intent === "validate_coupon"
  return add(
    state,
    here,
    intent === "validate_coupon" && isShort ? { ...wish, amount: wish.amount ?? before.amount } : wish
  )
}
