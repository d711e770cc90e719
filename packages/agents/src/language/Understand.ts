import { type SpecialistName } from "@storefront/domain/Topology"
import { type TurnView } from "@storefront/server/model/Playbook"
import { split } from "./Clauses.ts"
import { fill, filtersOf, type Mentions, needsOrder, needsProduct, noMentions, productOf, refine } from "./Filling.ts"
import { after, type Focus, noFocus, remembered } from "./Focus.ts"
import { type Label } from "./Classifier.ts"
import { type Piece, readPiece } from "./Pieces.ts"
import { readReviewFilters } from "./ReviewSlots.ts"
import { pick } from "./Selection.ts"
import { tag } from "./Tags.ts"
import { tokenize } from "./Tokens.ts"
import { type Intent, intentOwner, plainWish, type Wish } from "./Wish.ts"

/** Messages are read up to here; nobody asks so much. */
const readCharacters = 8_000

/** Clauses that are no wish of their own. */
const silent = new Set<Label>(["context", "confirm", "decline", "greeting", "thanks", "goodbye", "smalltalk"])

/** Things people tell as a story: a statement of this kind is no wish when the message asks for something else. */
const tellable = new Set<Label>([
  "find_products",
  "product_details",
  "similar_products",
  "trending",
  "price_history",
  "list_orders",
  "order_details",
  "cart",
  "checkout",
  "reviews",
  "sentiment",
  "stock",
  "restock",
  "shipping_estimate",
  "loyalty",
  "profile",
  "identity",
  "capabilities",
  "shop_info",
  "out_of_scope",
  "bundles",
  "preferences",
  "return"
])

const isIntent = (label: Label): label is Label & Intent => label in intentOwner

/** What is known while the pieces of a message are read one by one. */
interface State {
  readonly wishes: ReadonlyArray<Wish>
  readonly mentions: Mentions
  /** Labels of the pieces that were no wishes. */
  readonly asides: ReadonlyArray<Label>
  /** The piece before, when it was a wish. */
  readonly last: Piece | null
}

const start: State = { wishes: [], mentions: noMentions, asides: [], last: null }

const isServed = (wish: Wish): boolean => intentOwner[wish.intent] !== null

/** What a wish leaves to be taken up by the next pieces. */
const mentionsOf = (wish: Wish, earlier: Mentions): Mentions => ({
  product: wish.product?.name ?? wish.filters.query ?? earlier.product,
  order: wish.order ?? earlier.order,
  region: wish.region ?? earlier.region,
  category: wish.filters.category ?? earlier.category,
  code: wish.code ?? earlier.code,
  amount: wish.amount ?? earlier.amount
})

const add = (state: State, piece: Piece, wish: Wish): State => ({
  ...state,
  wishes: [...state.wishes, wish],
  mentions: mentionsOf(wish, state.mentions),
  last: piece
})

const replaceLast = (state: State, piece: Piece, wish: Wish): State => ({
  ...state,
  wishes: [...state.wishes.slice(0, -1), wish],
  mentions: mentionsOf(wish, state.mentions),
  last: piece
})

const hasBounds = ({ bounds, brand, category }: Piece): boolean =>
  bounds.minPrice !== null ||
  bounds.maxPrice !== null ||
  bounds.minRating !== null ||
  bounds.sort !== null ||
  bounds.inStock !== null ||
  brand !== undefined ||
  category !== null

const reviewWords =
  /(?:^| )(?:verified|helpful|negative|positive|bad|worst|good|best|star|critical|recent|newest|latest|review|buyer)(?: |$)/

