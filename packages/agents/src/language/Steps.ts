import { type Label, likeliestOf } from "./Classifier.ts"
import { continued, fresh, type Scene } from "./Continuation.ts"
import { fill, filtersOf, type Mentions, needsOrder, needsProduct, noMentions, refine } from "./Filling.ts"
import { isBounded, type Piece } from "./Pieces.ts"
import { pick } from "./Selection.ts"
import { type Intent, intentOwner, plainWish, type Wish } from "./Wish.ts"

/** What was spoken of last; what a story tells on the way does not count. */
const noticed = ({ isRequest, main }: Piece, earlier: Mentions): string | null =>
  main !== undefined && (main.hasName || main.hasNoun) && (isRequest || earlier.product === null || main.isProper)
    ? main.written
    : earlier.product

/** What is known while the pieces of a message are read one by one. */
export interface State {
  readonly wishes: ReadonlyArray<Wish>
  /** What was spoken of so far. */
  readonly mentions: Mentions
  /** Labels of the pieces that were no wishes. */
  readonly asides: ReadonlyArray<Label>
  /** The piece before, when it was a wish. */
  readonly last: Piece | null
}

export const start: State = { wishes: [], mentions: noMentions, asides: [], last: null }

/** A message while it is read. */
interface Message extends Scene {
  readonly pieces: ReadonlyArray<Piece>
  /** How many of them ask for something of the shop. */
  readonly asked: number
  readonly message: string
}

/** A piece in its place. */
interface Here extends Message {
  readonly piece: Piece
  /** What the piece is taken for. */
  readonly label: Label
  /** Its words as written. */
  readonly text: string
  /** What was spoken of, the piece included. */
  readonly noted: Mentions
}

/** Reads one kind of piece; `undefined` passes it on to the next rule. */
type Rule = (state: State, here: Here) => State | undefined

const isIntent = (label: Label): label is Label & Intent => label in intentOwner

/** A specialist does something about it. */
export const isServed = ({ intent }: Wish): boolean => intentOwner[intent] !== null

/** Clauses that are no wish of their own. */
const silent: ReadonlySet<Label> = new Set<Label>([
  "context",
  "confirm",
  "decline",
  "greeting",
  "thanks",
  "goodbye",
  "smalltalk"
])

/** Complaints, which are wishes without asking. All else that is merely stated is a story when something is asked too. */
const stated: ReadonlySet<Label> = new Set<Label>([
  "track_order",
  "refund",
  "return",
  "change_order",
  "cancel_order",
  "cancel_question",
  "validate_coupon",
  "deals",
  ...silent
])

/** What has nothing to do with the shop's things. */
const foreign: ReadonlySet<Label> = new Set<Label>(["out_of_scope", "shop_info", "identity", "smalltalk"])

/** Below this a reading is a guess, which counts only when nothing else is understood. */
const guess = 0.35

/** Asks for something of the shop. */
export const isAsked = ({ isRequest, label, probability }: Piece): boolean =>
  isRequest && isIntent(label) && intentOwner[label] !== null && probability > 0.5

const isThing = ({ main }: Piece): boolean => main !== undefined && (main.hasName || main.hasNoun)

const isShop = (label: Label): label is Label & Intent => isIntent(label) && intentOwner[label] !== null

/** "what's in it" after an answer is about the shop, however it sounds by itself. */
const likeliest = ({ hasPronoun, isBare, label, main, reading }: Piece, isTalking: boolean): Label => {
  const goesOn = isTalking && hasPronoun && main === undefined
  const namesObject =
    !isBare && main !== undefined && (main.isProper || main.hasNoun || main.isIntroduced) && reading.probability < 0.75
  const other = foreign.has(label) && (goesOn || namesObject) ? likeliestOf(reading, isShop) : undefined
  return other !== undefined && reading.of(other) > (goesOn ? 0.08 : 0.12) ? other : label
}

const takenFor = (piece: Piece, asked: number, isTalking: boolean): Label => {
  const others = asked > (isAsked(piece) ? 1 : 0)
  const isTold = !piece.isRequest && !stated.has(piece.label)
  const isGuess = piece.probability < guess && !piece.isBare && piece.label !== "follow_up"
  return others && (isTold || isGuess) ? "context" : likeliest(piece, isTalking)
}

