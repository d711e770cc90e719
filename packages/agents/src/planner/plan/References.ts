import { type Money } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { getUserOrders } from "@storefront/domain/tools/OrderTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { call } from "../Playbook.ts"
import { known, type Steps } from "./Steps.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { DateTime } from "effect"
import { type OrderReference } from "../Wish.ts"
import { type Resolution, settle } from "./Picking.ts"

/** What is known of an order once it is resolved; null where only its id was given. */
export interface FoundOrder {
  readonly order_id: string
  readonly status: OrderStatus | null
  readonly total: Money | null
  /** `YYYY-MM-DD`. */
  readonly date: string | null
  /** Why it was returned, or is to be; null without a return, absent where that was not looked up. */
  readonly reason?: string | null
}

/** A page of the customer's orders, newest first; `status` null is every status. */
export const orderPage = (limit: number, status: OrderStatus | null) =>
  known(call(getUserOrders, { limit, status }), "your orders")

/** An order of a page, with its day. */
export const withDate = <Order extends { readonly created_at: DateTime.Utc }>(order: Order) => ({
  ...order,
  date: DateTime.formatIsoDateUtc(order.created_at)
})

/** The id of the order that is meant, as far as it can be told without a tool. */
export const knownOrder = (
  { context: { recent_orders: recent } }: TurnView,
  order: OrderReference | null
): string | undefined => {
  switch (order?.kind) {
    case "id":
      return order.id
    case "idPrefix":
      return recent.find(({ order_id }) => order_id.startsWith(order.prefix))?.order_id
    case "position":
      return recent[order.index]?.order_id
    case "status":
      return recent.filter(({ status }) => status === order.status)[order.index ?? 0]?.order_id
    default:
      return undefined
  }
}

/** The day so many days before another, both as `YYYY-MM-DD`. */
export const daysBefore = (today: string, days: number): string =>
  DateTime.formatIsoDateUtc(DateTime.subtract(DateTime.unsafeMake(`${today}T00:00:00Z`), { days }))

/**
 * The order a customer means, unless it is by what it holds. Without a reference the newest orders are the candidates,
 * newest first. Reads the orders of the context when they suffice, else calls `get_user_orders` once.
 */
export function* resolveOrder(
  { context: { recent_orders: recent, today } }: TurnView,
  reference: Exclude<OrderReference, { readonly kind: "product" }> | null
): Steps<Resolution<FoundOrder>> {
  const among = function* (
    isMeant: (order: FoundOrder, place: number) => boolean,
    limit: number,
    status: OrderStatus | null = null
  ): Steps<Resolution<FoundOrder>> {
    const isKnown = status === null && recent.some(isMeant)
    const orders = isKnown ? recent : (yield* orderPage(limit, status)).orders.map(withDate)
    return settle(orders.filter(isMeant))
  }
  switch (reference?.kind) {
    case undefined:
      return yield* among(() => true, 5)
    case "id": {
      const known = recent.find(({ order_id }) => order_id === reference.id)
      return settle([known ?? { order_id: reference.id, status: null, total: null, date: null }])
    }
    case "idPrefix":
      return yield* among(({ order_id }) => order_id.startsWith(reference.prefix), mostRows)
    case "position":
      return yield* among((_, place) => place === reference.index, reference.index + 1)
    case "status":
      return yield* among((_, place) => place === (reference.index ?? place), 10, reference.status)
    case "age": {
      const [first, last] = [daysBefore(today, reference.maxDays), daysBefore(today, reference.minDays)]
      return yield* among(({ date }) => date !== null && date >= first && date <= last, mostRows)
    }
  }
}
