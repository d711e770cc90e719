import { type ReturnStatus } from "@storefront/domain/Returns"
import { dayOf, list, money, orderStatus, plural } from "@storefront/domain/EnglishWording"
import { modifiable, underWay } from "@storefront/domain/rules/OrderLifecycle"
import { getOrderTracking } from "@storefront/domain/tools/OrderTools"
import { type ReturnInfo } from "@storefront/domain/tools/ReturnFields"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { orderName } from "../../text/OrderNames.ts"
import { type Wish } from "../../Wish.ts"
import {
  amountOf,
  bullets,
  paragraph,
  refundAmounts,
  rowLimit,
  sentenceCase,
  sentences,
  asWords
} from "../Formatting.ts"
import { addressLine } from "@storefront/domain/words/ProposalText"
import * as OrderResolution from "../OrderResolution.ts"
import { type AnswerPart, call } from "../Flows.ts"

/** Lists the newest orders, optionally with a status. */
export function* listOrders({ limit: requested, orderStatus: status }: Wish): AnswerPart {
  const limit = rowLimit(requested, 5)
  // "What is on its way" asks for two statuses.
  const statuses = status === "shipped" ? underWay : [status]
  const { count, orders } = yield* OrderResolution.ordersWith(statuses, limit)
  const kind =
    status === null
      ? "order"
      : `${list(
          statuses.map((status) => asWords(status ?? "")),
          "or"
        )} order`
  const some = count > limit ? `. The newest ${limit}` : ""
  return count === 0
    ? `You have no ${kind}s.`
    : yield* OrderResolution.sayOrders(`You have ${plural(count, kind)}${some}`, orders.slice(0, limit))
}

/** States of a return, to follow "the return of …". */
const returnStates: { readonly [S in ReturnStatus]: string } = {
  requested: "is requested and being reviewed",
  approved: "is approved; please send the parcel back",
  shipped_back: "is on its way back to us",
  received: "has arrived at our warehouse",
  refunded: "is complete",
  denied: "was denied",
  withdrawn: "was withdrawn"
}

/** Describes the items and the status of a return. */
export const returnText = ({ lines, order_id, status }: Pick<ReturnInfo, "lines" | "order_id" | "status">): string =>
  `The return of ${list(lines.map(amountOf))} from order ${orderName(order_id)} ${returnStates[status]}`

/** Describes the items and costs of an order, and the acts that it still allows. */
export function* orderDetails(wish: Wish, turn: TurnView): AnswerPart {
  if (wish.order === null) {
    const { orders } = yield* OrderResolution.ordersWith([null], 5)
    return yield* OrderResolution.sayOrders("Which order do you mean? Your newest", orders, { asked: "order" })
  }
  const order = yield* OrderResolution.detailsOf((yield* OrderResolution.resolve(turn, wish.order)).order_id)
  const { discount, return: sentBack, shipping_address: to, status, tracking_number: number } = order
  return paragraph(
    `Order ${orderName(order.order_id)} of ${dayOf(order.created_at)} is ${orderStatus[status]}.`,
    bullets(
      order.items,
      ({ name, quantity, unit_price }) => `${name}, ${money(unit_price)}${quantity === 1 ? "" : ` × ${quantity}`}`
    ),
    sentences(
      `Goods ${money(order.subtotal)},`,
      discount === 0 ? null : `discount ${money(discount)},`,
      `shipping ${money(order.shipping_cost)}: ${money(order.amount_charged)} in total.`
    ),
    sentences(
      status === "cancelled"
        ? null
        : `Delivery to ${addressLine(to)} with ${order.carrier}${number === null ? "" : `, tracking number ${number}`}.`,
      sentBack === null
        ? null
        : `${returnText(sentBack)}: ${refundAmounts(sentBack.refund_amount, sentBack.shipping_refund)}.`,
      OrderResolution.allows(order, "cancel") ? "It can still be cancelled." : null,
      OrderResolution.allows(order, "return")
        ? `${sentBack === null ? "It" : "What is left of it"} can still be sent back.`
        : null
    )
  )
}

/** Describes where an order is, and when it is expected. */
export function* trackingAnswer(order: OrderResolution.FoundOrder): AnswerPart {
  const { order_id } = order
  const found = yield* OrderResolution.orderResult(order_id, call(getOrderTracking, { order_id }))
  const { latest_update: last, status, tracking_number: number } = found
  const isUnderWay = underWay.includes(status)
  return sentences(
    `${sentenceCase(OrderResolution.labelOf(order))} is ${orderStatus[status]}${isUnderWay ? ` with ${found.carrier}` : ""}.`,
    number === null ? null : `Its tracking number is ${number}.`,
    `Last update on ${dayOf(last.timestamp)}${last.location === null ? "" : ` in ${last.location}`}: ${last.notes.replace(/[.!?]$/u, "") || asWords(last.status)}.`,
    OrderResolution.expectedDelivery(found) ??
      (isUnderWay || modifiable.includes(status) ? "I have no exact day of delivery for it." : null)
  )
}

/** Tracks an order; without one, preferably the newest that is not delivered. */
export function* trackOrder({ order }: Wish, turn: TurnView): AnswerPart {
  return yield* trackingAnswer(yield* OrderResolution.resolve(turn, order, [...underWay, ...modifiable]))
}
