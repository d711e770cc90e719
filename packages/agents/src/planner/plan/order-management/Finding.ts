import { contentWords } from "@storefront/domain/rules/SearchWords"
import { getOrderDetails } from "@storefront/domain/tools/OrderTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { OrderStatus } from "@storefront/domain/Orders"
import { allows, call, type Calls } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { DateTime } from "effect"
import {
  type FoundOrder,
  orderPage,
  pickProduct,
  type Resolution,
  resolveOrder,
  settle,
  withDate
} from "../References.ts"
import { type OrderReference, type Wish } from "../../Wish.ts"
import { type AnswerPart, notAvailable, spoken, told } from "../AnswerParts.ts"
import * as Wording from "./Wording.ts"

/** How many orders are opened to look for a product in them. */
const opened = 4

const said =
  /\b(?:confirmed|shipped|delivered|received|cancell?ed|returned)(?= (?:order|one|purchase|parcel|package)s?\b)/iu

/** The status that is said of an order: "my last delivered order". "Placed" is none: every order was placed once. */
const statusSaid = ({ text }: Wish): OrderStatus | undefined => {
  const word = said.exec(text)?.[0].toLowerCase()
  return word === "received"
    ? "delivered"
    : word === "canceled"
      ? "cancelled"
      : OrderStatus.literals.find((status) => status === word)
}

/**
 * The order that is pointed at; a status points when nothing else does. One of several, or one in a status, is one in
 * the status that is said of it: "send back my last delivered order" is not about a returned one.
 */
export const referenceOf = (wish: Wish): OrderReference | null => {
  const { order, orderStatus } = wish
  const status = statusSaid(wish)
  return order === null
    ? orderStatus === null
      ? null
      : { kind: "status", status: status ?? orderStatus }
    : status !== undefined && (order.kind === "position" || order.kind === "status")
      ? { ...order, kind: "status", status }
      : order
}

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/giu

/** The same, but a bare id or a product may name the order too. */
export const referenceByProduct = (wish: Wish): OrderReference | null => {
  const [id, other] = wish.order === null ? (wish.text.match(uuid) ?? []) : []
  return id !== undefined && other === undefined
    ? { kind: "id", id: id.toLowerCase() }
    : (referenceOf(wish) ?? (wish.product === null ? null : { kind: "product", name: wish.product.name }))
}

/**
 * Whether nothing has to be asked or looked for. Then even a tool that the role may not use is called, so that the
 * refusal is on record.
 */
export const isPointed = (reference: OrderReference | null): boolean =>
  reference !== null && reference.kind !== "product"

/** Which of several orders is looked at: the newest one, or what the caller prefers. */
export type Preference = (candidates: ReadonlyArray<FoundOrder>) => FoundOrder | undefined

export const newest: Preference = (candidates) => candidates[0]

/** Tells something about the order that is meant; of several, the preferred one. */
export function* aboutOrder(
  turn: TurnView,
  reference: OrderReference | null,
  preference: Preference,
  tell: (order: FoundOrder) => AnswerPart
): AnswerPart {
  const order = yield* resolveOrder(turn, reference)
  switch (order._tag) {
    case "Found":
      return yield* tell(order.value)
    case "Several": {
      const preferred = preference(order.candidates)
      return preferred === undefined ? Wording.noOrder(reference) : yield* tell(preferred)
    }
    case "None":
      return Wording.noOrder(reference)
    case "Failed":
      return notAvailable("your orders")
  }
}

/** Before a tool that writes: it takes an order that a tool has found, not one that only the context or an answer knows. */
export function* lookUp(turn: TurnView, tool: Parameters<typeof allows>[0], orderId: string): Calls<void> {
  if (allows(tool, turn)) {
    yield* call(getOrderDetails, { order_id: orderId })
  }
}

/** The customer's orders in some statuses, newest first. */
export function* ordersIn(statuses: ReadonlyArray<OrderStatus>): Calls<ReadonlyArray<ListedOrder> | ToolFailure> {
  const found = []
  for (const status of statuses) {
    const page = yield* orderPage(mostRows, status)
    if (page instanceof ToolFailure) {
      return page
    }
    found.push(...page.orders)
  }
  return found.toSorted((a, b) => DateTime.Order(b.created_at, a.created_at)).map(withDate)
}

/** An order of a list. */
export interface ListedOrder extends FoundOrder {
  /** Why it was returned, or is to be; null without a return. */
  readonly reason: string | null
}

