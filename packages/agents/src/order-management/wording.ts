import { type User } from "@storefront/domain/Identity"
import {
  type cancelOrder,
  type getOrderDetails,
  type getOrderTracking,
  type getUserOrders
} from "@storefront/domain/tools/OrderTools"
import { type getUserProfile } from "@storefront/domain/tools/AccountTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type OrderStatus } from "@storefront/domain/Orders"
import { type ReturnStatus } from "@storefront/domain/Returns"
import { day, dayOf, lines, money, orderStatus, plural } from "../language/Answers.ts"
import { type FoundOrder } from "../language/References.ts"
import { type OrderReference } from "../language/Wish.ts"
import { tierBenefits } from "../shared/TierWording.ts"

type OrderPage = typeof getUserOrders.successSchema.Type
/** An order with everything that belongs to it. */
export type Details = typeof getOrderDetails.successSchema.Type
type Tracking = typeof getOrderTracking.successSchema.Type
type Cancellation = typeof cancelOrder.successSchema.Type
type Profile = typeof getUserProfile.successSchema.Type

const support = "please contact our support"

/** "placed", "on its way": a status between words. */
const adjectives: { readonly [S in OrderStatus]: string } = {
  placed: "placed",
  confirmed: "confirmed",
  shipped: "shipped",
  out_for_delivery: "out for delivery",
  delivered: "delivered",
  cancelled: "cancelled",
  returned: "returned"
}

const returnStatus: { readonly [S in ReturnStatus]: string } = {
  requested: "is requested and being reviewed",
  approved: "is approved: please send the parcel back",
  shipped_back: "is on its way back to us",
  received: "has arrived at our warehouse",
  refunded: "is refunded",
  denied: "was denied"
}

const sentences = (...parts: ReadonlyArray<string | null>) => parts.filter((part) => part !== null).join(" ")

/** One order in a list. */
const orderLine = ({ date, order_id, status, total }: FoundOrder): string =>
  [
    `Order ${order_id}`,
    ...(date === null ? [] : [day(date)]),
    ...(total === null ? [] : [money(total)]),
    ...(status === null ? [] : [adjectives[status]])
  ].join(", ")

/** A list to choose from. */
export const orderLines = (orders: ReadonlyArray<FoundOrder>): string => lines(orders.map(orderLine))

/** A page of orders; `kind` says which ones: "shipped", or nothing for all. */
export const orders = (
  { orders, total_count }: Pick<OrderPage, "orders" | "total_count">,
  kind: string,
  period: string
): string => {
  const what = kind === "" ? "order" : `${kind} order`
  const when = period === "" ? "" : ` ${period}`
  if (orders.length === 0) {
    return `You have no ${what}s${when}.`
  }
  const listed = orderLines(orders.map((order) => ({ ...order, date: dayOf(order.created_at) })))
  return total_count > orders.length
    ? `You have ${plural(total_count, what)}${when}. The newest ${orders.length}:\n${listed}`
    : `You have ${plural(total_count, what)}${when}:\n${listed}`
}

/** What an order holds, costs and still allows. */
export const details = (order: Details): string => {
  const { coupon_code, discount, return: sentBack, shipping_address: to, status, status_history: history } = order
  const last = history.at(-1)
  return [
    `Order ${order.order_id} of ${dayOf(order.created_at)} is ${orderStatus[status]}.`,
    ...order.items.map(
      ({ name, quantity, unit_price }) => `- ${name}, ${money(unit_price)}${quantity === 1 ? "" : ` × ${quantity}`}`
    ),
    sentences(
      `Goods ${money(order.subtotal)},`,
      discount === 0 ? null : `discount ${money(discount)}${coupon_code === null ? "" : ` (coupon ${coupon_code})`},`,
      `shipping ${money(order.shipping_cost)}: ${money(order.amount_charged)} in total.`
    ),
    sentences(
      `Delivery to ${to.city}, ${to.state} with ${order.carrier}${order.tracking_number === null ? "" : `, tracking number ${order.tracking_number}`}.`,
      status === "cancelled" && last !== undefined && !/^(?:cancelled\.?)?$/iu.test(last.notes)
        ? `Noted at the cancellation: “${last.notes}”.`
        : null,
      sentBack === null ? null : `Its return ${returnStatus[sentBack.status]} (${money(sentBack.refund_amount)}).`,
      order.can_cancel ? "It can still be cancelled." : null,
      order.can_return ? "It is still within the time for returns." : null
    )
  ].join("\n")
}

/** Where an order is. */
export const tracking = ({ carrier, latest_update: last, order_id, status, tracking_number }: Tracking): string => {
  const isUnderWay = status === "shipped" || status === "out_for_delivery"
  return sentences(
    tracking_number === null && (status === "placed" || status === "confirmed")
      ? `Order ${order_id} is not shipped yet: it is ${orderStatus[status]}.`
      : `Order ${order_id} is ${orderStatus[status]}${isUnderWay ? ` with ${carrier}` : ""}.`,
    tracking_number === null ? null : `Its tracking number is ${tracking_number}.`,
    `Last update on ${dayOf(last.timestamp)}${last.location === null ? "" : ` in ${last.location}`}: ${last.notes === "" ? adjectives[last.status] : last.notes}${/[.!?]$/u.test(last.notes) ? "" : "."}`
  )
}

