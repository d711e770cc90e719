import { noReason } from "@storefront/domain/confirmation/Terms"
import { goodsReceived } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnInfo } from "@storefront/domain/tools/ReturnFields"
import * as ReturnTools from "@storefront/domain/tools/ReturnTools"
import { dayOf, lines, money, refundDestination } from "@storefront/domain/Wording"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { Array, DateTime } from "effect"
import { orderName } from "../../text/OrderNames.ts"
import { type Wish } from "../../Wish.ts"
import { contact, listing, sentenceCase, sentences, words } from "../Blocks.ts"
import { theOne } from "../Picking.ts"
import * as Orders from "../Orders.ts"
import { type AnswerPart, call, callAll, knownAll, leftToShop, saying, sayingList, type Steps } from "../Steps.ts"
import { type Act, offer, orderFor, refused } from "./Acting.ts"
import { returnStates, tracked } from "./Telling.ts"

const lookedInto = 3

const idOf = ({ order_id }: Orders.FoundOrder) => ({ order_id })

type Eligibility = typeof ReturnTools.checkReturnEligibility.successSchema.Type

/** Whether an order can be sent back, until when, and what that brings, or why not. */
const eligibility = (order: Orders.FoundOrder, report: Eligibility): string => {
  const { message, reason_code, refund_amount, window_ends_at } = report
  const name = sentenceCase(Orders.named(order))
  return reason_code === "already_requested"
    ? `${name} has a return already: ask me what became of it.`
    : reason_code !== "eligible" || refund_amount === null || window_ends_at === null
      ? `${name} cannot be sent back now. ${message}`
      : `${name} can be sent back as a whole until ${dayOf(window_ends_at)}. You would get ${money(refund_amount)} back.`
}

const eligibilityOf = (order_id: string): Steps<Eligibility> =>
  Orders.ofOrder(order_id, call(ReturnTools.checkReturnEligibility, { order_id }))

const returning: Act = { tool: ReturnTools.initiateReturn, verb: "return", done: "returned", statuses: ["delivered"] }

/** Tells whether an order, or which of the newest delivered ones, can be sent back. */
export function* returnEligibility(wish: Wish, turn: TurnView): AnswerPart {
  const reference = Orders.referenceByProduct(wish)
  if (reference !== null) {
    const order = yield* Orders.meant(turn, reference, returning.statuses)
    const report = yield* eligibilityOf(order.order_id)
    return sentences(eligibility(order, report), report.eligible ? offer(turn, returning) : null)
  }
  const { orders } = yield* Orders.ordersIn(returning.statuses)
  const candidates = orders.filter(({ reason }) => reason === null).slice(0, lookedInto)
  const reports = yield* knownAll(callAll(ReturnTools.checkReturnEligibility, candidates.map(idOf)))
  return candidates.length === 0
    ? "You have no delivered order that could be sent back."
    : yield* saying(
        `${listing("Of your newest delivered orders", lines(Array.zipWith(candidates, reports, eligibility)))}\nNothing is changed yet: tell me which order to return if you want that.`,
        { list: candidates.map(Orders.orderItem) }
      )
}

/** Proposes to send an order back. */
export function* startReturn(wish: Wish, turn: TurnView): AnswerPart {
  const said = wish.reason ?? (wish.fromHistory ? "" : wish.text)
  const reason = cut(said.trim(), 500) || noReason
  const order = yield* orderFor(turn, returning, Orders.referenceByProduct(wish))
  const { order_id } = order
  const report = yield* eligibilityOf(order_id)
  return report.eligible
    ? yield* leftToShop(
        call(ReturnTools.initiateReturn, { order_id, reason, refund_method: wish.refundMethod }),
        {},
        `return order ${orderName(order_id)}`
      )
    : eligibility(order, report)
}

/** A return, with the products of its order where they are known. */
type Returned = ReturnInfo & Pick<Orders.FoundOrder, "more_products" | "products">