/** The orders that hold a product: every word of its name has to fit, for what is done to an order stays done. */
function* holding<Order extends FoundOrder>(
  product: string,
  candidates: ReadonlyArray<Order>
): Calls<ReadonlyArray<Order> | ToolFailure> {
  const words = contentWords(product)
  const holding: Array<Order> = []
  for (const order of candidates) {
    const details = yield* call(getOrderDetails, { order_id: order.order_id })
    if (details instanceof ToolFailure) {
      return details
    }
    const fits = (item: (typeof details.items)[number]) =>
      words.every((word) => pickProduct(word, [item])._tag === "Found")
    if (words.length > 0 && details.items.some(fits)) {
      holding.push(order)
    }
  }
  return holding
}

/** The most orders that are opened to look something up when a product is all that is known of the order. */
const lookedThrough = 5

/**
 * Tells something about the order that is meant. Of those that hold a product it is the first one by `rank`, the newest
 * of equals; null takes an order out.
 */
export function* aboutFitting(
  turn: TurnView,
  reference: OrderReference | null,
  preference: Preference,
  rank: (order: ListedOrder) => number | null,
  tell: (order: FoundOrder) => AnswerPart
): AnswerPart {
  if (reference?.kind !== "product") {
    return yield* aboutOrder(turn, reference, preference, tell)
  }
  const page = yield* orderPage(mostRows, null)
  if (page instanceof ToolFailure) {
    return notAvailable("your orders")
  }
  const ranked = page.orders
    .map(withDate)
    .flatMap((order) => {
      const place = rank(order)
      return place === null ? [] : [{ order, place }]
    })
    .toSorted((left, right) => left.place - right.place)
  for (const { order } of ranked.slice(0, lookedThrough)) {
    const holds = yield* holding(reference.name, [order])
    if (holds instanceof ToolFailure) {
      return notAvailable("your orders")
    }
    if (holds.length > 0) {
      return yield* tell(order)
    }
  }
  return Wording.noOrder(reference)
}

/**
 * Which of the orders in some statuses is meant. `Found` only if it is named so that there is no choice, or if exactly one
 * of them holds the product that names it. An order that is named stays that order, whatever its status.
 */
export function* meantAmong(
  turn: TurnView,
  reference: OrderReference | null,
  statuses: ReadonlyArray<OrderStatus>
): Calls<Resolution<FoundOrder>> {
  if (reference !== null && reference.kind !== "product") {
    const order = yield* resolveOrder(turn, reference)
    const isOpen = ({ status }: FoundOrder) => status === null || statuses.includes(status)
    return order._tag === "Several" ? { ...order, candidates: order.candidates.filter(isOpen) } : order
  }
  const listed = yield* ordersIn(statuses)
  if (listed instanceof ToolFailure) {
    return { _tag: "Failed", failure: listed }
  }
  const candidates = listed.filter(({ reason }) => reason === null)
  if (reference === null || candidates.length > opened) {
    return { _tag: "Several", candidates }
  }
  const meant = yield* holding(reference.name, candidates)
  return meant instanceof ToolFailure ? { _tag: "Failed", failure: meant } : settle(meant)
}

/** Does something to the order that is meant, or says why not; a choice, which may be empty, is for the customer to make. */
export function* aboutMeant(
  reference: OrderReference | null,
  meant: Resolution<FoundOrder>,
  say: {
    readonly one: (order: FoundOrder) => AnswerPart
    readonly choice: (candidates: ReadonlyArray<FoundOrder>) => AnswerPart | string
    readonly noneHolds: (product: string) => string
  }
): AnswerPart {
  switch (meant._tag) {
    case "Found":
      return yield* say.one(meant.value)
    case "Several":
      return yield* spoken(say.choice(meant.candidates))
    case "None":
      return reference?.kind === "product" ? say.noneHolds(reference.name) : Wording.noOrder(reference)
    case "Failed":
      return notAvailable("your orders")
  }
}

/** Puts what is known of an order into words. */
export const withDetails = (orderId: string, word: (order: Wording.Details) => string): AnswerPart =>
  told(call(getOrderDetails, { order_id: orderId }), (failure) => unreadable(failure, orderId), word)

/** Why nothing can be told about an order. */
export const unreadable = (failure: ToolFailure, orderId: string): string =>
  failure.error === "not_found" || failure.error === "invalid_argument"
    ? Wording.missing(orderId)
    : notAvailable(`order ${orderId}`)
