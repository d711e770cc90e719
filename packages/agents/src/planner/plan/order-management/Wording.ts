import {
  type cancelOrder,
  type getOrderDetails,
  type getOrderTracking,
  type getUserOrders
} from "@storefront/domain/tools/OrderTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { OrderStatus } from "@storefront/domain/Orders"
import { type ReturnStatus } from "@storefront/domain/Returns"
import { Schema } from "effect"
import { day, dayOf, lines, list, money, orderStatus, plural } from "@storefront/domain/Wording"
import { Money } from "@storefront/domain/Money"
import { type FoundOrder } from "../References.ts"
import { type Period } from "./Period.ts"
import { type OrderReference } from "../../Wish.ts"

type OrderPage = typeof getUserOrders.successSchema.Type
/** An order with everything that belongs to it. */
export type Details = typeof getOrderDetails.successSchema.Type
type Tracking = typeof getOrderTracking.successSchema.Type
type Cancellation = typeof cancelOrder.successSchema.Type

const isStatus = Schema.is(OrderStatus)

/** Where the chat cannot help. */
export const support = "please contact our support"

/** A status between words: "a shipped order". */
export const adjectives: { readonly [S in OrderStatus]: string } = {
  placed: "placed",
  confirmed: "confirmed",
  shipped: "shipped",
  out_for_delivery: "out for delivery",
  delivered: "delivered",
  cancelled: "cancelled",
  returned: "returned"
}

/** What became of an order, to follow "it". */
export const state = (status: OrderStatus): string =>
  status === "delivered" || status === "cancelled" || status === "returned"
    ? `was ${status}`
    : `is ${orderStatus[status]}`

/** Where a return is on its way, to follow "the return of order …". */
export const returnStatus: { readonly [S in ReturnStatus]: string } = {
  requested: "is requested and being reviewed",
  approved: "is approved; please send the parcel back",
  shipped_back: "is on its way back to us",
  received: "has arrived at our warehouse",
  refunded: "is complete",
  denied: "was denied"
}

const returned = (subject: string, { refund_amount, status }: NonNullable<Details["return"]>): string =>
  sentences(
    `${subject} ${returnStatus[status]}.`,
    status === "denied"
      ? null
      : status === "refunded"
        ? `${money(refund_amount)} was refunded.`
        : `The refund ${status === "requested" ? "would be" : "is"} ${money(refund_amount)}.`
  )

/** Joins the sentences that there are. */
export const sentences = (...parts: ReadonlyArray<string | null>) => parts.filter((part) => part !== null).join(" ")

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

/** One order and several of these statuses; null is any status. */
const nouns = (statuses: ReadonlyArray<OrderStatus | null>): readonly [one: string, several: string] => {
  const [status = null] = statuses
  if (statuses.length > 1) {
    return ["order on the way", "orders on the way"]
  }
  if (status === "out_for_delivery") {
    return ["order out for delivery", "orders out for delivery"]
  }
  const kind = status === null ? "" : `${adjectives[status]} `
  return [`${kind}order`, `${kind}orders`]
}

/** A page of orders with some statuses and from some period; an empty period is any. */
export const orders = (
  { orders, total_count }: Pick<OrderPage, "orders" | "total_count">,
  statuses: ReadonlyArray<OrderStatus | null>,
  period: string
): string => {
  const [one, several] = nouns(statuses)
  const when = period === "" ? "" : ` ${period}`
  if (orders.length === 0) {
    return `You have no ${several}${when}.`
  }
  const listed = orderLines(orders.map((order) => ({ ...order, date: dayOf(order.created_at) })))
  return total_count > orders.length
    ? `You have ${plural(total_count, one, several)}${when}. The newest ${orders.length}:\n${listed}`
    : `You have ${plural(total_count, one, several)}${when}:\n${listed}`
}

const cancellationNote = (notes: string): string =>
  /^(?:cancelled\.?)?$/iu.test(notes)
    ? "No reason was noted at its cancellation."
    : `Noted at its cancellation: “${notes}”.`