const mentionsOf = (wish: Wish, earlier: Mentions): Mentions => ({
  product: wish.product?.name ?? wish.filters.query ?? earlier.product,
  order: wish.order ?? earlier.order,
  region: wish.region ?? earlier.region,
  category: wish.filters.category ?? earlier.category,
  code: wish.code ?? earlier.code,
  amount: wish.amount ?? earlier.amount,
  quantity: wish.quantity ?? earlier.quantity,
  maxPrice: wish.filters.maxPrice === null ? earlier.maxPrice : null
})

const add = (state: State, { piece, text }: Here, wish: Wish): State => ({
  ...state,
  wishes: [...state.wishes, { ...wish, text }],
  mentions: mentionsOf(wish, state.mentions),
  last: piece
})

const withLast = (wishes: ReadonlyArray<Wish>, wish: Wish): ReadonlyArray<Wish> => [...wishes.slice(0, -1), wish]

const replaceLast = (state: State, { piece, text }: Here, wish: Wish): State => ({
  ...state,
  wishes: withLast(state.wishes, { ...wish, text: `${wish.text}, ${text}` }),
  mentions: mentionsOf(wish, state.mentions),
  last: piece
})

const pass = (state: State, { label, noted }: Here): State => ({
  ...state,
  mentions: noted,
  asides: [...state.asides, label],
  last: null
})

/** The wish right before the piece, in the same message. */
const previousOf = (state: State): Wish | undefined => {
  const previous = state.wishes.at(-1)
  return previous !== undefined && state.last !== null && isServed(previous) ? previous : undefined
}

const wordsOf = ({ tokens }: Piece): string =>
  tokens
    .filter(({ kind }) => kind !== "mark")
    .map(({ word }) => word)
    .join(" ")