/** Asked for again with something new: the wish before in the light of a fragment. `undefined` when it adds nothing. */
const continued = (
  before: Wish,
  piece: Piece,
  focus: Focus,
  mentions: Mentions,
  recent: ReadonlyArray<string>
): Wish | undefined => {
  const { bounds, codes, main, order, region, text } = piece
  const base = { ...before, text: textOf(piece), fromHistory: true }
  const picked = pick(piece.tokens, focus)
  const named = main !== undefined && (main.hasName || main.hasNoun)
  const isOrderIntent = needsOrder(before.intent) || before.intent === "list_orders"
  if (isOrderIntent) {
    const reference = fill("order_details", piece, base.text, { ...focus, orderId: null }, noMentions, recent).order
    if (before.intent === "list_orders" && order.status !== null && picked === undefined) {
      return { ...base, orderStatus: order.status, order: null }
    }
    if (picked?.orderId !== undefined && picked.orderId !== null) {
      return {
        ...base,
        intent: before.intent === "list_orders" ? "order_details" : before.intent,
        order: { kind: "id", id: picked.orderId },
        orderStatus: null
      }
    }
    if (reference !== null) {
      return {
        ...base,
        intent: before.intent === "list_orders" ? "order_details" : before.intent,
        order: reference,
        orderStatus: null
      }
    }
    if (before.intent === "list_orders" && (bounds.limit !== null || bounds.days !== null)) {
      return { ...base, limit: bounds.limit ?? before.limit, days: bounds.days ?? before.days }
    }
    return undefined
  }
  if (codes.length > 0 || before.intent === "validate_coupon") {
    const amount = bounds.amount ?? bounds.maxPrice ?? bounds.minPrice
    return codes.length > 0 || amount !== null
      ? { ...base, intent: "validate_coupon", code: codes.at(-1) ?? before.code, amount: amount ?? before.amount }
      : undefined
  }
  if (
    region !== null &&
    (before.product !== null || before.intent === "shipping_estimate" || focus.product !== null) &&
    before.intent !== "stock"
  ) {
    const product =
      named || picked !== undefined
        ? productOf(piece, focus, mentions)
        : (before.product ?? productOf(piece, focus, mentions))
    return {
      ...base,
      intent: "shipping_estimate",
      region,
      product,
      quantity: bounds.quantity ?? (before.intent === "shipping_estimate" ? before.quantity : null)
    }
  }
  if ((before.intent === "reviews" || before.intent === "sentiment") && !named && reviewWords.test(text)) {
    const reviews = readReviewFilters(piece.tokens, new Set())
    return {
      ...base,
      intent: "reviews",
      reviews: { ...reviews, verifiedOnly: reviews.verifiedOnly || before.reviews.verifiedOnly }
    }
  }
  if (before.intent === "trending" || before.intent === "deals") {
    const { category } = piece
    if (picked !== undefined && picked.orderId === null) {
      return {
        ...plainWish("product_details", base.text),
        product: { name: picked.name, source: "history" },
        fromHistory: true
      }
    }
    if (category !== null || bounds.days !== null || bounds.limit !== null) {
      return {
        ...base,
        filters: { ...before.filters, category: category ?? before.filters.category },
        days: bounds.days ?? before.days,
        limit: bounds.limit ?? before.limit
      }
    }
    if (before.intent === "trending" && (hasBounds(piece) || named)) {
      return { ...plainWish("find_products", base.text), filters: refine(before, piece), fromHistory: true }
    }
    return undefined
  }
  if (before.intent === "find_products" || before.intent === "similar_products") {
    if (
      picked !== undefined &&
      picked.orderId === null &&
      !hasBounds({ ...piece, bounds: { ...bounds, sort: null } })
    ) {
      return {
        ...plainWish("product_details", base.text),
        product: { name: picked.name, source: "history" },
        fromHistory: true
      }
    }
    if (named && main.isDefinite && !main.isPlural) {
      return { ...plainWish("product_details", base.text), product: productOf(piece, focus, mentions) }
    }
    return {
      ...plainWish("find_products", base.text),
      filters: refine(before, piece),
      limit: bounds.limit ?? before.limit,
      fromHistory: true
    }
  }
  if (needsProduct(before.intent)) {
    if (hasBounds(piece) && !named && picked === undefined) {
      return { ...plainWish("find_products", base.text), filters: refine(before, piece), fromHistory: true }
    }
    if (main !== undefined || picked !== undefined) {
      const product = productOf(piece, focus, noMentions)
      return {
        ...base,
        product,
        reviews: before.reviews,
        quantity: bounds.quantity ?? before.quantity,
        region: region ?? before.region
      }
    }
    if (bounds.days !== null || bounds.quantity !== null || region !== null) {
      return {
        ...base,
        days: bounds.days ?? before.days,
        quantity: bounds.quantity ?? before.quantity,
        region: region ?? before.region
      }
    }
  }
  return undefined
}

const textOf = ({ tokens }: Piece): string => {
  const [first, last] = [tokens[0], tokens.at(-1)]
  return first === undefined || last === undefined ? "" : tokens.map(({ raw }) => raw).join(" ")
}

/** A bare phrase or fragment without a wish before it. */
const fresh = (
  piece: Piece,
  text: string,
  focus: Focus,
  mentions: Mentions,
  recent: ReadonlyArray<string>
): Wish | undefined => {
  if (piece.order.reference !== null && piece.main === undefined) {
    return fill("order_details", piece, text, focus, mentions, recent)
  }
  if (
    piece.main !== undefined &&
    (piece.main.hasName || (piece.main.hasNoun && piece.main.isDefinite && !piece.main.isPlural))
  ) {
    return fill("product_details", piece, text, focus, mentions, recent)
  }
  return piece.main?.hasNoun === true || hasBounds(piece) || (piece.isBare && piece.main !== undefined)
    ? { ...plainWish("find_products", text), filters: filtersOf(piece) }
    : undefined
}