/** What a cancellation brought; `tierBefore` is the tier the customer had. */
export const cancelled = (result: Cancellation, tierBefore: Cancellation["loyalty_tier"]): string =>
  sentences(
    `Order ${result.order_id} is cancelled.`,
    `You get ${money(result.refund_amount)} back to your original payment.`,
    result.coupon_released ? "The coupon of the order can be used again." : null,
    result.loyalty_tier === tierBefore
      ? null
      : `Your spend is now ${money(result.total_spend)}, which makes your loyalty tier ${result.loyalty_tier}.`
  )

/** Why an order was not cancelled, and what can be done instead. */
export const notCancelled = (orderId: string, failure: ToolFailure): string => {
  switch (failure.error) {
    case "forbidden":
      return `Your account cannot cancel orders through this chat; ${support} to have order ${orderId} cancelled.`
    case "not_found":
      return missing(orderId)
    case "conflict":
      return failure.current_status === "cancelled"
        ? `Order ${orderId} is cancelled already.`
        : failure.current_status === undefined
          ? `Order ${orderId} was not cancelled. Please look at the order and ask me again.`
          : `Order ${orderId} can no longer be cancelled: it is ${statusText(failure.current_status)}. Only orders that have not left the warehouse can be.`
    default:
      return `I could not cancel order ${orderId} just now. Please try again in a moment.`
  }
}

const statusText = (status: string): string => new Map(Object.entries(adjectives)).get(status) ?? status

/** There is no such order among those of the customer. */
export const missing = (orderId: string): string =>
  `I found no order ${orderId} among yours. Ask me for your orders to see all of them.`

/** How cancelling works, for those who only ask. */
export const cancellationPolicy =
  "An order can be cancelled as long as it is placed or confirmed, that is before it leaves the warehouse. You get everything back that you paid for it, shipping included; a coupon can be used again, and the order no longer counts towards your loyalty tier."

/** Whether an order could be cancelled, without doing it. */
export const cancellability = (order: Details, role: User["role"]): string => {
  const id = order.order_id
  if (!order.can_cancel) {
    return order.status === "cancelled"
      ? `Order ${id} is cancelled already.`
      : `Order ${id} can no longer be cancelled: it is ${adjectives[order.status]}.${order.can_return ? " It is still within the time for returns." : ""}`
  }
  return role === "power_user"
    ? `Order ${id} can still be cancelled, but not by your account in this chat; ${support}.`
    : `Order ${id} is ${adjectives[order.status]} and can still be cancelled. You would get ${money(order.amount_charged)} back. Nothing is changed yet: say "cancel order ${id}" if you want that.`
}

/** What the shop knows about the customer. */
export const profile = (person: Profile): string => {
  return `You are ${person.name}, with us since ${dayOf(person.member_since)}. You have spent ${money(person.total_spend)} so far, which makes you a ${person.loyalty_tier} member. You get ${tierBenefits(person.tier_benefits)}.`
}

/** What there is to say about the return of an order. */
export const returning = (order: Details): string =>
  order.return !== null
    ? `The return of order ${order.order_id} ${returnStatus[order.return.status]} (${money(order.return.refund_amount)}).`
    : order.can_return
      ? `Order ${order.order_id} is still within the time for returns.`
      : `Order ${order.order_id} is ${adjectives[order.status]} and cannot be returned ${order.status === "delivered" ? "any more" : "at this point"}.`

/** Which order to cancel, of several that could be meant. */
export const whichToCancel = (candidates: ReadonlyArray<FoundOrder>): string =>
  candidates.length === 0
    ? "None of these orders can be cancelled any more: all of them have left the warehouse or ended."
    : `Which order shall I cancel? ${candidates.length === 1 ? "This one has" : "These have"} not been shipped:\n${orderLines(candidates)}`

/** Returns cannot be arranged here. */
export const noReturns =
  "Returns and refunds cannot be arranged here yet; please contact our support with the number of the order."

/** Nothing fits what the customer said about the order. */
export const noOrder = (reference: OrderReference | null): string => {
  switch (reference?.kind) {
    case undefined:
      return "You have not ordered anything yet."
    case "id":
      return missing(reference.id)
    case "idPrefix":
      return missing(reference.prefix)
    case "status":
      return `You have no ${adjectives[reference.status]} order.`
    case "product":
      return `None of your newest orders holds “${reference.name}”. Ask me for your orders to see all of them.`
    case "position":
    case "age":
      return "You have no such order. Ask me for your orders to see all of them."
  }
}
