import { type Money } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { getUserOrders } from "@storefront/domain/tools/OrderTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { call } from "../Playbook.ts"
import { known, type Steps } from "./Steps.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { DateTime } from "effect"
import { type OrderReference } from "../Wish.ts"

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
export const orderPage = (limit: number, status: OrderStatus | null) => known(call(getUserOrders, { limit, status }))

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
      return orders.filter(({ order_id }) => order_id === reference.id)
    case "idPrefix":
      return orders.filter(({ order_id }) => order_id.startsWith(reference.prefix))
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
  }
}

/** The id of the order that is meant, as far as it can be told without a tool. */
export const knownOrder = ({ context }: TurnView, order: OrderReference | null): string | undefined =>
  order?.kind === "id"
    ? order.id
    : order === null || order.kind === "product"
      ? undefined
      : pointedAt(context.recent_orders, order, context.today)[0]?.order_id

/**
 * The orders a customer may mean, newest first; without a reference the newest ones. Reads the orders of
 * the context when they suffice, else calls `get_user_orders` once.
 */
export function* resolveOrder({ context }: TurnView, reference: Pointed | null): Steps<ReadonlyArray<FoundOrder>> {
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
