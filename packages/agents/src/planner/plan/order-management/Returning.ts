import { noReason } from "@storefront/domain/confirmation/Terms"
import { type OrderStatus } from "@storefront/domain/Orders"
import { cancellable } from "@storefront/domain/rules/OrderLifecycle"
import { ReturnStatus } from "@storefront/domain/Returns"
import { canBecome, goodsReceived } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnInfo } from "@storefront/domain/tools/ReturnFields"
import * as ReturnTools from "@storefront/domain/tools/ReturnTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { dayOf, lines, money, plural, refundDestination } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { DateTime, Duration, Schema } from "effect"
import { orderName } from "../../text/OrderNames.ts"
import { type OrderReference, type Wish } from "../../Wish.ts"
import { listing, sentences, words } from "../Blocks.ts"
import { theOne } from "../Picking.ts"
import * as Orders from "../Orders.ts"
import { type AnswerPart, call, each, instead, known, notDone, leftToShop, type Steps } from "../Steps.ts"
import { type Act, cancelling, offer, orderFor, paidBack, refused } from "./Acting.ts"

/** How many orders are looked into when none was named. */
const lookedInto = 3

type Eligibility = typeof ReturnTools.checkReturnEligibility.successSchema.Type

/** Whether an order can be sent back, until when, and what that brings, or why not; `status` where it is known. */
const eligibility = (
  { order_id: id, reason_code, refund_amount, window_ends_at, ...found }: Eligibility,
  status: OrderStatus | null = null
): string => {
  const until = window_ends_at === null ? "" : ` until ${dayOf(window_ends_at)}`
  switch (reason_code) {
    case "eligible":
      return `Order ${orderName(id)} can be sent back as a whole${until}.${refund_amount === null ? "" : ` You would get ${money(refund_amount)} back.`}`
    case "not_delivered":
      return `Order ${orderName(id)} cannot be sent back${status === null ? "" : ` while it is ${words(status)}`}: only delivered orders can.`
    default:
      return `Order ${orderName(id)} could be sent back${until}. ${found.message}`
  }
}

const eligibilityOf = (order_id: string): Steps<Eligibility> =>
  Orders.ofOrder(order_id, call(ReturnTools.checkReturnEligibility, { order_id }))

const returning: Act = { tool: ReturnTools.initiateReturn, verb: "return", done: "returned", statuses: ["delivered"] }

const isCancelled = ({ amount_charged, order_id }: Orders.Details): string =>
  `Order ${orderName(order_id)} is cancelled. ${paidBack(amount_charged)}`

/** Says whether an order can be sent back, or else cancelled. */
export function* checkOne(turn: TurnView, { order_id, status: said }: Orders.FoundOrder): AnswerPart {
  const report = yield* eligibilityOf(order_id)
  if (report.return_id !== null) {
    const { return: found } = yield* known(call(ReturnTools.getReturnStatus, { order_id }))
    return found === null ? eligibility(report) : statusOf(found)
  }
  const isToldWhy = report.reason_code !== "not_delivered" || (said !== null && said !== "cancelled")
  const found = isToldWhy ? null : yield* Orders.detailsOf(order_id)
  const status = found?.status ?? said
  if (found?.status === "cancelled") {
    return isCancelled(found)
  }
  const act = report.eligible ? returning : status !== null && cancellable.includes(status) ? cancelling : null
  return sentences(eligibility(report, status), act === null ? null : offer(turn, act))
}

/** Only what was delivered can go back, or lack something. */
export const deliveredFirst: Orders.Rank = ({ status }) =>
  status === "cancelled" ? null : status === "delivered" ? 0 : status === "returned" ? 1 : 2

/** How long after its delivery an order can go back, as it is for one that was delivered. */
function* policyOf({ order_id, window_ends_at: end }: Eligibility): AnswerPart {
  const { status_history } = yield* Orders.detailsOf(order_id)
  const delivered = status_history.findLast(({ status }) => status === "delivered")?.timestamp
  return end === null || delivered === undefined
    ? ""
    : `An order can be sent back as a whole within ${plural(Math.floor(DateTime.distance(delivered, end) / Duration.toMillis("1 day")), "day")} of its delivery. `
}

