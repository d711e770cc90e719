import { readDiscarding } from "../classify/Cancellation.ts"
import { type Label } from "../classify/Labels.ts"
import { type Piece } from "../classify/Piece.ts"
import { cartChanges, type Intent, needsOrder } from "../Intents.ts"
import { readSpeed } from "../slots/Slots.ts"
import { isThing, saysCart } from "../text/ClauseWords.ts"
import { wordsOf } from "../text/Tokens.ts"
import { type Wish } from "../Wish.ts"
import { type Here, type Message, type State } from "./State.ts"

/** What is spoken of, as far as it changes what words without an object mean. */
export type Subject = "cart" | "coupon" | "line" | "order" | "return" | "memory" | "sales"

const subjects: ReadonlyArray<readonly [subject: Subject, intents: ReadonlySet<Intent>]> = [
  // One product that went into the cart: "it" is the product.
  ["line", new Set<Intent>(["add_to_cart"])],
  ["cart", new Set<Intent>([...cartChanges, "cart", "checkout", "optimize_cart"])],
  ["return", new Set<Intent>(["return", "return_status", "refund", "return_eligibility"])],
  ["sales", new Set<Intent>(["seller_sales", "seller_orders"])],
  ["memory", new Set<Intent>(["remember_preference", "recall_preferences", "forget_preference"])]
]

const saysCoupon = /\b(?:coupon|code|voucher|discount)\b/i

const ofWish = (wish: Wish): Subject | null =>
  wish.intent === "cart" && saysCoupon.test(wish.text)
    ? "coupon"
    : (subjects.find(([, intents]) => intents.has(wish.intent))?.[0] ??
      (needsOrder(wish.intent) || wish.intent === "list_orders" ? "order" : null))

/** A question of ours is open: "scrap that" answers it, unless it was whether to cancel. */
const isAskedElse = (pending: ReadonlyArray<Wish>): boolean =>
  pending.length > 0 && !pending.some(({ intent }) => intent === "cancel_order")

/** What a piece speaks of: what the message asked for before it, an order it has named, else what was asked last. */
export const subjectOf = (state: State, { focus, pending }: Message): Subject | null => {
  const [here, before] = [state.wishes.at(-1), focus.wishes.at(-1)]
  if (here !== undefined) {
    return ofWish(here) ?? (state.mentions.order === null ? null : "order")
  }
  if (state.mentions.order !== null) {
    return "order"
  }
  const isPlaced = before?.intent === "checkout" && pending.length === 0 && focus.orderId !== null
  const subject = before === undefined ? null : isPlaced ? "order" : ofWish(before)
  return subject === "order" && isAskedElse(pending) ? null : subject
}

const lead =
  "(?:(?:and|so|but|then|ok|okay|well|great|good|perfect|fine|cool|right|yes|yeah|no|nah|now|please|just|actually|also|sorry|oh|hm|wait|hey|you know what|alright|let us|go ahead and|i want to|i would like to|can you|could you|would you|will you|you can|forget it) )*"
const it = "(?:it|them|that|this|those|these|all|everything|both|the (?:lot|thing|whole (?:thing|lot)|order|one))"
const trail =
  "(?: (?:all|too|again|now|please|then|for (?:i|me)|up|already|asap|altogether|straight away|right away|instead))*"

/** Takes something out of a cart, by verbs that say it only there: "lose the mouse", "drop the second one". */
const takesOut = new RegExp(
  `^${lead}(?:lose|drop|ditch|bin|kick|chuck|toss|scrap|skip|dump|get rid of|take|pull|cut|out with|no more|scratch|delete|remove|strike|bring)(?: (?:out|off|away))? (?:the|my|that|this|it|those|these|both|one of|all)(?: .*)?$`
)

/** "how much is it altogether", "what does that make", "the total now" */
const asksTotal =
  /(?:^| )(?:total|sum|altogether|all together|in all|all in|add up to|come to|subtotal|grand total|balance)(?: |$)|(?:^| )(?:how much|what)(?: \S+){0,2} (?:that|it|this|all|everything|i)(?: \S+){0,2} (?:now|make|pay|owe|come)(?: |$)/

/** The whole of what is spoken of is bought: "great, order it". */
const buysIt = new RegExp(
  `^${lead}(?:order|buy|purchase|get|take|send|ship|pay(?: for)?|ring|i will take|submit|place|book) ${it}${trail}$`
)
const forgets =
  /(?:^| )(?:forget|delete|erase|remove|scratch|scrap|drop|lose|ditch|bin|strike|unremember|wipe)(?: \S+){0,2} (?:it|that|this|them|one)(?: |$)/

const aboutIt: ReadonlySet<Label> = new Set<Label>([
  "product_details",
  "price_history",
  "order_details",
  "track_order",
  "follow_up",
  "cart",
  "smalltalk",
  "out_of_scope",
  "context",
  "deals",
  "find_products",
  "purchase_history"
])

/** Labels that "lose the mouse" and "drop it" may have by themselves. */
const looselySaid: ReadonlySet<Label> = new Set<Label>([
  ...aboutIt,
  "stock",
  "confirm",
  "decline",
  "add_to_cart",
  "cancel_order",
  "cancel_question",
  "list_orders",
  "remove_from_cart",
  "forget_preference",
  "trending"
])

