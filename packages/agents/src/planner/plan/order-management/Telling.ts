import { type OrderStatus } from "@storefront/domain/Orders"
import { type ReturnStatus } from "@storefront/domain/Returns"
import { dayOf, lines, list, money, orderStatus, plural } from "@storefront/domain/Wording"
import { modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { cancelOrder, getOrderTracking } from "@storefront/domain/tools/OrderTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { orderName } from "../../text/OrderNames.ts"
import { type Wish } from "../../Wish.ts"
import { bullets, contact, listing, paragraph, rows, sentenceCase, sentences, words } from "../Blocks.ts"
import * as Orders from "../Orders.ts"
import { allows, type AnswerPart, call, each, saying } from "../Steps.ts"
import { addressLine } from "./Addressing.ts"

const underWay: ReadonlyArray<OrderStatus> = ["shipped", "out_for_delivery"]

/** The orders in a status or from a period, newest first. */
export function* listOrders(wish: Wish, { context: { today } }: TurnView): AnswerPart {
  const { days, orderStatus: status } = wish
  const limit = rows(wish.limit, 5)
  // "What is on its way" asks for two statuses.
  const statuses = status === "shipped" ? underWay : [status]
  const found = yield* Orders.ordersIn(statuses, days === null ? limit : mostRows)
  const recent =
    days === null ? found.orders : found.orders.filter(({ date }) => date >= Orders.daysBefore(today, days))
  const count = days === null ? found.count : recent.length
  const shown = recent.slice(0, limit)
  const named = statuses.flatMap((status) => (status === null ? [] : [words(status)]))
  const kind = `${list(named, "or")} order`.trim()
  const when = days === null ? "" : ` from the last ${days} days`
  return shown.length === 0
    ? `You have no ${kind}s${when}.`
    : yield* Orders.sayingOrders(
        `You have ${plural(count, kind)}${when}${count > shown.length ? `. The newest ${shown.length}` : ""}`,
        shown
      )
}

/** Where a return is on its way, to follow "the return of order …". */
export const returnStates: { readonly [S in ReturnStatus]: string } = {
  requested: "is requested and being reviewed",
  approved: "is approved; please send the parcel back",
  shipped_back: "is on its way back to us",
  received: "has arrived at our warehouse",
  refunded: "is complete",
  denied: "was denied"
}

/** Tells what an order holds, costs and still allows. */
export function* orderDetails(wish: Wish, turn: TurnView): AnswerPart {
  const order = yield* Orders.detailsOf((yield* Orders.meant(turn, wish.order)).order_id)
  const { coupon_code: code, discount, return: sentBack, shipping_address: to, status, tracking_number: number } = order
  return paragraph(
    `Order ${orderName(order.order_id)} of ${dayOf(order.created_at)} is ${orderStatus[status]}.`,
    bullets(
      order.items,
      ({ name, quantity, unit_price }) => `${name}, ${money(unit_price)}${quantity === 1 ? "" : ` × ${quantity}`}`
    ),
    sentences(
      `Goods ${money(order.subtotal)},`,
      discount === 0 ? null : `discount ${money(discount)}${code === null ? "" : ` (coupon ${code})`},`,
      `shipping ${money(order.shipping_cost)}: ${money(order.amount_charged)} in total.`
    ),
    sentences(
      status === "cancelled"
        ? null
        : `Delivery to ${addressLine(to)} with ${order.carrier}${number === null ? "" : `, tracking number ${number}`}.`,
      sentBack === null ? null : `Its return ${returnStates[sentBack.status]}, ${money(sentBack.refund_amount)}.`,
      order.note === null ? null : `Your note: “${order.note}”.`,
      order.can_cancel && allows(cancelOrder, turn) ? "It can still be cancelled." : null,
      order.can_return ? "It can still be sent back." : null
    )
  )
}

/** Where an order is; nobody knows the day on which it comes. */
export function* tracked(order: Orders.FoundOrder): AnswerPart {
  const { order_id } = order
  const found = yield* Orders.ofOrder(order_id, call(getOrderTracking, { order_id }))
  const { latest_update: last, status, tracking_number: number } = found
  const isUnderWay = underWay.includes(status)
  return sentences(
    `${sentenceCase(Orders.named(order))} is ${orderStatus[status]}${isUnderWay ? ` with ${found.carrier}` : ""}.`,
    number === null ? null : `Its tracking number is ${number}.`,
    `Last update on ${dayOf(last.timestamp)}${last.location === null ? "" : ` in ${last.location}`}: ${last.notes.replace(/[.!?]$/u, "") || words(last.status)}.`,
    isUnderWay || modifiable.includes(status) ? "I have no exact day of delivery for it." : null
  )
}

/** Where the order is that is meant; when none is pointed at, where all are that somebody may be waiting for. */
export function* trackOrder({ order }: Wish, turn: TurnView): AnswerPart {
  const awaited = [...underWay, ...modifiable]
  const waiting = order === null ? turn.context.recent_orders.filter(({ status }) => awaited.includes(status)) : []
  const [only = yield* Orders.meant(turn, order, awaited), ...others] = waiting
  return others.length === 0
    ? yield* saying(yield* tracked(only), { orders: [only.order_id] })
    : yield* saying(listing("Of your newest orders these are open", lines(yield* each(waiting, tracked))), {
        list: waiting.map(Orders.orderItem)
      })
}

/** Something is wrong with an order: who can help, and what can be asked for here. */
export const orderProblem = (_: Wish, turn: TurnView): string =>
  `I am sorry about that. A person can look into it: write to ${contact(turn)}. I can tell where an order is, cancel it before it is shipped, or send it back once it is delivered.`
