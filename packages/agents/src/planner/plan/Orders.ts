import { type Money } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { type ReturnStatus } from "@storefront/domain/Returns"
import { day, dayOf, list, money } from "@storefront/domain/Wording"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { getOrderDetails, getUserOrders } from "@storefront/domain/tools/OrderTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { DateTime } from "effect"
import { type OrderReference, type Wish } from "../Wish.ts"
import { isSameOrder, orderName } from "../text/OrderNames.ts"
import { uuid } from "../text/Tokens.ts"
import { departments } from "../text/WordLists.ts"
import { phrases, words } from "./Blocks.ts"
import { isCalled } from "./Picking.ts"
import { type Calls } from "../Playbook.ts"
import { type DialogueState, type Item } from "../DialogueState.ts"
import { call, each, instead, keep, known, mostAtOnce, sayingList, type Steps } from "./Steps.ts"

/** What is known of an order once it is resolved; null where only its id was given. */
export interface FoundOrder {
  readonly order_id: string
  readonly status: OrderStatus | null
  readonly total: Money | null
  /** `YYYY-MM-DD`. */
  readonly date: string | null
  /** The names of up to three products, and how many more there are; absent where only its id was given. */
  readonly products?: ReadonlyArray<string>
  readonly more_products?: number
  /** Why it was returned, or is to be; null without a return, absent where that was not looked up. */
  readonly reason?: string | null
}

type Holding = Pick<FoundOrder, "more_products" | "order_id" | "products">

const orderPage = (limit: number, status: OrderStatus | null) => known(call(getUserOrders, { limit, status }))

/** An order of a page, with its day. */
export const withDate = <Order extends { readonly created_at: DateTime.Utc }>(order: Order) => ({
  ...order,
  date: DateTime.formatIsoDateUtc(order.created_at)
})

/** The day so many days before another, both as `YYYY-MM-DD`. */
export const daysBefore = (today: string, days: number): string =>
  DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.unsafeMake(`${today}T00:00:00Z`), { days }))

/** A reference that does not name an order by what it holds. */
type Pointed = Exclude<OrderReference, { readonly kind: "product" }>

/** Those of some orders, newest first, that a reference points at. */
const pointedAt = <Order extends FoundOrder>(
  orders: ReadonlyArray<Order>,
  reference: Pointed,
  today: string
): ReadonlyArray<Order> => {
  switch (reference.kind) {
    case "id":
      return orders.filter(({ order_id }) => isSameOrder(order_id, reference.id))
    case "position":
      return orders.slice(reference.index, reference.index + 1)
    case "status": {
      const { index = null, status } = reference
      return orders.filter((order) => order.status === status).filter((_, place) => place === (index ?? place))
    }
    case "age": {
      const [first, last] = [daysBefore(today, reference.maxDays), daysBefore(today, reference.minDays)]
      return orders.filter(({ date }) => date !== null && date >= first && date <= last)
    }
    case "other":
      return orders.filter(({ order_id }) => !isSameOrder(order_id, reference.than))
  }
}

/** The id of the order that is meant, as far as it can be told without a tool. */
export const knownOrder = ({ context }: TurnView, order: OrderReference | null): string | undefined =>
  order?.kind === "id"
    ? order.id
    : order === null || order.kind === "product"
      ? undefined
      : pointedAt(context.recent_orders, order, context.today)[0]?.order_id

/** The orders a customer may mean, newest first: those of the context when they suffice, else by one call. */
function* resolveOrder({ context }: TurnView, reference: Pointed | null): Steps<ReadonlyArray<FoundOrder>> {
  const { recent_orders: recent, today } = context
  const recalled = reference === null ? recent : pointedAt(recent, reference, today)
  if (reference?.kind !== "status" && recalled.length > 0) {
    return recalled
  }
  if (reference?.kind === "id") {
    return [{ order_id: reference.id, status: null, total: null, date: null }]
  }
  const { orders } = yield* orderPage(mostRows, reference?.kind === "status" ? reference.status : null)
  const found = orders.map(withDate)
  return reference === null ? found.slice(0, 5) : pointedAt(found, reference, today)
}

/** Names the first product of an order and counts the others; empty where they are not known. */
const contents = ({ more_products: unnamed = 0, products: [first, ...others] = [] }: Holding): string => {
  const more = others.length + unnamed
  return first === undefined ? "" : `${first}${more === 0 ? "" : ` and ${more} more`}`
}

/** An order as the customer knows it: "order #BC9E-3DBF (Larkspur Dress and 2 more)". */
export const named = (order: Holding): string => {
  const goods = contents(order)
  return `order ${orderName(order.order_id)}${goods === "" ? "" : ` (${goods})`}`
}

/** An order of a list, by what it holds. */
export const orderItem = ({
  order_id,
  products = [],
  total = null
}: Pick<FoundOrder, "order_id" | "products"> & Partial<Pick<FoundOrder, "total">>): Item => ({
  name: list(products),
  orderId: order_id,
  price: total === null ? null : total / 100,
  rating: null
})

/** An order of a list to choose from. */
const orderLine = (order: FoundOrder): string => {
  const { date, order_id, status, total } = order
  const goods = contents(order)
  const head = phrases(
    `Order ${orderName(order_id)}`,
    date === null ? null : day(date),
    total === null ? null : money(total),
    status === null ? null : words(status)
  )
  return `${head}${goods === "" ? "" : `: ${goods}`}`
}

