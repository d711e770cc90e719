import { Money } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { dayOf, lines, list, money, orderStatus, plural } from "@storefront/domain/Wording"
import { modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { cancelOrder, type getOrderDetails, getOrderTracking } from "@storefront/domain/tools/OrderTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { isSameOrder, orderName } from "../../text/OrderNames.ts"
import { type Wish } from "../../Wish.ts"
import { bullets, contact, listing, paragraph, rows, sentenceCase, sentences, words } from "../Blocks.ts"
import * as Orders from "../Orders.ts"
import { allows, type AnswerPart, call, each, saying, within } from "../Steps.ts"
import { addressLine } from "./Addressing.ts"
import { checkOne, deliveredFirst } from "./Returning.ts"

const isOpen = /\b(?:open|current|ongoing|pending|outstanding|unfinished) (?:\w+ )?orders?\b/iu

/** Orders on their way are those of two statuses, unless the customer names one of them. */
const statusesOf = ({ orderStatus, text }: Wish): ReadonlyArray<OrderStatus | null> =>
  orderStatus === null && isOpen.test(text)
    ? [...modifiable, "shipped", "out_for_delivery"]
    : orderStatus === "shipped" && !/\bshipped\b/iu.test(text)
      ? ["shipped", "out_for_delivery"]
      : [orderStatus]

/** The orders in a status or from a period, newest first. */
export function* listOrders(wish: Wish, { context: { today } }: TurnView): AnswerPart {
  const { days } = wish
  const limit = rows(wish.limit, 5)
  const statuses = statusesOf(wish)
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

/** What an order holds, costs and still allows; `mayCancel` says whether the person could cancel it. */
const details = (order: typeof getOrderDetails.successSchema.Type, mayCancel: boolean): string => {
  const { coupon_code: code, discount, return: sentBack, shipping_address: to, status, tracking_number: number } = order
  const notes = order.status_history.at(-1)?.notes ?? ""
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
        ? `Noted at its cancellation: ${notes === "" ? "nothing" : `“${notes}”`}.`
        : `Delivery to ${addressLine(to)} with ${order.carrier}${number === null ? "" : `, tracking number ${number}`}.`,
      sentBack === null
        ? null
        : `Its return ${Orders.returnStates[sentBack.status]}, ${money(sentBack.refund_amount)}.`,
      order.note === null ? null : `Your note: “${order.note}”.`,
      order.can_cancel && mayCancel ? "It can still be cancelled." : null,
      order.can_return ? "It can still be sent back." : null
    )
  )
}

export function* orderDetails(wish: Wish, turn: TurnView): AnswerPart {
  const { order_id } = yield* Orders.meant(turn, wish.order)
  return details(yield* Orders.detailsOf(order_id), allows(cancelOrder, turn))
}

/** Orders that are on their way come before those that will be, and those before the delivered ones. */
const byProgress: { readonly [S in OrderStatus]: number | null } = {
  out_for_delivery: 0,
  shipped: 0,
  confirmed: 1,
  placed: 1,
  delivered: 2,
  returned: null,
  cancelled: null
}

const byStatus: Orders.Rank = ({ status }) => (status === null ? null : byProgress[status])

/** Where an order is; nobody knows the day on which it comes. */
function* tracked(order: Orders.FoundOrder): AnswerPart {
  const { order_id } = order
  const found = yield* Orders.ofOrder(order_id, call(getOrderTracking, { order_id }))
  const { latest_update: last, status, tracking_number: number } = found
  const name = sentenceCase(Orders.named(order))
  const isOpen = (byProgress[status] ?? 2) < 2
  return sentences(
    byProgress[status] === 1
      ? `${name} is not shipped yet: it is ${orderStatus[status]}.`
      : `${name} is ${orderStatus[status]}${isOpen ? ` with ${found.carrier}` : ""}.`,
    number === null ? null : `Its tracking number is ${number}.`,
    `Last update on ${dayOf(last.timestamp)}${last.location === null ? "" : ` in ${last.location}`}: ${last.notes.replace(/[.!?]$/u, "") || words(last.status)}.`,
    isOpen ? "I have no exact day of delivery for it." : null
  )
}

/** Where the order is that is meant; when none is pointed at, where all are that somebody may be waiting for. */
export function* trackOrder(wish: Wish, turn: TurnView): AnswerPart {
  const reference = wish.order
  const than = reference?.kind === "other" ? reference.than : null
  const waiting =
    reference === null || than !== null
      ? turn.context.recent_orders.filter(
          ({ order_id, status }) => (than === null || !isSameOrder(order_id, than)) && (byProgress[status] ?? 2) < 2
        )
      : []
  return waiting.length < 2
    ? yield* tracked(yield* Orders.meant(turn, reference, byStatus))
    : yield* saying(listing(`Of your newest orders ${waiting.length} are open`, lines(yield* each(waiting, tracked))), {
        list: waiting.map(Orders.orderItem)
      })
}

const isPayment = /\b(?:charged|billed|paid|payment|invoice)\b/iu
const isLost =
  /\bdelivered\b|\b(?:lost|stolen|missing|never (?:came|arrived|got|received)|not (?:here|arrived)|nothing (?:has |have )?(?:come|came|arrived))\b|\bempty\b/iu

function* recorded(wish: Wish, turn: TurnView): AnswerPart {
  const isMissing = isLost.test(wish.text)
  const rank = isMissing && !/\bdelivered\b/iu.test(turn.message) ? byStatus : deliveredFirst
  const order = yield* Orders.meant(turn, Orders.referenceByProduct(wish), rank)
  return yield* isMissing ? tracked(order) : checkOne(turn, order)
}

/** Something is wrong with an order: who can help, and what is known of it. */
export function* orderProblem(wish: Wish, turn: TurnView): AnswerPart {
  const support = contact(turn)
  return isPayment.test(wish.text)
    ? `I cannot see payments, so a person has to look into this: please write to ${support}. Nothing is changed.`
    : `I am sorry about that. A person can look into it: write to ${support}. If you mean another order than this one, tell me which. ${yield* within(recorded(wish, turn))}`
}

/** What was spent in the last days that are said; orders that were cancelled or sent back cost nothing in the end. */
export function* spending({ days }: Wish, { context: { today } }: TurnView): AnswerPart {
  const found = yield* Orders.ordersIn([null])
  const from = days === null ? "" : Orders.daysBefore(today, days)
  const kept = found.orders.filter(
    ({ date, status }) => date >= from && status !== "cancelled" && status !== "returned"
  )
  return sentences(
    `You spent ${money(Money.make(kept.reduce((sum, { total }) => sum + total, 0)))} ${days === null ? "so far" : `in the last ${plural(days, "day")}`}, on ${plural(kept.length, "order")}.`,
    "Orders that were cancelled or sent back are not counted.",
    found.orders.length < found.count ? "I looked at your newest orders only." : null
  )
}