/** What an order holds, costs and still allows; `mayCancel` says whether the person could cancel it. */
export const details = (order: Details, mayCancel: boolean): string => {
  const { coupon_code, discount, return: sentBack, shipping_address: to, status, status_history: history } = order
  const last = history.at(-1)
  return [
    `Order ${order.order_id} of ${dayOf(order.created_at)} ${state(status)}.`,
    ...order.items.map(
      ({ name, quantity, unit_price }) => `- ${name}, ${money(unit_price)}${quantity === 1 ? "" : ` × ${quantity}`}`
    ),
    sentences(
      `Goods ${money(order.subtotal)},`,
      discount === 0 ? null : `discount ${money(discount)}${coupon_code === null ? "" : ` (coupon ${coupon_code})`},`,
      `${order.shipping_cost === 0 ? "free shipping" : `shipping ${money(order.shipping_cost)}`}: ${money(order.amount_charged)} in total.`
    ),
    sentences(
      status === "cancelled"
        ? cancellationNote(last?.notes ?? "")
        : `Delivery to ${to.city}, ${to.state} with ${order.carrier}${order.tracking_number === null ? "" : `, tracking number ${order.tracking_number}`}.`,
      sentBack === null ? null : returned("Its return", sentBack),
      order.can_cancel && mayCancel ? "It can still be cancelled." : null,
      order.can_return ? "It can still be sent back." : null
    )
  ].join("\n")
}

/** Where an order is; `asksWhen` means that the customer wants to know the day, which nobody knows. */
export const tracking = (
  { carrier, latest_update: last, order_id, status, tracking_number }: Tracking,
  asksWhen: boolean
): string => {
  const isWaiting = status === "placed" || status === "confirmed"
  const isUnderWay = status === "shipped" || status === "out_for_delivery"
  return sentences(
    isWaiting
      ? `Order ${order_id} is not shipped yet: it is ${orderStatus[status]}.`
      : `Order ${order_id} ${state(status)}${isUnderWay ? ` with ${carrier}` : ""}.`,
    tracking_number === null ? null : `Its tracking number is ${tracking_number}.`,
    `Last update on ${dayOf(last.timestamp)}${last.location === null ? "" : ` in ${last.location}`}: ${last.notes === "" ? adjectives[last.status] : last.notes}${/[.!?]$/u.test(last.notes) ? "" : "."}`,
    asksWhen && (isWaiting || isUnderWay) ? "I have no exact day of delivery for it." : null
  )
}

/** What came of a cancellation; `tierBefore` is the tier the customer had. */
export const cancelled = (result: Cancellation, tierBefore: Cancellation["loyalty_tier"]): string => {
  const products = [...new Set(result.restocked.map(({ name }) => name))]
  return sentences(
    `Order ${result.order_id}${products.length === 0 ? "" : ` with ${list(products)}`} is cancelled.`,
    `You get ${money(result.refund_amount)} back to your original payment method.`,
    result.coupon_released ? "The coupon of the order can be used again." : null,
    result.loyalty_tier === tierBefore
      ? null
      : `Your spend is now ${money(result.total_spend)}, which makes your loyalty tier ${result.loyalty_tier}.`
  )
}

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
          : `Order ${orderId} can no longer be cancelled: it ${stateText(failure.current_status)}. Only orders that have not left the warehouse can be.`
    default:
      return `I could not cancel order ${orderId} just now. Please try again in a moment.`
  }
}

const stateText = (status: string): string => (isStatus(status) ? state(status) : `is ${status}`)

/** The customer has no such order. */
export const missing = (orderId: string): string =>
  `I found no order ${orderId} among yours. Ask me for your orders to see all of them.`

/** An account whose role may not cancel. */
export const cancellingRefused = `Your account cannot cancel orders through this chat; ${support}.`

/** How cancelling works, for those who only ask; `candidates` are orders that could be cancelled now. */
export const cancellationPolicy = (candidates: ReadonlyArray<FoundOrder>, mayCancel: boolean): string => {
  const policy =
    "An order can be cancelled as long as it is placed or confirmed, that is before it leaves the warehouse. You get everything back that you paid for it, shipping included; a coupon can be used again, and the order no longer counts towards your loyalty tier."
  if (!mayCancel) {
    return `${policy} ${cancellingRefused}`
  }
  return candidates.length === 0
    ? policy
    : `${policy} Of your newest orders that goes for:\n${orderLines(candidates)}\nNothing is changed yet.`
}

