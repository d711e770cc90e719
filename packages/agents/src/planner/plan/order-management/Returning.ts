import { noReason } from "@storefront/domain/confirmation/Terms"
import { canBecome, goodsReceived } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnInfo } from "@storefront/domain/tools/ReturnFields"
import * as ReturnTools from "@storefront/domain/tools/ReturnTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { dayOf, lines, money, plural, refundDestination } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { Array, DateTime, Duration } from "effect"
import { orderName } from "../../text/OrderNames.ts"
import { type OrderReference, type Wish } from "../../Wish.ts"
import { listing, sentenceCase, sentences, words } from "../Blocks.ts"
import { theOne } from "../Picking.ts"
import * as Orders from "../Orders.ts"
import {
  type AnswerPart,
  call,
  each,
  instead,
  known,
  leftToShop,
  notDone,
  saying,
  sayingList,
  type Steps
} from "../Steps.ts"
import { type Act, asWhole, cancelling, offer, orderFor, paidBack, refused } from "./Acting.ts"

const lookedInto = 3

type Eligibility = typeof ReturnTools.checkReturnEligibility.successSchema.Type

/** Whether an order can be sent back, until when, and what that brings, or why not. */
const eligibility = (order: Orders.FoundOrder, report: Eligibility): string => {
  const { message, reason_code, refund_amount, window_ends_at } = report
  const name = sentenceCase(Orders.named(order))
  const until = window_ends_at === null ? "" : ` until ${dayOf(window_ends_at)}`
  switch (reason_code) {
    case "eligible":
      return `${name} can be sent back as a whole${until}.${refund_amount === null ? "" : ` You would get ${money(refund_amount)} back.`}`
    case "not_delivered":
      return `${name} cannot be sent back${order.status === null ? "" : ` while it is ${words(order.status)}`}: only delivered orders can.`
    default:
      return `${name} could be sent back${until}. ${message}`
  }
}

const eligibilityOf = (order_id: string): Steps<Eligibility> =>
  Orders.ofOrder(order_id, call(ReturnTools.checkReturnEligibility, { order_id }))

const returning: Act = { tool: ReturnTools.initiateReturn, verb: "return", done: "returned", statuses: ["delivered"] }

const isCancelled = ({ amount_charged, order_id }: Orders.Details): string =>
  `Order ${orderName(order_id)} is cancelled. ${paidBack(amount_charged)}`

/** Says whether an order can be sent back, or else cancelled. */
export function* checkOne(turn: TurnView, order: Orders.FoundOrder): AnswerPart {
  const { order_id } = order
  const report = yield* eligibilityOf(order_id)
  if (report.return_id !== null) {
    const { return: found } = yield* known(call(ReturnTools.getReturnStatus, { order_id }))
    return found === null ? eligibility(order, report) : statusOf({ ...order, ...found })
  }
  if (report.reason_code !== "not_delivered") {
    return sentences(eligibility(order, report), report.eligible ? offer(turn, returning) : null)
  }
  const found = yield* Orders.detailsOf(order_id)
  return found.status === "cancelled"
    ? isCancelled(found)
    : sentences(
        eligibility({ ...order, status: found.status }, report),
        found.can_cancel ? offer(turn, cancelling) : null
      )
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
  const entries = lines(Array.zipWith(candidates, reports, eligibility))
  return newest === undefined
    ? "You have no delivered order that could be sent back."
    : yield* saying(
        `${yield* policyOf(newest)}${listing("Of your newest delivered orders", entries)}\nNothing is changed yet: tell me which order to return if you want that.`,
        { list: candidates.map(Orders.orderItem) }
      )
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
  return yield* leftToShop(act(order_id), whys, `return order ${orderName(order_id)}`, undefined, () =>
    asWhole(wish, order, returning.done)
  )
}

/** A return, with the products of its order where they are known. */
type Returned = ReturnInfo & Pick<Orders.FoundOrder, "more_products" | "products">

