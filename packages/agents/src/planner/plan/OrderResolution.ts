import { type Money } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { day, list, money } from "@storefront/domain/EnglishWording"
import { underWay } from "@storefront/domain/rules/OrderLifecycle"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import {
  getOrderDetails,
  type getOrderTracking,
  getUserOrders,
  type OrderAct
} from "@storefront/domain/tools/OrderTools"
import { type mayUse } from "@storefront/domain/tools/RolePolicy"
import { maxRows } from "@storefront/domain/tools/Parameters"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { DateTime } from "effect"
import { type OrderReference } from "../Wish.ts"
import { isSameOrder, orderName } from "../text/OrderNames.ts"
import { itemOf, phrases, sentenceCase, asWords } from "./Formatting.ts"
import { matchesName, onlyCandidate } from "./ProductResolution.ts"
import { type Calls } from "../Playbook.ts"
import { type DialogueState, type Item } from "../DialogueState.ts"
import { call, callAll, endWith, keepState, resultOf, resultsOf, sayList, type Flow } from "./Flows.ts"

/** A resolved order; fields are null if only its id is known. */
export interface FoundOrder {
  readonly order_id: string
  readonly status: OrderStatus | null
  readonly total: Money | null
  /** `YYYY-MM-DD`. */
  readonly date: string | null
  /** Names of up to three products, and how many more there are; absent if only the id is known. */
  readonly products?: ReadonlyArray<string>
  readonly more_products?: number
  /** Reason of its return; null without a return, absent if that was not looked up. */
  readonly reason?: string | null
}

type Contents = Pick<FoundOrder, "more_products" | "order_id" | "products">

/** An act on orders in certain statuses. */
export interface Act {
  /** Infinitive and participle, as in "tell me to …" and "can be …". */
  readonly verb: string
  readonly done: string
  readonly statuses: ReadonlyArray<OrderStatus>
  /** Tool that the customer's role must allow. */
  readonly tool: Parameters<typeof mayUse>[1]
}

/** Returns whether an order lists a product. Every word of the name must match, since acts on orders are final. */
const holdsProduct = ({ products = [] }: FoundOrder, name: string): boolean =>
  contentWords(name).length > 0 && products.some((product) => matchesName(name, { name: product }))

/** Returns the orders that match a reference; `orders` must be newest first. */
const ordersMatching = <Order extends FoundOrder>(
  orders: ReadonlyArray<Order>,
  reference: OrderReference
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
    case "product":
      return orders.filter((order) => holdsProduct(order, reference.name))
    case "other":
      return orders.filter(({ order_id }) => !isSameOrder(order_id, reference.than))
  }
}

/** Resolves an order id without a tool call, if possible. */
export const knownOrderId = ({ context }: TurnView, order: OrderReference | null): string | undefined =>
  order?.kind === "id"
    ? order.id
    : order === null
      ? undefined
      : ordersMatching(context.recent_orders ?? [], order)[0]?.order_id

/** Lists the customer's orders with any of the statuses, newest first, with their total count. */
export function* ordersWith(statuses: ReadonlyArray<OrderStatus | null>, limit: number = maxRows) {
  const parameterSets = statuses.map((status) => ({ limit, status }))
  const pages = yield* resultsOf(callAll(getUserOrders, parameterSets))
  return {
    orders: pages
      .flatMap(({ orders }) => orders)
      .toSorted((a, b) => DateTime.Order(b.created_at, a.created_at))
      .map((order) => ({ ...order, date: DateTime.formatIsoDateUtc(order.created_at) })),
    count: pages.reduce((sum, { total_count }) => sum + total_count, 0)
  }
}

/** Returns the candidates for a reference, newest first: from the context if that suffices, else by one call. */
function* candidatesFor({ context }: TurnView, reference: OrderReference | null): Flow<ReadonlyArray<FoundOrder>> {
  const { recent_orders: recent = [] } = context
  const recentMatches = reference === null ? recent : ordersMatching(recent, reference)
  if (reference?.kind !== "status" && reference?.kind !== "product" && recentMatches.length > 0) {
    return recentMatches
  }
  if (reference?.kind === "id") {
    return [{ order_id: reference.id, status: null, total: null, date: null }]
  }
  const { orders } = yield* ordersWith([reference?.kind === "status" ? reference.status : null])
  return reference === null ? orders : ordersMatching(orders, reference)
}