/** Tells whether an order, or which of the newest delivered ones, can be sent back. */
export function* returnEligibility(wish: Wish, turn: TurnView): AnswerPart {
  const reference = Orders.referenceByProduct(wish)
  if (reference !== null) {
    return yield* checkOne(turn, yield* Orders.meant(turn, reference, deliveredFirst))
  }
  const { orders } = yield* Orders.ordersIn(["delivered"])
  const candidates = orders.filter(({ reason }) => reason === null).slice(0, lookedInto)
  const reports = yield* each(candidates, ({ order_id }) => eligibilityOf(order_id))
  const [newest] = reports
  const entries = lines(reports, (report) => eligibility(report))
  return newest === undefined
    ? "You have no delivered order that could be sent back."
    : `${yield* policyOf(newest)}${listing("Of your newest delivered orders", entries)}\nNothing is changed yet: tell me which order to return if you want that.`
}

/** Proposes to send an order back. */
export function* startReturn(wish: Wish, turn: TurnView): AnswerPart {
  const said = wish.reason ?? (wish.fromHistory ? "" : wish.text)
  const reason = cut(said.trim(), 500) || noReason
  const act = (order_id: string) =>
    call(ReturnTools.initiateReturn, { order_id, reason, refund_method: wish.refundMethod })
  const reference = Orders.referenceByProduct(wish)
  const order = yield* orderFor(turn, returning, reference, act)
  const { order_id } = order
  // A tool acts on an id only when it was said or looked up.
  if (reference !== null && ["age", "other", "position"].includes(reference.kind)) {
    yield* eligibilityOf(order_id)
  }
  const whys = { ...Orders.notFound(order_id), conflict: () => checkOne(turn, order) }
  return yield* leftToShop(act(order_id), whys, `return order ${orderName(order_id)}`)
}

const isReturnStatus = Schema.is(ReturnStatus)

/** The return is approved, and its goods are still with the customer or on their way. */
const isUnderWay = (status: ReturnStatus): boolean => canBecome(status, goodsReceived)

/** What became of a return. */
const statusOf = ({ order_id, refund_amount, refund_method, resolved_at, return_id, status }: ReturnInfo): string => {
  const paid =
    status === "denied"
      ? "Nothing is paid back; please contact our support if you want to know more."
      : `A refund of ${money(refund_amount)} to ${refundDestination[refund_method]} ${
          status === "refunded"
            ? `was paid${resolved_at === null ? "" : ` on ${dayOf(resolved_at)}`}`
            : isUnderWay(status)
              ? "is paid when the goods are here"
              : "has not been paid yet"
        }.`
  return `The return ${return_id} of order ${orderName(order_id)} ${Orders.returnStates[status]}. ${paid}`
}

/** The newest returns of the customer, newest first; if one is named by its id, that one. */
function* newestReturns({ otherId }: Wish): Steps<ReadonlyArray<ReturnInfo>> {
  const { orders } = yield* Orders.ordersIn([null])
  const returned = orders.filter(({ reason }) => reason !== null).slice(0, lookedInto)
  const reports = yield* each(returned, ({ order_id }) => known(call(ReturnTools.getReturnStatus, { order_id })))
  const returns = reports
    .flatMap((report) => (report.return === null ? [] : [report.return]))
    .filter(({ return_id }) => otherId === null || return_id === otherId)
    .toSorted((a, b) => DateTime.Order(b.created_at, a.created_at))
  return otherId !== null && returns.length === 0 ? yield* instead(unknownReturn(otherId)) : returns
}

const unknownReturn = (id: string): string =>
  `I found no return ${id} among your newest ones. Ask me what became of your returns to see them.`