/** Says something that ends with a list of orders. */
export const sayingOrders = (lead: string, orders: ReadonlyArray<FoundOrder>, kept: Partial<DialogueState> = {}) =>
  sayingList(lead, orders, orderLine, orderItem, kept)

const seeAll = "Ask me for your orders to see all of them."

const missing = (id: string): string => `I found no order ${orderName(id)} among yours. ${seeAll}`

/** Nothing fits what the customer said about the order; `whose` are those among which it was looked for. */
export const noOrder = (reference: OrderReference | null, whose = "your newest orders"): string =>
  reference === null
    ? "You have not ordered anything yet."
    : reference.kind === "id"
      ? missing(reference.id)
      : reference.kind === "product"
        ? `I looked into ${whose}, and none of them holds “${reference.name}”. ${seeAll}`
        : `You have no such order${reference.kind === "status" ? ` that is ${words(reference.status)}` : ""}. ${seeAll}`

/** Why nothing was found of an order, or done to it, when there is none of this id. */
export const notFound = (id: string) => ({
  not_found: missing(id),
  invalid_argument: ({ orders = [] }: ToolFailure) =>
    orders.length === 0
      ? missing(id)
      : `Several of your orders have the number ${orderName(id)}. Please tell me the id of the one you mean: ${list(
          orders.map((order) => `${order.order_id} of ${dayOf(order.created_at)}`),
          "or"
        )}.`
})

/** What a tool knows of one order. */
export const ofOrder = <A>(id: string, asked: Calls<A | ToolFailure>): Steps<A> => known(asked, notFound(id))

/** Where a return is on its way, to follow "the return of order …". */
export const returnStates: { readonly [S in ReturnStatus]: string } = {
  requested: "is requested and being reviewed",
  approved: "is approved; please send the parcel back",
  shipped_back: "is on its way back to us",
  received: "has arrived at our warehouse",
  refunded: "is complete",
  denied: "was denied"
}

/** An order with everything that belongs to it. */
export type Details = typeof getOrderDetails.successSchema.Type

/** All that is known of an order. */
export const detailsOf = (id: string): Steps<Details> => ofOrder(id, call(getOrderDetails, { order_id: id }))

/** The same, but a bare id or a product may name the order too. */
export const referenceByProduct = ({ order, product, text }: Wish): OrderReference | null => {
  const [id, other] = order === null ? (text.match(new RegExp(uuid, "giu")) ?? []) : []
  return id !== undefined && other === undefined
    ? { kind: "id", id: id.toLowerCase() }
    : (order ?? (product === null ? null : { kind: "product", name: product.name }))
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

/** The orders that hold a product, or do not: every word of its name has to fit, for what is done to an order stays done. */
function* holding(
  { isWithout = false, name }: Extract<OrderReference, { readonly kind: "product" }>,
  candidates: ReadonlyArray<FoundOrder>
): Steps<ReadonlyArray<FoundOrder>> {
  const asked = contentWords(name).length > 0 ? candidates.slice(0, mostAtOnce) : []
  const looked = yield* each(asked, ({ order_id }) => detailsOf(order_id))
  const department = departments.get(name.toLowerCase())
  const isHeld = looked.map(({ items }) => items.some((item) => item.category === department || isCalled(name, item)))
  return asked.filter((_, index) => isHeld[index] !== isWithout)
}

/** Which of several orders is looked at first: the one of the lowest number, the newest of equals; null comes last. */
export type Rank = (order: FoundOrder) => number | null

const newest: Rank = () => 0

/** The order that is meant; of several, the first one by `rank`. */
export function* meant(turn: TurnView, reference: OrderReference | null, rank = newest): Steps<FoundOrder> {
  const isHeld = reference?.kind === "product"
  const candidates = isHeld ? (yield* ordersIn([null])).orders : yield* resolveOrder(turn, reference)
  const placeOf = (order: FoundOrder) => rank(order) ?? Infinity
  const found = candidates.toSorted((left, right) => placeOf(left) - placeOf(right))
  const [first] = isHeld ? yield* holding(reference, found) : found
  const order = first ?? (yield* instead(noOrder(reference)))
  yield* keep({ orders: [order.order_id] })
  return order
}

/**
 * Which of the orders in some statuses are meant. An order that is pointed at stays that order, whatever its status; of
 * several orders and of those that hold a product only the ones in these statuses count. It is named when something was
 * said of the order, rather than of what it does not hold.
 */
export function* meantAmong(turn: TurnView, reference: OrderReference | null, statuses: ReadonlyArray<OrderStatus>) {
  if (reference !== null && reference.kind !== "product") {
    const orders = yield* resolveOrder(turn, reference)
    const isOpen = ({ status }: FoundOrder) => status === null || statuses.includes(status)
    return orders.length > 1 ? { orders: orders.filter(isOpen), isNamed: false } : { orders, isNamed: true }
  }
  const { orders } = yield* ordersIn(statuses)
  const candidates = orders.filter(({ reason }) => reason === null)
  const held = reference === null ? [] : yield* holding(reference, candidates)
  const areAllOpened = reference !== null && candidates.length <= mostAtOnce
  return {
    orders: areAllOpened || held.length > 0 ? held : candidates,
    isNamed: areAllOpened && reference.isWithout !== true
  }
}