/** Reports that no order matches a reference. */
const noSuchOrder = (reference: OrderReference | null): string =>
  reference?.kind === "product"
    ? `I looked at the first three products of each of your newest orders, and found no “${reference.name}”. ${seeAll}`
    : `You have no such order. ${seeAll}`

/** Resolves an order to look up: of several, the newest with a likely status, or else the newest. */
export function* resolve(
  turn: TurnView,
  reference: OrderReference | null,
  likely: ReadonlyArray<OrderStatus> = []
): Flow<FoundOrder> {
  const candidates = yield* candidatesFor(turn, reference)
  const preferred = candidates.find(({ status }) => status !== null && likely.includes(status))
  const order = preferred ?? candidates[0] ?? (yield* endWith(noSuchOrder(reference)))
  yield* keepState({ orders: [order.order_id] })
  return order
}

/** Resolves the order of an act; asks if there are several. One that is identified is kept, whatever its status. */
export function* resolveFor(
  turn: TurnView,
  reference: OrderReference | null,
  { statuses, verb }: Act
): Flow<FoundOrder> {
  const allowsAct = ({ reason = null, status }: FoundOrder) =>
    reason === null && (status === null || statuses.includes(status))
  const candidates = reference === null ? (yield* ordersWith(statuses)).orders : yield* candidatesFor(turn, reference)
  const isIdentified = candidates.length === 1 && reference?.kind !== "product"
  const statusList = list(statuses.map(asWords), "or")
  const order = yield* onlyCandidate(
    isIdentified ? candidates : candidates.filter(allowsAct),
    (several) => sayOrders(`Which order shall I ${verb}? These are ${statusList}`, several, { asked: "order" }),
    reference === null || candidates.length > 0
      ? `I found no order to ${verb}: it has to be ${statusList}, without a return.`
      : noSuchOrder(reference)
  )
  yield* keepState({ orders: [order.order_id] })
  return order
}

/** Labels an order: "order #BC9E-3DBF (Larkspur Dress and 2 more)". */
export const labelOf = ({ more_products = 0, order_id, products: [first, ...others] = [] }: Contents): string => {
  const more = others.length + more_products
  return `order ${orderName(order_id)}${first === undefined ? "" : ` (${first}${more === 0 ? "" : ` and ${more} more`})`}`
}

/** Makes the list entry of an order, named after its products. */
export const orderItem = ({ order_id, products = [] }: Contents): Item => ({
  ...itemOf({ name: list(products) }),
  orderId: order_id
})

const orderLine = ({ date, status, total, ...order }: FoundOrder): string =>
  phrases(
    sentenceCase(labelOf(order)),
    date === null ? null : day(date),
    total === null ? null : money(total),
    status === null ? null : asWords(status)
  )

export const sayOrders = (lead: string, orders: ReadonlyArray<FoundOrder>, kept: Partial<DialogueState> = {}) =>
  sayList(lead, orders, orderLine, orderItem, kept)

const seeAll = "Ask me for your orders to see all of them."

/** Several orders may share a short number. */
const orderNotFound = (id: string): string => `I found no single order ${orderName(id)} among yours. ${seeAll}`

/** Returns the result of a call about one order; ends the part if the order is unknown. */
export const orderResult = <A>(id: string, calls: Calls<A | ToolFailure>): Flow<A> =>
  resultOf(calls, { not_found: orderNotFound(id), invalid_argument: orderNotFound(id) })

export type Details = typeof getOrderDetails.successSchema.Type

/** Returns whether the state of an order allows an act, be it only to staff. */
export const allows = ({ only_by_staff: byStaff, ...order }: Details, act: OrderAct): boolean =>
  order[`can_${act}`] || byStaff?.includes(act) === true

/** Describes the expected delivery of an order under way; null if unknown. */
export const expectedDelivery = ({
  expected_from: from,
  expected_to: to,
  is_late,
  status
}: typeof getOrderTracking.successSchema.Type): string | null =>
  from === null || to === null || !underWay.includes(status)
    ? null
    : is_late
      ? `It was expected by ${day(to)}.`
      : `It is expected ${from === to ? `on ${day(to)}` : `between ${day(from)} and ${day(to)}`}.`

export const detailsOf = (id: string): Flow<Details> => orderResult(id, call(getOrderDetails, { order_id: id }))