/** Whether an order could be cancelled, without doing it. */
export const cancellability = (order: Details, mayCancel: boolean): string => {
  const id = order.order_id
  if (!order.can_cancel) {
    return order.status === "cancelled"
      ? `Order ${id} is cancelled already.`
      : `Order ${id} can no longer be cancelled: it ${state(order.status)}.${order.can_return ? " It can still be sent back." : ""}`
  }
  return mayCancel
    ? `Order ${id} is ${adjectives[order.status]} and can still be cancelled. You would get ${money(order.amount_charged)} back. Shall I cancel order ${id}? Nothing is changed yet.`
    : `Order ${id} can still be cancelled, but not by your account in this chat; ${support}.`
}

/** Which order to cancel, of several that could be meant. */
export const whichToCancel = (candidates: ReadonlyArray<FoundOrder>): string => {
  const [only, ...others] = candidates
  return only === undefined
    ? "None of these orders can be cancelled any more: all of them have left the warehouse or ended."
    : others.length === 0
      ? `Only this order can still be cancelled:\n${orderLines(candidates)}\nShall I cancel order ${only.order_id}?`
      : `Which order shall I cancel? These have not been shipped:\n${orderLines(candidates)}`
}

/** No order that can still be cancelled holds the product. */
export const noneToCancelWith = (product: string): string =>
  `None of your orders that can still be cancelled holds “${product}”. Ask me for your orders to see all of them.`

const noSuchOrder = "You have no such order. Ask me for your orders to see all of them."

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
      return reference.index === undefined || reference.index === 0
        ? `You have no ${nouns([reference.status])[0]}.`
        : noSuchOrder
    case "product":
      return `None of your newest orders holds “${reference.name}”. Ask me for your orders to see all of them.`
    case "position":
    case "age":
      return noSuchOrder
  }
}

/** What was spent in a period; `isPart` means that older orders were not looked at. */
export const spent = (orders: ReadonlyArray<{ readonly total: Money }>, { words }: Period, isPart: boolean): string =>
  sentences(
    orders.length === 0
      ? `You spent nothing ${words}.`
      : `You spent ${money(Money.make(orders.reduce((sum, { total }) => sum + total, 0)))} ${words}, on ${plural(orders.length, "order")}.`,
    "Orders that were cancelled or sent back are not counted.",
    isPart ? "I looked at your newest orders only." : null
  )

export const paymentProblem = (support: string): string =>
  `I cannot see payments, so a person has to look into this: please write to ${support}. Nothing is changed.`

/** The order that something is wrong with was not found. */
export const helpAlso = (told: string, support: string): string =>
  `${told} Tell me which order it is about, or write to ${support}: a person can look into it.`

/** Something did not come; `tracking` is what is recorded of it. */
export const lost = (tracking: string, support: string): string =>
  `I am sorry about that. This is what is recorded: ${tracking} If that is not so, or something is missing from it, only a person can look into it: please write to ${support} and name the order. If you mean another order, tell me which.`

/** Something is broken or wrong; `eligibility` says whether it can go back, and may end with the question. */
export const faulty = (eligibility: string, support: string): string =>
  `I am sorry about that. You can send it back, or write to ${support} if you want another solution; if you mean another order, tell me which. ${eligibility}`

/** How an order stands when somebody wants undone what was done to it. */
export const takenBack = (order: Details, support: string): string =>
  order.return !== null
    ? `The return of order ${order.order_id} ${returnStatus[order.return.status]}. I cannot take that back here; please ask ${support}.`
    : order.status === "cancelled"
      ? `Order ${order.order_id} is cancelled already, and I cannot bring it back. What was in it can be ordered again: tell me to put ${list(order.items.map(({ name }) => name))} into your cart.`
      : cancellability(order, true)

/** Several orders could be waited for; each is told of. */
export const severalWaiting = (told: ReadonlyArray<string>, count: number): string =>
  `You have ${plural(count, "open order")}:\n${lines(told)}${count > told.length ? "\nAsk me for your orders to see the others." : ""}`
