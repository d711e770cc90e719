import {
  checkReturnEligibility,
  getReturnStatus,
  initiateReturn,
  processRefund
} from "@storefront/domain/tools/ReturnTools"
import { type OrderStatus } from "@storefront/domain/Orders"
import { refundable } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnInfo } from "@storefront/domain/tools/ReturnFields"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { allows, call, type Calls, isUnagreed } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { DateTime } from "effect"
import { type FoundOrder, orderPage } from "../References.ts"
import { type OrderReference, type Wish } from "../../Wish.ts"
import { type AnswerPart, notAvailable, spoken } from "../AnswerParts.ts"
import {
  aboutFitting,
  aboutMeant,
  isPointed,
  type ListedOrder,
  meantAmong,
  newest,
  ordersIn,
  type Preference,
  referenceByProduct,
  unreadable,
  withDetails
} from "./Finding.ts"
import * as Wording from "./ReturnWording.ts"

/** How many orders are looked into when none was named. */
const lookedInto = 3

/** The reason that is recorded when the customer's words have none. */
const unspecified = "Returned at the customer's request"

/** Whether an order can be sent back, with the question that a yes answers. */
export function* checkOne(turn: TurnView, { order_id, status }: FoundOrder): AnswerPart {
  const report = yield* call(checkReturnEligibility, { order_id })
  if (report instanceof ToolFailure) {
    return unreadable(report, order_id)
  }
  const tell = (status: OrderStatus | null) => Wording.eligibility(report, status, allows(initiateReturn, turn))
  return report.reason_code === "not_delivered" && status === null
    ? yield* withDetails(order_id, (order) => tell(order.status))
    : tell(status)
}

/** Delivered orders that have no return, newest first. */
function* returnCandidates(): Calls<ReadonlyArray<ListedOrder> | ToolFailure> {
  const delivered = yield* ordersIn(["delivered"])
  return delivered instanceof ToolFailure ? delivered : delivered.filter(({ reason }) => reason === null)
}

/** Only what was delivered can go back. */
const deliveredFirst: Preference = (candidates) =>
  candidates.find(({ status }) => status === "delivered") ?? candidates[0]

const byReturn = ({ status }: ListedOrder): number | null =>
  status === "cancelled" ? null : status === "delivered" ? 0 : status === "returned" ? 1 : 2

/** Tells whether an order, or which of the newest delivered ones, can be sent back. */
export function* returnEligibility(turn: TurnView, wish: Wish): AnswerPart {
  const reference = referenceByProduct(wish)
  if (reference !== null) {
    return yield* aboutFitting(turn, reference, deliveredFirst, byReturn, (order) => checkOne(turn, order))
  }
  const candidates = yield* returnCandidates()
  if (candidates instanceof ToolFailure) {
    return notAvailable("your orders")
  }
  const reports = []
  for (const { order_id } of candidates.slice(0, lookedInto)) {
    const report = yield* call(checkReturnEligibility, { order_id })
    if (report instanceof ToolFailure) {
      return unreadable(report, order_id)
    }
    reports.push(report)
  }
  return Wording.eligibilities(reports)
}

/** Returns an order if the customer has told us to; otherwise says what that would mean, and asks. */
function* returnOne(turn: TurnView, wish: Wish, order: FoundOrder): AnswerPart {
  if (!wish.isExplicit) {
    return yield* checkOne(turn, order)
  }
  const { order_id } = order
  const reason = cut((wish.reason ?? wish.text).trim(), 500)
  const result = yield* call(initiateReturn, {
    order_id,
    reason: reason === "" ? unspecified : reason,
    ...(wish.refundMethod === null ? {} : { refund_method: wish.refundMethod })
  })
  if (result instanceof ToolFailure && isUnagreed(result)) {
    return yield* checkOne(turn, order)
  }
  return result instanceof ToolFailure ? Wording.notReturned(order_id, result) : Wording.started(result)
}

/** Sends an order back. Whenever several could be meant it asks and changes nothing. */
export function* startReturn(turn: TurnView, wish: Wish): AnswerPart {
  const reference = referenceByProduct(wish)
  if (!allows(initiateReturn, turn) && !isPointed(reference)) {
    return Wording.refused
  }
  return yield* aboutMeant(reference, yield* meantAmong(turn, reference, ["delivered"]), {
    one: (order) => returnOne(turn, wish, order),
    choice: (candidates) => {
      const [only, ...others] = candidates
      return only !== undefined && others.length === 0 ? checkOne(turn, only) : Wording.whichToReturn(candidates)
    },
    noneHolds: Wording.noneHolds
  })
}

/** The newest returns of the customer, newest first. */
function* newestReturns(): Calls<ReadonlyArray<ReturnInfo> | ToolFailure> {
  const page = yield* orderPage(mostRows, null)
  if (page instanceof ToolFailure) {
    return page
  }
  const returns: Array<ReturnInfo> = []
  for (const { order_id } of page.orders.filter(({ reason }) => reason !== null).slice(0, lookedInto)) {
    const report = yield* call(getReturnStatus, { order_id })
    if (report instanceof ToolFailure) {
      return report
    }
    returns.push(...(report.return === null ? [] : [report.return]))
  }
  return returns.toSorted((a, b) => DateTime.Order(b.created_at, a.created_at))
}