/** "the cheapest of those, is it in stock?": says only which one the next piece is about. */
const selector: Rule = (state, { focus, label, piece, pieces }) => {
  const mayPick = piece.isBare || label === "follow_up" || label === "find_products"
  const picked = mayPick && piece.main === undefined && pieces.at(-1) !== piece ? pick(piece.tokens, focus) : undefined
  if (picked === undefined || !/(?:^| )of (?:those|them|these|the)(?: |$)|one$/.test(wordsOf(piece))) {
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

/** A bare phrase that is a wish of its own: "my last orders", "reviews". */
const isClear = ({ probability }: Piece, label: Label): boolean =>
  isShop(label) && label !== "product_details" && label !== "find_products" && probability > 0.7

/** A fragment after a wish of the same message: "and under 50", "and the Nordvind", "to Texas". */
const fragment: Rule = (state, here) => {
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
    const isShared =
      filters.maxPrice !== null && previous.filters.maxPrice === null && previous.filters.minPrice === null
    const earlier = isShared
      ? {
          ...state,
          wishes: withLast(state.wishes, { ...previous, filters: { ...previous.filters, maxPrice: filters.maxPrice } })
        }
      : state
    return add(earlier, here, { ...plainWish("find_products", ""), filters })
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
  const isMore =
    next.intent === previous.intent &&
    (main === undefined || previous.product === null) &&
    piece.region !== null &&
    previous.region === null
  return isMore
    ? replaceLast(state, here, { ...previous, ...next, text: previous.text, fromHistory: previous.fromHistory })
    : add(state, here, { ...next, fromHistory: previous.fromHistory })
}

const startsLikeContinuation =
  /^(?:and|what about|how about|same|also|or|but|for|only|just|then|what of|ok and|okay and|hm and|or maybe|maybe)(?: |$)/

/** A fragment that goes on with what was asked in the message before: "and in sports?", "the second one". */
const followUp: Rule = (state, here) => {
  const { focus, label, noted, piece } = here
  const before = focus.wishes.at(-1)
  const goesOn = piece.isBare && (piece.isLinked || startsLikeContinuation.test(wordsOf(piece)))
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

/** "yes, do it" after a question about cancelling. */
const confirmation: Rule = (state, here) => {
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
const aside: Rule = (state, here) => {
  if (!silent.has(here.label) && isIntent(here.label)) {
    return undefined
  }
  const previous = state.wishes.at(-1)
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

/** A clause that wants something. */
const wanted: Rule = (state, here) => {
  const { focus, label, piece } = here
  if (!isIntent(label)) {
    return undefined
  }
  const intent = inTopic(label, here, state)
  const wish = fill(intent, piece, here, state.mentions)
  const previous = previousOf(state)
  const before = focus.wishes.at(-1)
  if (
    intent === "find_products" &&
    piece.brand === undefined &&
    piece.category === null &&
    wish.filters.query === null
  ) {
    const earlier = state.wishes.at(-1) ?? before
    if (earlier !== undefined && (earlier.intent === "find_products" || needsProduct(earlier.intent))) {
      if (piece.hasPronoun || refersBack.test(piece.text)) {
        return add(state, here, { ...wish, filters: refine(earlier, piece), fromHistory: previous === undefined })
      }
    }
    if (previous?.intent === "stock" && piece.bounds.inStock === true) {
      return state
    }
    if (state.mentions.product !== null) {
      return add(state, here, { ...wish, filters: { ...wish.filters, query: state.mentions.product } })
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

/** Only leads to the question: "I was thinking of that vacuum, do you have any?" */
const leadsTo = (text: string): boolean =>
  /(?:^| )(?:think|thinking|consider|eye|eyeing|look up|find|see|notice|read about|hear of|hear about)(?: |$)/.test(
    text
  )

/** "the people who have it": a noun with a clause, which says nothing. */
const relative = /^(?:the|those|my|your|a) (?:\S+ ){1,2}(?:who|that|which|i|we) /

/** The wishes before the last one, without the one that only led to it. */
const withoutLead = (before: State, after: State): State => {
  const [lead, wish] = [before.wishes.at(-1), after.wishes.at(-1)]
  const isLead =
    after.wishes.length > before.wishes.length &&
    lead !== undefined &&
    wish !== undefined &&
    wish.product !== null &&
    (lead.intent === "find_products" || lead.intent === "product_details") &&
    wish.intent !== lead.intent &&
    before.last?.main?.isDefinite === true &&
    !isBounded(before.last) &&
    (leadsTo(before.last.text) || (before.last.isBare && !before.last.isLinked) || relative.test(before.last.text)) &&
    after.last?.main === undefined &&
    (lead.product?.name ?? lead.filters.query) === wish.product.name
  return isLead ? { ...after, wishes: [...before.wishes.slice(0, -1), wish] } : after
}

/** "price and availability of the K87": what is named last belongs to the wish before, too. */
const withSharedObject = (before: State, after: State): State => {
  const [earlier, wish] = [before.wishes.at(-1), after.wishes.at(-1)]
  const lacks =
    after.wishes.length > before.wishes.length &&
    earlier !== undefined &&
    wish?.product?.source === "message" &&
    needsProduct(earlier.intent) &&
    earlier.product?.source !== "message" &&
    before.last !== null &&
    before.last.main === undefined &&
    !before.last.hasPronoun &&
    after.last?.main !== undefined &&
    before.last.sentence === after.last.sentence
  return lacks
    ? {
        ...after,
        wishes: [...before.wishes.slice(0, -1), { ...earlier, product: wish.product, fromHistory: false }, wish]
      }
    : after
}

const rules: ReadonlyArray<Rule> = [selector, fragment, followUp, confirmation, aside, wanted]

/** Reads the next piece of a message. */
export const step =
  (message: Message) =>
  (state: State, piece: Piece): State => {
    const [first, last] = [piece.tokens[0], piece.tokens.at(-1)]
    const here: Here = {
      ...message,
      piece,
      label: takenFor(piece, message.asked, message.focus.wishes.length > 0 || state.wishes.length > 0),
      text: message.message.slice(first?.start ?? 0, last?.end ?? 0),
      noted: {
        ...state.mentions,
        region: piece.region ?? state.mentions.region,
        product: noticed(piece, state.mentions),
        order: piece.order.reference ?? state.mentions.order,
        maxPrice: piece.bounds.maxPrice ?? state.mentions.maxPrice,
        quantity: isThing(piece) ? (piece.bounds.quantity ?? state.mentions.quantity) : state.mentions.quantity
      }
    }
    for (const rule of rules) {
      const next = rule(state, here)
      if (next !== undefined) {
        return withSharedObject(state, withoutLead(state, next))
      }
    }
    return pass(state, here)
  }