const statusOf = (returned: Returned): string => {
  const { refund_amount, refund_method, resolved_at, status } = returned
  const paid =
    status === "denied"
      ? "Nothing is paid back; please contact our support if you want to know more."
      : `A refund of ${money(refund_amount)} to ${refundDestination[refund_method]} ${
          status !== "refunded"
            ? "has not been paid yet"
            : `was paid${resolved_at === null ? "" : ` on ${dayOf(resolved_at)}`}`
        }.`
  return `The return of ${Orders.named(returned)} ${returnStates[status]}. ${paid}`
}

/** The returns of the order that is meant, or else the newest ones; `without` is an order that has none. */
function* returnsMeant(wish: Wish, turn: TurnView) {
  const said = Orders.referenceByProduct(wish)
  const isReturn = /\breturns?\b/iu.test(wish.text) && !/\border\b/iu.test(wish.text)
  // "My latest return" points at a return, not at an order.
  const reference = isReturn && (said?.kind === "position" || said?.kind === "status") ? null : said
  const orders =
    reference === null
      ? (yield* Orders.ordersIn([null])).orders.filter(({ reason }) => reason !== null).slice(0, lookedInto)
      : [yield* Orders.meant(turn, reference, ["returned"])]
  const reports = yield* knownAll(callAll(ReturnTools.getReturnStatus, orders.map(idOf)))
  const returns = Array.zip<Orders.FoundOrder, (typeof reports)[number]>(orders, reports)
    .flatMap(([order, report]) => (report.return === null ? [] : [{ ...order, ...report.return }]))
    .toSorted((a, b) => DateTime.Order(b.created_at, a.created_at))
  return { returns, without: reference === null ? undefined : orders[0] }
}

/** Narrows returns, newest first, to the latest one if that is what was said. */
const latest = <A>({ text }: Wish, returns: ReadonlyArray<A>): ReadonlyArray<A> =>
  /\b(?:last|latest|newest|most recent)\b/iu.test(text) ? returns.slice(0, 1) : returns

const sayingReturns = (lead: string, returns: ReadonlyArray<Returned>, kept: Parameters<typeof saying>[1] = {}) =>
  sayingList(lead, returns, statusOf, Orders.orderItem, kept)

/** Tells that an order has no return: how to send it back, or else where it is and who can help. */
function* withoutReturn(order: Orders.FoundOrder | undefined, turn: TurnView): AnswerPart {
  const help = `If something is wrong with an order, a person can look into it: write to ${contact(turn)}.`
  if (order === undefined) {
    return `You have no returns. ${help}`
  }
  const report = yield* eligibilityOf(order.order_id)
  return sentences(
    `Order ${orderName(order.order_id)} has no return.`,
    report.eligible ? eligibility(order, report) : yield* tracked(order),
    report.eligible ? offer(turn, returning) : help
  )
}

/** Tells what became of a return; without an order, of the newest ones. */
export function* returnStatus(wish: Wish, turn: TurnView): AnswerPart {
  const { returns, without } = yield* returnsMeant(wish, turn)
  return returns.length === 0
    ? yield* withoutReturn(without, turn)
    : yield* sayingReturns("Your returns", latest(wish, returns))
}

const unknownReturn = "I found no such return. Ask me what became of your returns to see them."

/** Proposes to pay back the return that is named by its id, or else the only one that is meant; of several it asks which. */
export function* refund(wish: Wish, turn: TurnView): AnswerPart {
  let id = /\border\b/iu.test(wish.text) ? null : wish.otherId
  if (id === null) {
    const { returns, without } = yield* returnsMeant(wish, turn)
    const open = returns.filter(({ status }) => status === goodsReceived)
    const found = yield* theOne(
      latest(wish, open.length > 0 ? open : returns),
      (several) =>
        open.length > 0
          ? sayingReturns("Which return shall I refund? These can be paid back", several, { asked: "order" })
          : sayingReturns("Nothing can be paid back now. Your returns", several),
      withoutReturn(without, turn)
    )
    id = found.return_id
  }
  return yield* leftToShop(
    call(ReturnTools.processRefund, { return_id: id }),
    {
      forbidden: refused("refunded"),
      not_found: unknownReturn,
      invalid_argument: unknownReturn,
      conflict: ({ current_status: status, return: settled }) =>
        settled !== undefined
          ? statusOf(settled)
          : `That return is ${words(status ?? "not ready")}, so nothing is paid back now.`
    },
    "refund that return"
  )
}