const ofCart = (label: Label, piece: Piece, isLine: boolean): Label => {
  const { order, region, text } = piece
  const hasObject = isThing(piece) || region !== null || piece.codes.length > 0 || order.reference !== null
  if (hasObject) {
    return label
  }
  if (!isLine && buysIt.test(text) && (looselySaid.has(label) || label === "checkout")) {
    return "checkout"
  }
  if (label === "shipping_estimate" && readSpeed(wordsOf(piece.tokens)) !== null) {
    return "checkout"
  }
  return aboutIt.has(label) && asksTotal.test(text) ? "cart" : label
}

/** A coupon was spoken of: "get rid of it" is the coupon. */
const ofCoupon = (label: Label, piece: Piece): Label =>
  looselySaid.has(label) && !isThing(piece) && piece.hasPronoun && takesOut.test(piece.text) ? "remove_coupon" : label

/** Where something is, or whether it comes: of what was ordered, when orders are spoken of. */
const asksWhere =
  /^(?:(?:and|so|ok|but|also) )*(?:where|how about|what about)(?: be)? (?:the|my|that|those)(?: |$)|(?:^| )(?:be|have) (?:the|my|that|those) (?:\S+ ){1,4}(?:close|near|here|there|come|arrive|ship|leave|go|send|deliver|on (?:its|the) way)(?: |$)/
const whereabouts: ReadonlySet<Label> = new Set<Label>(["stock", "product_details", "follow_up", "find_products"])

const asksWhy = /(?:^| )(?:why|reason)(?: |$)/

const ofOrder = (label: Label, piece: Piece): Label => {
  if (aboutIt.has(label) && asksWhy.test(piece.text)) {
    return "order_details"
  }
  if (isThing(piece) && whereabouts.has(label) && asksWhere.test(piece.text)) {
    return "track_order"
  }
  const isOther = isThing(piece) || piece.codes.length > 0
  if (label === "shipping_address" && piece.address !== null && piece.hasPronoun && !saysCart(piece)) {
    return "change_address"
  }
  const discarding = isOther || !looselySaid.has(label) ? null : readDiscarding(piece.tokens)
  return discarding === "request" ? "cancel_order" : discarding === "question" ? "cancel_question" : label
}

const ofMemory = (label: Label, piece: Piece): Label =>
  looselySaid.has(label) && forgets.test(piece.text) ? "forget_preference" : label

const asksMoney = /(?:^| )(?:money|revenue|turnover|earn|make|bring in|take in|worth|dollar)(?: |$)/
const otherOrders = /(?:^| )(?:one|those|these|order|which|only)(?: |$)/

/** A seller goes on about what was sold: "which item brought in most of that?", "only the delivered ones". */
const ofSales = (label: Label, piece: Piece): Label =>
  (aboutIt.has(label) || label === "trending" || label === "list_orders" || label === "seller_orders") &&
  asksMoney.test(piece.text)
    ? "seller_sales"
    : label === "list_orders" && otherOrders.test(piece.text)
      ? "seller_orders"
      : label

/** What a piece is taken for where its words alone leave it open: "how much is it now?" after the cart is the cart. */
export const labelIn = (subject: Subject | null, label: Label, piece: Piece): Label => {
  switch (subject) {
    case "cart":
      return ofCart(label, piece, false)
    case "coupon":
      return ofCoupon(label, piece)
    case "line":
      return ofCart(label, piece, true)
    case "order":
      return ofOrder(label, piece)
    case "return":
      return label
    case "memory":
      return ofMemory(label, piece)
    case "sales":
      return ofSales(label, piece)
    case null:
      return label
  }
}

/** Intents about a product that mean an order when an order is spoken of. */
const ofOrders: Partial<Record<Intent, Intent>> = {
  product_details: "order_details",
  stock: "track_order",
  restock: "track_order",
  shipping_estimate: "track_order"
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
const cartIntents: ReadonlySet<Intent> = new Set<Intent>([
  "cart",
  "add_to_cart",
  "update_cart",
  "remove_from_cart",
  "apply_coupon",
  "remove_coupon",
  "checkout"
])

/** What a clause without an object means depends on what is spoken of: "where is it now" after an order is that order. */
export const inTopic = (intent: Intent, { focus, piece }: Here, { last, mentions, wishes }: State): Intent => {
  const before = wishes.at(-1) ?? focus.wishes.at(-1)
  const isOrder =
    before !== undefined && (needsOrder(before.intent) || before.intent === "list_orders") && mentions.product === null
  const hasObject = isThing(piece) || piece.region !== null || piece.codes.length > 0
  const isSameBreath = last !== null && last.sentence === piece.sentence
  if (!hasObject && isSameBreath && before?.intent === "shipping_estimate" && intent === "product_details") {
    return "shipping_estimate"
  }
  if (!hasObject && before?.intent === "validate_coupon" && piece.hasPronoun && ofCoupons.has(intent)) {
    return "validate_coupon"
  }
  if (!hasObject && before !== undefined && cartIntents.has(before.intent) && intent === "order_details") {
    return "cart"
  }
  return isOrder && !hasObject ? (ofOrders[intent] ?? intent) : intent
}