/** The order whose return is spoken of; null when it is the return that is pointed at, as in "my latest return". */
const orderOfReturn = (wish: Wish): OrderReference | null => {
  const reference = Orders.referenceByProduct(wish)
  const isReturn =
    (reference?.kind === "status" && reference.status === "returned") ||
    (reference?.kind === "position" && /\breturns?\b/iu.test(wish.text) && !/\border\b/iu.test(wish.text))
  return isReturn ? null : reference
}

/** A return has a reason: orders without one are not what is asked about. */
const withReturn: Orders.Rank = ({ reason }) => (reason === null ? null : 0)

/** The return of the order that is meant; the newest ones without an order, or if one spoken of before has none. */
function* returnsMeant(turn: TurnView, wish: Wish): Steps<ReadonlyArray<ReturnInfo>> {
  const reference = orderOfReturn(wish)
  if (reference === null) {
    return yield* newestReturns(wish)
  }
  const order = yield* Orders.meant(turn, reference, withReturn)
  const { order_id } = order
  const found = yield* call(ReturnTools.getReturnStatus, { order_id })
  if (found instanceof ToolFailure) {
    // It may be the id of the return itself.
    const isReturn = found.error === "not_found" && wish.otherId === order_id
    return yield* isReturn ? newestReturns(wish) : instead(notDone(found, Orders.notFound(order_id)))
  }
  if (found.return !== null) {
    return [found.return]
  }
  const details = yield* Orders.detailsOf(order_id)
  return details.status === "cancelled"
    ? yield* instead(isCancelled(details))
    : wish.fromHistory
      ? yield* newestReturns(wish)
      : yield* instead(`Order ${orderName(order_id)} has no return. ${yield* checkOne(turn, order)}`)
}

/** The latest of them if that is meant. */
const pointedAt = (returns: ReadonlyArray<ReturnInfo>, { order, text }: Wish): ReadonlyArray<ReturnInfo> =>
  order?.kind === "position" || /\b(?:last|latest|newest|most recent)\b/iu.test(text) ? returns.slice(0, 1) : returns

/** Tells what became of a return; without an order, of the newest ones. */
export function* returnStatus(wish: Wish, turn: TurnView): AnswerPart {
  const returns = pointedAt(yield* returnsMeant(turn, wish), wish).map(statusOf)
  return returns.length === 1 ? returns.join("") : listing("Your newest returns", lines(returns))
}

/** Proposes to pay a return back by its id; `unknown` says what else it may be the id of. */
const refundById = (id: string, unknown: AnswerPart | string): AnswerPart =>
  leftToShop(
    call(ReturnTools.processRefund, { return_id: id }),
    {
      forbidden: refused("refunded"),
      not_found: unknown,
      invalid_argument: unknown,
      conflict: ({ current_status: status, return: settled }) =>
        settled !== undefined
          ? statusOf(settled)
          : isReturnStatus(status) && isUnderWay(status)
            ? `The return ${id} ${Orders.returnStates[status]}. The refund is paid when the goods are here.`
            : `The return ${id} is ${words(status ?? "not ready")}, so nothing is paid back now. Please contact our support if you want to know more.`
    },
    `refund the return ${id}`
  )

/** Proposes to pay back the return that is meant; when several are, asks which. */
function* refundMeant(wish: Wish, turn: TurnView): AnswerPart {
  const returns = yield* returnsMeant(turn, wish)
  const open = returns.filter(({ status }) => status === goodsReceived)
  const [lead, candidates] =
    open.length > 0
      ? ["Which return shall I refund? These can be paid back", open]
      : ["There is nothing to refund. Your returns", returns]
  const which = listing(lead, lines(candidates, statusOf))
  const { return_id } = yield* theOne(pointedAt(candidates, wish), () => which, which)
  return yield* refundById(return_id, unknownReturn(return_id))
}

/** Proposes to pay a return back; if an id was said, never any other. */
export const refund = (wish: Wish, turn: TurnView): AnswerPart =>
  wish.otherId !== null && !/\border\b/iu.test(wish.text)
    ? // If it is not the id of a return, it may be that of the order.
      refundById(wish.otherId, refundMeant(wish, turn))
    : refundMeant(wish, turn)