/** The order whose return is spoken of; null when it is the return that is pointed at, as in "my latest return". */
const orderOfReturn = (wish: Wish): OrderReference | null => {
  const reference = referenceByProduct(wish)
  const isReturn =
    reference === null ||
    (reference.kind === "status" && reference.status === "returned") ||
    (reference.kind === "position" && /\breturns?\b/iu.test(wish.text) && !/\border\b/iu.test(wish.text))
  return isReturn ? null : reference
}

/** The returns that are pointed at, by their id or as the latest one; if none is, all of them. */
const pointedAt = (returns: ReadonlyArray<ReturnInfo>, { order, otherId, text }: Wish): ReadonlyArray<ReturnInfo> => {
  const named = returns.filter(({ return_id }) => return_id === otherId)
  const isLatest = order?.kind === "position" || /\b(?:last|latest|newest|most recent)\b/iu.test(text)
  return named.length > 0 ? named : isLatest ? returns.slice(0, 1) : returns
}

/**
 * Tells something about the return of the order that is meant. An order that was only spoken of before and has no return
 * is not meant: then, as without an order, `among` is given the newest returns.
 */
function* aboutReturn(
  turn: TurnView,
  wish: Wish,
  tell: (found: ReturnInfo) => AnswerPart | string,
  among: (returns: ReadonlyArray<ReturnInfo>) => AnswerPart | string
): AnswerPart {
  const reference = orderOfReturn(wish)
  const newestOnes = function* (): AnswerPart {
    const returns = yield* newestReturns()
    return returns instanceof ToolFailure ? notAvailable("your returns") : yield* spoken(among(returns))
  }
  if (reference === null) {
    return yield* newestOnes()
  }
  // A return has a reason: orders without one are not what is asked about.
  const withReturn = ({ reason }: ListedOrder) => (reason === null ? null : 0)
  return yield* aboutFitting(turn, reference, newest, withReturn, function* (order) {
    const { order_id } = order
    const report = yield* call(getReturnStatus, { order_id })
    if (report instanceof ToolFailure) {
      // It may be the id of the return itself.
      return report.error === "not_found" && wish.otherId === order_id
        ? yield* newestOnes()
        : unreadable(report, order_id)
    }
    if (report.return !== null) {
      return yield* spoken(tell(report.return))
    }
    return wish.fromHistory ? yield* newestOnes() : `${Wording.noReturn(order_id)} ${yield* checkOne(turn, order)}`
  })
}

/** Tells what became of a return; without an order, of the newest ones. */
export const returnStatus = (turn: TurnView, wish: Wish): AnswerPart =>
  aboutReturn(turn, wish, Wording.status, (returns) => Wording.statuses(pointedAt(returns, wish)))

const worded = (turn: TurnView, returnId: string, result: Wording.Refund | ToolFailure): string =>
  result instanceof ToolFailure
    ? Wording.notRefunded(returnId, result)
    : Wording.refunded(result, turn.context.customer.loyalty_tier)

/** Pays a return back by its id. */
function* refundById(turn: TurnView, returnId: string): AnswerPart {
  return worded(turn, returnId, yield* call(processRefund, { return_id: returnId }))
}

/** Pays a return back if the customer has told us to and the tool lets us; otherwise says how it stands, or asks. */
function* settle(turn: TurnView, wish: Wish, found: ReturnInfo): AnswerPart {
  if (wish.isExplicit) {
    return yield* refundById(turn, found.return_id)
  }
  return !refundable.includes(found.status)
    ? Wording.status(found)
    : allows(processRefund, turn)
      ? Wording.refundProposal(found)
      : `${Wording.status(found)} ${Wording.refundRefused}`
}

/** Pays back the return that is clearly meant; if an id was said, never any other. */
export function* refund(turn: TurnView, wish: Wish): AnswerPart {
  const { isExplicit, otherId, text } = wish
  if (otherId !== null && isExplicit && !/\border\b/iu.test(text)) {
    const result = yield* call(processRefund, { return_id: otherId })
    // If it is not the id of a return, it may be that of the order.
    if (!(result instanceof ToolFailure && result.error === "not_found")) {
      return worded(turn, otherId, result)
    }
  }
  return yield* aboutReturn(
    turn,
    wish,
    (found) => settle(turn, wish, found),
    function* (returns) {
      if (otherId !== null && returns.every(({ return_id }) => return_id !== otherId)) {
        return Wording.unknownReturn(otherId)
      }
      const open = returns.filter(({ status }) => refundable.includes(status))
      const [only, ...others] = pointedAt(open.length > 0 ? open : returns, wish)
      return only !== undefined && others.length === 0
        ? yield* settle(turn, wish, only)
        : open.length > 0
          ? Wording.whichToRefund(open)
          : Wording.nothingToRefund(returns)
    }
  )
}
