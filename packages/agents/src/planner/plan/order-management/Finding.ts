import { OrderStatus } from "@storefront/domain/Orders"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { DateTime } from "effect"
import { type OrderReference, type Wish } from "../../Wish.ts"
import { pickProduct, type Resolution, settle } from "../Picking.ts"
import { type FoundOrder, orderPage, resolveOrder, withDate } from "../References.ts"
import { each, instead, type Steps } from "../Steps.ts"
import { detailsOf, noOrder } from "./Orders.ts"

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

/** The customer's orders in some statuses, newest first, and how many there are in all. */
export function* ordersIn(statuses: ReadonlyArray<OrderStatus | null>, limit: number = mostRows) {
  const pages = yield* each(statuses, (status) => orderPage(limit, status))
  return {
    orders: pages
      .flatMap(({ orders }) => orders)
      .toSorted((a, b) => DateTime.Order(b.created_at, a.created_at))
      .map(withDate),
    count: pages.reduce((sum, { total_count }) => sum + total_count, 0)
  }
}

/** The orders that hold a product: every word of its name has to fit, for what is done to an order stays done. */
function* holding(
  product: string,
  candidates: ReadonlyArray<FoundOrder>,
  most: number
): Steps<ReadonlyArray<FoundOrder>> {
  const words = contentWords(product)
  const found: Array<FoundOrder> = []
  for (const order of candidates) {
    const { items } = yield* detailsOf(order.order_id)
    const fits = (item: (typeof items)[number]) => words.every((word) => pickProduct(word, [item])._tag === "Found")
    if (words.length > 0 && items.some(fits)) {
      found.push(order)
    }
    if (found.length === most) {
      break
    }
  }
  return found
}

/** Which of several orders is looked at first: the one of the lowest number, the newest of equals; null is none. */
export type Rank = (order: FoundOrder) => number | null

export const newest: Rank = () => 0

const ranked = (orders: ReadonlyArray<FoundOrder>, rank: Rank): ReadonlyArray<FoundOrder> =>
  orders.toSorted((left, right) => (rank(left) ?? Infinity) - (rank(right) ?? Infinity))

/** The most orders that are opened when a product is all that is known of the order. */
const lookedThrough = 5

/** The first order by `rank` that holds a product; one without a rank is none. */
function* firstWith(product: string, rank: Rank): Steps<Resolution<FoundOrder>> {
  const { orders } = yield* ordersIn([null])
  const candidates = ranked(orders, rank).filter((order) => rank(order) !== null)
  return settle(yield* holding(product, candidates.slice(0, lookedThrough), 1))
}

/** The order that is meant; of several, the first one by `rank`. */
export function* orderMeant(turn: TurnView, reference: OrderReference | null, rank: Rank): Steps<FoundOrder> {
  const order = yield* reference?.kind === "product" ? firstWith(reference.name, rank) : resolveOrder(turn, reference)
  const candidates = order._tag === "Found" ? [order.value] : order._tag === "Several" ? order.candidates : []
  const [first] = ranked(candidates, rank)
  return first ?? (yield* instead(noOrder(reference)))
}

/** How many orders are opened to look for a product in all of them. */
const opened = 4

/**
 * Which of the orders in some statuses is meant. `Found` only if it is named so that there is no choice, or if exactly one
 * of them holds the product that names it. An order that is named stays that order, whatever its status.
 */
export function* meantAmong(
  turn: TurnView,
  reference: OrderReference | null,
  statuses: ReadonlyArray<OrderStatus>
): Steps<Resolution<FoundOrder>> {
  if (reference !== null && reference.kind !== "product") {
    const order = yield* resolveOrder(turn, reference)
    const isOpen = ({ status }: FoundOrder) => status === null || statuses.includes(status)
    return order._tag === "Several" ? { ...order, candidates: order.candidates.filter(isOpen) } : order
  }
  const { orders } = yield* ordersIn(statuses)
  const candidates = orders.filter(({ reason }) => reason === null)
  return reference === null || candidates.length > opened
    ? { _tag: "Several", candidates }
    : settle(yield* holding(reference.name, candidates, opened))
}