const statusOf = (returned: Returned): string => {
  const { refund_amount, refund_method, resolved_at, status } = returned
  const paid =
    status === "denied"
      ? "Nothing is paid back; please contact our support if you want to know more."
      : `A refund of ${money(refund_amount)} to ${refundDestination[refund_method]} ${
          status === "refunded"
            ? `was paid${resolved_at === null ? "" : ` on ${dayOf(resolved_at)}`}`
            : // The return is approved, and its goods are still with the customer or on their way.
              canBecome(status, goodsReceived)
              ? "is paid when the goods are here"
              : "has not been paid yet"
        }.`
  return `The return of ${Orders.named(returned)} ${Orders.returnStates[status]}. ${paid}`
}

/** The newest returns of the customer, newest first; if one is named by its id, that one. */
function* newestReturns({ otherId }: Wish): Steps<ReadonlyArray<Returned>> {
  const { orders } = yield* Orders.ordersIn([null])
  const returned = orders.filter(({ reason }) => reason !== null).slice(0, lookedInto)
  const reports = yield* each(returned, ({ order_id }) => known(call(ReturnTools.getReturnStatus, { order_id })))
  const returns = Array.zip(returned, reports)
    .flatMap(([order, report]) => (report.return === null ? [] : [{ ...order, ...report.return }]))
    .filter(({ return_id }) => otherId === null || return_id === otherId)
    .toSorted((a, b) => DateTime.Order(b.created_at, a.created_at))
  return otherId !== null && returns.length === 0 ? yield* instead(unknownReturn) : returns
}

const unknownReturn = "I found no such return among your newest ones. Ask me what became of your returns to see them."

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
function* returnsMeant(turn: TurnView, wish: Wish): Steps<ReadonlyArray<Returned>> {
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
  return found.return !== null
    ? [{ ...order, ...found.return }]
    : wish.fromHistory
      ? yield* newestReturns(wish)
      : yield* instead(`Order ${orderName(order_id)} has no return. ${yield* checkOne(turn, order)}`)
}

const pointedAt = (returns: ReadonlyArray<Returned>, { order, text }: Wish): ReadonlyArray<Returned> =>
  order?.kind === "position" || /\b(?:last|latest|newest|most recent)\b/iu.test(text) ? returns.slice(0, 1) : returns

const sayingReturns = (lead: string, returns: ReadonlyArray<Returned>, kept: Parameters<typeof saying>[1] = {}) =>
  sayingList(lead, returns, statusOf, Orders.orderItem, kept)

/** Tells what became of a return; without an order, of the newest ones. */
export function* returnStatus(wish: Wish, turn: TurnView): AnswerPart {
  const returns = pointedAt(yield* returnsMeant(turn, wish), wish)
  return yield* returns.length === 1
    ? saying(returns.map(statusOf).join(""), { orders: returns.map(({ order_id }) => order_id) })
    : sayingReturns("Your newest returns", returns)
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
          : `That return is ${words(status ?? "not ready")}, so nothing is paid back now.`
    },
    "refund that return"
  )

/** Proposes to pay back the return that is meant; when several are, asks which. */
function* refundMeant(wish: Wish, turn: TurnView): AnswerPart {
  const returns = yield* returnsMeant(turn, wish)
  const open = returns.filter(({ status }) => status === goodsReceived)
  const [lead, candidates] =
    open.length > 0
      ? ["Which return shall I refund? These can be paid back", open]
      : ["There is nothing to refund. Your returns", returns]
  const { return_id } = yield* theOne(
    pointedAt(candidates, wish),
    () => sayingReturns(lead, candidates, { asked: "order" }),
    sayingReturns(lead, candidates)
  )
  return yield* refundById(return_id, unknownReturn)
}

/** Proposes to pay a return back; if an id was said, never any other: that of a return, or of its order. */
export const refund = (wish: Wish, turn: TurnView): AnswerPart =>
  wish.otherId !== null && !/\border\b/iu.test(wish.text)
    ? refundById(wish.otherId, refundMeant(wish, turn))
    : refundMeant(wish, turn)
