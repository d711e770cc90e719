import {
  checkReturnEligibility,
  getReturnStatus,
  initiateReturn,
  processRefund
} from "@storefront/domain/tools/ReturnTools"
import { refundable } from "@storefront/domain/rules/ReturnLifecycle"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type TurnView } from "@storefront/server/model/Playbook"
import { type FoundOrder } from "../language/References.ts"
import { type Wish } from "../language/Wish.ts"
import { notAvailable, type Part } from "../shared/Parts.ts"
import {
  aboutOrder,
  allows,
  isPointed,
  type Calls,
  type ListedOrder,
  meantAmong,
  newest,
  orders,
  ordersIn,
  referenceByProduct,
  maxListed,
  unreadable
} from "./finding.ts"
import * as Wording from "./returnWording.ts"
import { noOrder } from "./wording.ts"

/** How many orders are looked into when none was named. */
const lookedInto = 3

/** The reason that is recorded when the customer's words have none. */
const unspecified = "Returned at the customer's request"

/** Whether an order can be sent back, with the question that a yes answers. */
function* checkOne(turn: TurnView, orderId: string): Part {
  const report = yield* call(checkReturnEligibility, { order_id: orderId })
  return report instanceof ToolFailure
    ? unreadable(report, orderId)
    : Wording.eligibility(report, allows(initiateReturn, turn))
}

/** Delivered orders that have no return, newest first. */
function* returnCandidates(): Calls<ReadonlyArray<ListedOrder> | ToolFailure> {
  const delivered = yield* ordersIn(["delivered"])
  return delivered instanceof ToolFailure ? delivered : delivered.filter(({ reason }) => reason === null)
}

/** Tells whether an order, or which of the newest delivered ones, can be sent back. */
export function* returnEligibility(turn: TurnView, wish: Wish): Part {
  const reference = referenceByProduct(wish)
  if (reference !== null) {
    return yield* aboutOrder(turn, reference, newest, ({ order_id }) => checkOne(turn, order_id))
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

/** Returns an order that is clear, when the customer has told us to; else tells what that would mean, and asks. */
function* returnOne(turn: TurnView, wish: Wish, { order_id }: FoundOrder): Part {
  if (!wish.isExplicit) {
    return yield* checkOne(turn, order_id)
  }
  const reason = (wish.reason ?? wish.text).trim().slice(0, 500)
  const result = yield* call(initiateReturn, {
    order_id,
    reason: reason === "" ? unspecified : reason,
    ...(wish.refundMethod === null ? {} : { refund_method: wish.refundMethod })
  })
  return result instanceof ToolFailure ? Wording.notReturned(order_id, result) : Wording.started(result)
}

/** Sends something back. Whenever there is a choice of orders it asks and changes nothing. */
export function* startReturn(turn: TurnView, wish: Wish): Part {
  const reference = referenceByProduct(wish)
  if (!allows(initiateReturn, turn) && !isPointed(reference)) {
    return Wording.refused
  }
  const meant = yield* meantAmong(turn, reference, ["delivered"])
  switch (meant._tag) {
    case "One":
      return yield* returnOne(turn, wish, meant.order)
    case "Choice": {
      const [only, ...others] = meant.candidates
      return only !== undefined && others.length === 0
        ? yield* checkOne(turn, only.order_id)
        : Wording.whichToReturn(meant.candidates)
    }
    case "NoneHolds":
      return Wording.noneHolds(meant.product)
    case "None":
      return noOrder(meant.reference)
    case "Failed":
      return notAvailable("your orders")
  }
}

type ReturnStatusReport = typeof getReturnStatus.successSchema.Type

/** The returns of the customer, by their newest orders. */
function* newestReturns(): Calls<ReadonlyArray<ReturnStatusReport> | ToolFailure> {
  const page = yield* orders(maxListed, null)
  if (page instanceof ToolFailure) {
    return page
  }
  const reports = []
  for (const { order_id } of page.orders.filter(({ reason }) => reason !== null).slice(0, lookedInto)) {
    const report = yield* call(getReturnStatus, { order_id })
    if (report instanceof ToolFailure) {
      return report
    }
    reports.push(report)
  }
  return reports
}

/** Tells what became of a return; without an order, of the newest ones. */
export function* returnStatus(turn: TurnView, wish: Wish): Part {
  const reference = referenceByProduct(wish)
  if (reference !== null && !(reference.kind === "status" && reference.status === "returned")) {
    return yield* aboutOrder(turn, reference, newest, function* ({ order_id }) {
      const report = yield* call(getReturnStatus, { order_id })
      return report instanceof ToolFailure
        ? unreadable(report, order_id)
        : report.return === null
          ? `${Wording.noReturn(order_id)} ${yield* checkOne(turn, order_id)}`
          : Wording.status(report.return)
    })
  }
  const reports = yield* newestReturns()
  if (reports instanceof ToolFailure) {
    return notAvailable("your returns")
  }
  const returns = reports.flatMap((report) => (report.return === null ? [] : [report.return]))
  const named = returns.filter(({ return_id }) => return_id === wish.otherId)
  return Wording.statuses(named.length > 0 ? named : returns)
}

/** Pays a return back by its id. */
function* refundById(turn: TurnView, returnId: string): Part {
  const result = yield* call(processRefund, { return_id: returnId })
  return result instanceof ToolFailure
    ? Wording.notRefunded(returnId, result)
    : Wording.refunded(result, turn.context.customer.loyalty_tier)
}

/** Pays the return of an order back when that is possible and the customer has told us to; else says why not, or asks. */
function* settle(turn: TurnView, wish: Wish, report: ReturnStatusReport): Part {
  const found = report.return
  if (found === null) {
    return `${Wording.noReturn(report.order_id)} ${yield* checkOne(turn, report.order_id)}`
  }
  if (!refundable.includes(found.status)) {
    return Wording.status(found)
  }
  return wish.isExplicit
    ? yield* refundById(turn, found.return_id)
    : allows(processRefund, turn)
      ? Wording.refundProposal(found)
      : `${Wording.status(found)} ${Wording.refundRefused}`
}

/** Pays back the return that is clearly meant. */
export function* refund(turn: TurnView, wish: Wish): Part {
  if (wish.otherId !== null && wish.isExplicit) {
    return yield* refundById(turn, wish.otherId)
  }
  const reference = referenceByProduct(wish)
  if (reference !== null && !(reference.kind === "status" && reference.status === "returned")) {
    return yield* aboutOrder(turn, reference, newest, function* ({ order_id }) {
      const report = yield* call(getReturnStatus, { order_id })
      return report instanceof ToolFailure ? unreadable(report, order_id) : yield* settle(turn, wish, report)
    })
  }
  const reports = yield* newestReturns()
  if (reports instanceof ToolFailure) {
    return notAvailable("your returns")
  }
  const open = reports.filter((report) => report.return !== null && refundable.includes(report.return.status))
  const [only, ...others] = open
  if (only === undefined) {
    return Wording.nothingToRefund(reports.flatMap((report) => (report.return === null ? [] : [report.return])))
  }
  return others.length === 0
    ? yield* settle(turn, wish, only)
    : Wording.whichToRefund(open.flatMap((report) => (report.return === null ? [] : [report.return])))
}
