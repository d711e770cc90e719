import { getOrderDetails, getUserOrders } from "@storefront/domain/tools/OrderTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type OrderStatus } from "@storefront/domain/Orders"
import { call, type TurnView } from "@storefront/server/model/Playbook"
import { type FoundOrder, resolveOrder } from "../language/References.ts"
import { type OrderReference, type Wish } from "../language/Wish.ts"
import { notAvailable, type Part } from "../shared/Parts.ts"
import * as Wording from "./wording.ts"

/** The most orders a tool lists at once. */
export const maxListed = 50

/** A page of the customer's orders, newest first; `status` null is every status. */
export const orders = (limit: number, status: OrderStatus | null) =>
  call(getUserOrders, status === null ? { limit } : { limit, status })

/** The order that is pointed at; a status points when nothing else does. */
export const referenceOf = ({ order, orderStatus }: Wish): OrderReference | null =>
  order ?? (orderStatus === null ? null : { kind: "status", status: orderStatus })

/** Which of several orders is looked at: the newest one, or what the caller prefers. */
export type Preference = (candidates: ReadonlyArray<FoundOrder>) => FoundOrder | undefined

export const newest: Preference = (candidates) => candidates[0]

/** Tells something about the order that is meant; of several the preferred one. */
export function* aboutOrder(
  turn: TurnView,
  reference: OrderReference | null,
  preference: Preference,
  tell: (order: FoundOrder) => Part
): Part {
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

/** Words what is known of an order. */
export function* withDetails(orderId: string, word: (order: Wording.Details) => string): Part {
  const order = yield* call(getOrderDetails, { order_id: orderId })
  return order instanceof ToolFailure ? unreadable(order, orderId) : word(order)
}

/** Why nothing can be told about an order. */
export const unreadable = (failure: ToolFailure, orderId: string): string =>
  failure.error === "not_found" || failure.error === "invalid_argument"
    ? Wording.missing(orderId)
    : notAvailable(`order ${orderId}`)
