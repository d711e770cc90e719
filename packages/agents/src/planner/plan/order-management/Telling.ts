import { Money } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { dayOf, lines, list, money, months, orderStatus, plural } from "@storefront/domain/Wording"
import { modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { cancelOrder, type getOrderDetails, getOrderTracking } from "@storefront/domain/tools/OrderTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { isSameOrder, orderName } from "../../text/OrderNames.ts"
import { type Wish } from "../../Wish.ts"
import { bullets, contact, listing, paragraph, rows, sentences, words } from "../Blocks.ts"
import * as Orders from "../Orders.ts"
import { allows, type AnswerPart, call, each, whole } from "../Steps.ts"
import { addressLine } from "./Addressing.ts"
import { checkOne, deliveredFirst } from "./Returning.ts"

const notShipped =
  /(?:\bnot|n['’]t|\byet to|\bstill to)(?: \w+){0,3} (?:ship|shipped|sent|left|gone|dispatched|posted)\b/iu

const stillOpen = /\b(?:open|current|ongoing|pending|outstanding|unfinished) (?:\w+ )?orders?\b/iu

/** Orders on their way are those of two statuses, unless the customer names one of them; so are those that still wait. */
const statusesOf = ({ orderStatus, text }: Wish): ReadonlyArray<OrderStatus | null> =>
  notShipped.test(text)
    ? modifiable
    : orderStatus === null && stillOpen.test(text)
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
    : `You have ${plural(count, kind)}${when}${count > shown.length ? `. The newest ${shown.length}` : ""}:\n${Orders.orderLines(shown)}`
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
function* tracked({ order_id }: Orders.FoundOrder): AnswerPart {
  const found = yield* Orders.ofOrder(order_id, call(getOrderTracking, { order_id }))
  const { latest_update: last, status, tracking_number: number } = found
  const isOpen = (byProgress[status] ?? 2) < 2
  return sentences(
    byProgress[status] === 1
      ? `Order ${orderName(order_id)} is not shipped yet: it is ${orderStatus[status]}.`
      : `Order ${orderName(order_id)} is ${orderStatus[status]}${isOpen ? ` with ${found.carrier}` : ""}.`,
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
    : listing(`Of your newest orders ${waiting.length} are open`, lines(yield* each(waiting, tracked)))
}

const isPayment = /\b(?:charged|billed|paid|payment|invoice)\b/iu
const isLost =
  /\bdelivered\b|\b(?:lost|stolen|missing|never (?:came|arrived|got|received)|not (?:here|arrived)|nothing (?:has |have )?(?:come|came|arrived))\b|\bempty\b/iu

/** What is recorded of the order that something is wrong with, and what can be done here. */
function* recorded(wish: Wish, turn: TurnView): AnswerPart {
  const isMissing = isLost.test(wish.text)
  const isOnItsWay = isMissing && !/\bdelivered\b/iu.test(turn.message)
  const order = yield* Orders.meant(turn, Orders.referenceByProduct(wish), isOnItsWay ? byStatus : deliveredFirst)
  return yield* isMissing ? tracked(order) : checkOne(turn, order)
}

/** Something is wrong with an order: who can help, and what is known of it. */
export function* orderProblem(wish: Wish, turn: TurnView): AnswerPart {
  const support = contact(turn)
  return isPayment.test(wish.text)
    ? `I cannot see payments, so a person has to look into this: please write to ${support}. Nothing is changed.`
    : `I am sorry about that. A person can look into it: write to ${support}. If you mean another order than this one, tell me which. ${yield* whole(recorded(wish, turn))}`
}

/** All days that begin so: those of a month or a year. */
const calendar = (days: string, words: string) => ({ from: days, to: `${days}-99`, words })

/**
 * The period that words name, seen from a day; `days` is a number of days that they say. All time when they name none.
 * Its ends are included, and are beginnings of `YYYY-MM-DD`.
 */
export const periodIn = (text: string, today: string, days: number | null) => {
  const says = (words: string) => new RegExp(`\\b(?:${words})\\b`, "i").test(text)
  const [year = 0, month = 0] = today.split("-").map(Number)
  const saidYear = /\b20\d\d\b/.exec(text)?.[0]
  const named = 1 + months.findIndex((name) => says(`(?:in|during|last|this|since) ${name}`))
  if (named > 0) {
    const of = Number(saidYear ?? (named > month ? year - 1 : year))
    const name = `${months[named - 1]} ${of}`
    const stretch = calendar(`${of}-${String(named).padStart(2, "0")}`, `in ${name}`)
    return says("since") ? { ...stretch, to: today, words: `since ${name}` } : stretch
  }
  if (saidYear !== undefined || says("(?:this|last|past|previous) year")) {
    const of = Number(saidYear ?? (says("this year") ? year : year - 1))
    return calendar(String(of), of === year ? `this year (${of})` : `in ${of}`)
  }
  if (says("(?:this|last|previous) month")) {
    const [day, words] = says("this month")
      ? [today, "this month"]
      : [Orders.daysBefore(`${today.slice(0, 7)}-01`, 1), "last month"]
    return calendar(day.slice(0, 7), words)
  }
  const span = says("this week") ? 7 : says("today") ? 0 : says("yesterday") ? 1 : days
  return span === null
    ? { from: "", to: today, words: "so far" }
    : { from: Orders.daysBefore(today, span), to: today, words: span === 0 ? "today" : `in the last ${span} days` }
}

/** What was spent in the period that is named; orders that were cancelled or sent back cost nothing in the end. */
export function* spending({ days, text }: Wish, { context: { today } }: TurnView): AnswerPart {
  const found = yield* Orders.ordersIn([null])
  const period = periodIn(text, today, days)
  const kept = found.orders.filter(
    ({ date, status }) => date >= period.from && date <= period.to && status !== "cancelled" && status !== "returned"
  )
  return sentences(
    `You spent ${money(Money.make(kept.reduce((sum, { total }) => sum + total, 0)))} ${period.words}, on ${plural(kept.length, "order")}.`,
    "Orders that were cancelled or sent back are not counted.",
    found.orders.length < found.count ? "I looked at your newest orders only." : null
  )
}