const readMessage = (message: string, focus: Focus, recent: ReadonlyArray<string>): ReadonlyArray<Wish> => {
  const pieces = split(tag(tokenize(message.slice(0, readCharacters)))).map(readPiece)
  const asks = pieces.some(
    ({ isRequest, label, probability }) =>
      isRequest && isIntent(label) && intentOwner[label] !== null && probability > 0.4
  )
  const before = focus.wishes.at(-1)

  const step = (state: State, piece: Piece): State => {
    const text = textOf(piece)
    const told = !piece.isRequest && asks && tellable.has(piece.label)
    const label: Label = told ? "context" : piece.label
    const previous = state.wishes.at(-1)
    const joined = previous !== undefined && state.last !== null && isServed(previous)
    const noted: Mentions = {
      ...state.mentions,
      region: piece.region ?? state.mentions.region,
      product:
        piece.main !== undefined && (piece.main.hasName || piece.main.hasNoun)
          ? piece.main.text
          : state.mentions.product,
      order: piece.order.reference ?? state.mentions.order
    }

    // "the cheapest of those, is it in stock?"
    const picked =
      piece.isBare || label === "follow_up" || label === "find_products" ? pick(piece.tokens, focus) : undefined
    if (
      picked !== undefined &&
      piece.main === undefined &&
      pieces.at(-1) !== piece &&
      /(?:^| )of (?:those|them|these|the)(?: |$)|one$/.test(
        piece.tokens
          .filter(({ kind }) => kind !== "mark")
          .map(({ word }) => word)
          .join(" ")
      )
    ) {
      return {
        ...state,
        mentions: {
          ...state.mentions,
          product: picked.orderId === null ? picked.name : null,
          order: picked.orderId === null ? state.mentions.order : { kind: "id", id: picked.orderId }
        },
        last: null
      }
    }

    if (
      joined &&
      (piece.isBare ||
        label === "follow_up" ||
        (label === "context" && piece.isRequest && hasBounds(piece) && piece.main === undefined)) &&
      piece.codes.length === 0
    ) {
      // "is it in stock, the Nordvind?"
      if (
        needsProduct(previous.intent) &&
        piece.main !== undefined &&
        previous.product?.source !== "message" &&
        piece.clause.joiner === "comma" &&
        !state.last?.main
      ) {
        return replaceLast(state, piece, {
          ...previous,
          text: `${previous.text}, ${text}`,
          product: { name: piece.main.text, source: "message" },
          fromHistory: false
        })
      }
      // "her old cookbook, the Slow Pantry one"
      if (
        previous.product !== null &&
        piece.main !== undefined &&
        piece.clause.joiner === "comma" &&
        /(?:^| )one$/.test(piece.text)
      ) {
        return replaceLast(state, piece, {
          ...previous,
          text: `${previous.text}, ${text}`,
          product: { ...previous.product, name: `${piece.main.text} ${previous.product.name}` }
        })
      }
      if (previous.intent === "find_products" && piece.main === undefined) {
        return hasBounds(piece)
          ? replaceLast(state, piece, {
              ...previous,
              text: `${previous.text}, ${text}`,
              filters: refine(previous, piece)
            })
          : state
      }
      if (previous.intent === "find_products" && piece.main !== undefined) {
        const filters = filtersOf(piece)
        const shared =
          filters.maxPrice !== null &&
          previous.filters.maxPrice === null &&
          previous.filters.minPrice === null &&
          state.last?.isBare !== false
        const wishes = shared
          ? {
              ...state,
              wishes: [
                ...state.wishes.slice(0, -1),
                { ...previous, filters: { ...previous.filters, maxPrice: filters.maxPrice } }
              ]
            }
          : state
        return add(wishes, piece, {
          ...plainWish("find_products", text),
          filters: { ...filters, category: filters.category }
        })
      }
      if (previous.intent === "compare_products" && piece.main !== undefined) {
        return replaceLast(state, piece, {
          ...previous,
          text: `${previous.text} and ${text}`,
          ...(previous.product === null
            ? { product: { name: piece.main.text, source: "message" } }
            : { otherProducts: [...previous.otherProducts, { name: piece.main.text, source: "message" }] })
        })
      }
      const next = continued(previous, piece, { ...focus, orderId: focus.orderId }, noted, recent)
      if (next !== undefined) {
        const sameObject =
          next.intent === previous.intent &&
          (piece.main === undefined || previous.product === null) &&
          piece.region !== null &&
          previous.region === null
        return sameObject
          ? replaceLast(state, piece, {
              ...previous,
              ...next,
              text: `${previous.text}, ${text}`,
              fromHistory: previous.fromHistory
            })
          : add(state, piece, { ...next, fromHistory: previous.fromHistory })
      }
      return { ...state, mentions: noted }
    }

    if (
      label === "follow_up" ||
      (piece.isBare && piece.codes.length === 0 && piece.probability < 0.9 && !needsOrder(label as Intent))
    ) {
      const next =
        before === undefined || !isServed(before)
          ? undefined
          : label === "follow_up" ||
              (piece.clause.joiner === "start" && /^(?:and|what about|how about|same|also)/.test(piece.text))
            ? continued(before, piece, focus, noted, recent)
            : undefined
      const wish =
        next ??
        (isIntent(label) ? fill(label, piece, text, focus, noted, recent) : fresh(piece, text, focus, noted, recent))
      return wish === undefined
        ? { ...state, mentions: noted, asides: [...state.asides, label], last: null }
        : add(state, piece, { ...wish, text })
    }

    if (label === "confirm") {
      const pending =
        before !== undefined && (before.intent === "cancel_question" || before.intent === "cancel_order")
          ? before
          : undefined
      return pending !== undefined &&
        state.wishes.length === 0 &&
        pieces.every((other) => other === piece || silent.has(other.label))
        ? add(state, piece, { ...pending, intent: "cancel_order", text, fromHistory: true })
        : { ...state, asides: [...state.asides, label], last: null }
    }

    if (silent.has(label) || !isIntent(label)) {
      const reasoned = previous?.intent === "cancel_order" && label === "context" && previous.reason === null
      return {
        ...state,
        wishes: reasoned ? [...state.wishes.slice(0, -1), { ...previous, reason: text }] : state.wishes,
        mentions: noted,
        asides: [...state.asides, label],
        last: null
      }
    }

    const wish = fill(label, piece, text, focus, state.mentions, recent)
    if (
      label === "find_products" &&
      piece.main === undefined &&
      piece.brand === undefined &&
      before?.intent === "find_products" &&
      !joined &&
      (piece.hasPronoun || /(?:^| )(?:which|cheaper|cheapest|best|other|else|more)(?: |$)/.test(piece.text)) &&
      piece.category === null &&
      wish.filters.query === null
    ) {
      return add(state, piece, { ...wish, filters: refine(before, piece), fromHistory: true })
    }
    if (
      joined &&
      previous.intent === wish.intent &&
      (wish.product === null || previous.product === null || wish.product.name === previous.product.name) &&
      (wish.order === null || JSON.stringify(wish.order) === JSON.stringify(previous.order)) &&
      wish.code === previous.code &&
      (wish.region === null || previous.region === null || wish.region === previous.region) &&
      (wish.filters.query === null || previous.filters.query === null) &&
      wish.intent !== "list_orders"
    ) {
      return replaceLast(state, piece, {
        ...previous,
        text: `${previous.text}, ${text}`,
        region: wish.region ?? previous.region,
        quantity: wish.quantity ?? previous.quantity,
        filters: wish.intent === "find_products" ? refine(previous, piece) : previous.filters
      })
    }
    return add(state, piece, wish)
  }

  const { asides, wishes } = pieces.reduce(step, start)
  const served = wishes.filter(isServed)
  if (served.length > 0) {
    return served
  }
  if (wishes.length > 0) {
    return wishes
  }
  const talk = (["decline", "thanks", "goodbye", "greeting", "smalltalk"] as const).find((name) =>
    asides.includes(name)
  )
  return [
    plainWish(talk ?? (asides.includes("confirm") || asides.includes("context") ? "smalltalk" : "unknown"), message)
  ]
}

/**
 * Reads a message in the light of the history: one wish per thing asked for, in the order of the message, with pronouns
 * and ellipsis resolved. Never empty. Pure.
 */
export const understand = (turn: TurnView): ReadonlyArray<Wish> => {
  const recent = turn.context.recent_orders.map(({ order_id }) => order_id)
  let focus: Focus = noFocus
  let asked: ReadonlyArray<Wish> = []
  for (const { role, text } of remembered(turn.history)) {
    if (role === "user") {
      asked = readMessage(text, focus, recent).filter(isServed)
      focus = asked.length > 0 ? { ...focus, wishes: asked } : focus
    } else {
      focus = after(focus, asked, text)
    }
  }
  return readMessage(turn.message, focus, recent)
}

/** The wishes of a message that one specialist serves. */
export const wishesFor = (turn: TurnView, agent: SpecialistName): ReadonlyArray<Wish> =>
  understand(turn).filter(({ intent }) => intentOwner[intent] === agent)
