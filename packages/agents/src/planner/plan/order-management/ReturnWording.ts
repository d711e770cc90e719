import { type LoyaltyTier } from "@storefront/domain/Identity"
import { type OrderStatus } from "@storefront/domain/Orders"
import { type RefundMethod } from "@storefront/domain/Returns"
import { type ReturnInfo } from "@storefront/domain/tools/ReturnFields"
import {
  type checkReturnEligibility,
  type initiateReturn,
  type processRefund
} from "@storefront/domain/tools/ReturnTools"
import { type ToolFailure } from "@storefront/domain/tools/ToolContract"
import { dayOf, lines, money, plural } from "@storefront/domain/Wording"
import { type FoundOrder } from "../References.ts"
import { missing, orderLines, returnStatus, sentences, support } from "./Wording.ts"

type Eligibility = typeof checkReturnEligibility.successSchema.Type
type Started = typeof initiateReturn.successSchema.Type
/** A return that was paid back. */
export type Refund = typeof processRefund.successSchema.Type

/** An account whose role may not return orders. */
export const refused = `Your account cannot return orders through this chat; ${support}.`

/** An account whose role may not have returns paid back. */
export const refundRefused = `Your account cannot have returns refunded through this chat; ${support}.`

const destination: { readonly [M in RefundMethod]: string } = {
  original_payment: "your original payment method",
  store_credit: "store credit"
}

const refundOf = ({ refund_amount, refund_method, resolved_at, status }: ReturnInfo): string => {
  const amount = money(refund_amount)
  switch (status) {
    case "denied":
      return `Nothing is paid back; ${support} if you want to know more.`
    case "refunded":
      return `${amount} was refunded to ${destination[refund_method]}${resolved_at === null ? "" : ` on ${dayOf(resolved_at)}`}.`
    case "requested":
      return `The refund would be ${amount}.`
    default:
      return `The refund is ${amount}, to ${destination[refund_method]}; it has not been paid yet.`
  }
}

/** What became of a return. */
export const status = (found: ReturnInfo): string =>
  `The return ${found.return_id} of order ${found.order_id} ${returnStatus[found.status]}. ${refundOf(found)}`

/** What became of several returns. */
export const statuses = (found: ReadonlyArray<ReturnInfo>): string => {
  const [only, ...others] = found
  return only === undefined
    ? "None of your orders has a return."
    : others.length === 0
      ? status(only)
      : `Your newest returns:\n${lines(found.map(status))}`
}

/** An order without a return. */
export const noReturn = (orderId: string): string => `Order ${orderId} has no return.`

/** Why an order that is not delivered cannot be sent back; asks whether to cancel it where the person may. */
const notDelivered = (orderId: string, status: string | null | undefined, mayCancel: boolean): string => {
  switch (status) {
    case "placed":
    case "confirmed":
      return `Order ${orderId} has not been sent yet, so there is nothing to send back.${mayCancel ? ` Shall I cancel order ${orderId} instead?` : ""}`
    case "cancelled":
      return `Order ${orderId} was cancelled, so there is nothing to send back.`
    case "shipped":
    case "out_for_delivery":
      return `Order ${orderId} is still on its way. It can be sent back once it is delivered.`
    default:
      return `Order ${orderId} cannot be sent back at this point: only delivered orders can.`
  }
}

/** Why an order in a status, where that is known, cannot be sent back. */
const why = (
  { delivered_at, order_id, reason_code, return_id, window_ends_at }: Eligibility,
  status: OrderStatus | null,
  mayCancel: boolean
): string => {
  switch (reason_code) {
    case "already_requested":
      return `Order ${order_id} has a return already${return_id === null ? "" : `, ${return_id}`}. Ask me for its status if you want.`
    case "window_closed":
      return sentences(
        `Order ${order_id} cannot be sent back any more.`,
        delivered_at === null || window_ends_at === null
          ? null
          : `It was delivered on ${dayOf(delivered_at)}, and the time for returns ended on ${dayOf(window_ends_at)}.`
      )
    case "no_delivery_record":
      return `I see no record of the delivery of order ${order_id}, so I cannot return it; ${support}.`
    default:
      return notDelivered(order_id, status, mayCancel)
  }
}

const untilWhen = ({ days_remaining, window_ends_at }: Eligibility): string =>
  window_ends_at === null || days_remaining === null
    ? ""
    : ` until ${dayOf(window_ends_at)}, ${days_remaining === 1 ? "the last day" : `${plural(days_remaining, "day")} from now`}`

const amountOf = ({ refund_amount }: Eligibility): string =>
  refund_amount === null ? "" : ` You would get ${money(refund_amount)} back.`

/** Whether an order can be sent back; asks whether to do it where that is possible. Who may return may also cancel. */
export const eligibility = (report: Eligibility, status: OrderStatus | null, mayReturn: boolean): string =>
  !report.eligible
    ? why(report, status, mayReturn)
    : `Order ${report.order_id} can be sent back${untilWhen(report)}.${amountOf(report)} ${mayReturn ? `Shall I return order ${report.order_id}? Nothing is changed yet.` : refused}`

/** Which of the newest delivered orders can be sent back. */
export const eligibilities = (reports: ReadonlyArray<Eligibility>): string => {
  const eligible = reports.filter((report) => report.eligible)
  return reports.length === 0
    ? "You have no delivered order that could be sent back."
    : eligible.length === 0
      ? `None of your newest delivered orders can be sent back any more:\n${lines(reports.map((report) => why(report, "delivered", false)))}`
      : `These of your newest delivered orders can be sent back:\n${lines(
          eligible.map((report) => `Order ${report.order_id}${untilWhen(report)}.${amountOf(report)}`)
        )}\nNothing is changed yet: tell me which order to return if you want that.`
}

/** Which order to send back, of several that could be meant. */
export const whichToReturn = (candidates: ReadonlyArray<FoundOrder>): string =>
  candidates.length === 0
    ? "You have no delivered order that could be sent back."
    : `Which order shall I return? These were delivered:\n${orderLines(candidates.slice(0, 5))}`

/** No delivered order holds the product. */
export const noneHolds = (product: string): string =>
  `None of your delivered orders holds “${product}”. Ask me for your orders to see all of them.`

/** What came of a return. */
export const started = ({ auto_approved, order_id, refund_amount, refund_method, return_id }: Started): string =>
  auto_approved
    ? `The return ${return_id} of order ${order_id} is approved. Please send the parcel back; the refund of ${money(refund_amount)} goes to ${destination[refund_method]}. Tell me to refund your return of order ${order_id} when you want it paid.`
    : `The return ${return_id} of order ${order_id} is requested. Somebody of the shop looks at it first; please wait with the parcel. The refund would be ${money(refund_amount)}.`

/** Why an order was not returned, and what can be done instead. */
export const notReturned = (orderId: string, failure: ToolFailure): string => {
  if (failure.error === "forbidden") {
    return refused
  }
  if (failure.error === "not_found") {
    return missing(orderId)
  }
  if (failure.error !== "conflict") {
    return `I could not return order ${orderId} just now. Please try again in a moment.`
  }
  switch (failure.reason_code) {
    case "already_requested":
      return `Order ${orderId} has a return already${failure.return_id === undefined ? "" : `, ${failure.return_id}`}; there is one per order.`
    case "window_closed":
      return `Order ${orderId} cannot be sent back any more: the time for returns is over. If something is wrong with it, ${support}.`
    case "no_delivery_record":
      return `I see no record of the delivery of order ${orderId}, so I cannot return it; ${support}.`
    case "not_delivered":
      return notDelivered(orderId, failure.current_status, true)
    default:
      return `Order ${orderId} was not returned. Please look at the order and ask me again.`
  }
}

/** What came of a refund; `tierBefore` is the tier the customer had. */
export const refunded = (result: Refund, tierBefore: LoyaltyTier): string =>
  sentences(
    `The return ${result.return_id} of order ${result.order_id} is refunded: ${money(result.refund_amount)} goes to ${destination[result.refund_method]}.`,
    result.loyalty_tier === tierBefore
      ? null
      : `Your spend is now ${money(result.total_spend)}, which makes your loyalty tier ${result.loyalty_tier}.`
  )

/** Why a return was not paid back. */
export const notRefunded = (returnId: string, failure: ToolFailure): string => {
  switch (failure.error) {
    case "forbidden":
      return refundRefused
    case "not_found":
    case "invalid_argument":
      return `I found no return ${returnId} among yours. Ask me for the status of your return to see its id.`
    case "conflict":
      return failure.reason === "consent_missing"
        ? `Shall I refund the return ${returnId}? Nothing is paid yet.`
        : failure.return !== undefined
          ? status(failure.return)
          : failure.current_status === "requested"
            ? `The return ${returnId} is still being reviewed; nothing can be paid back before it is approved.`
            : failure.current_status === "denied"
              ? `The return ${returnId} was denied, so nothing is paid back; ${support} if you want to know more.`
              : `The return ${returnId} was not refunded. Please ask me for its status.`
    default:
      return `I could not refund the return ${returnId} just now. Please try again in a moment.`
  }
}

/** What a refund would be, before the customer has agreed. */
export const refundProposal = ({ order_id, refund_amount, refund_method, return_id }: ReturnInfo): string =>
  `The return ${return_id} of order ${order_id} can be refunded: ${money(refund_amount)} to ${destination[refund_method]}. Shall I refund your return of order ${order_id}? Nothing is paid yet.`

/** Which return to pay back, of several. */
export const whichToRefund = (found: ReadonlyArray<ReturnInfo>): string =>
  `Which return shall I refund? These can be paid back:\n${lines(
    found.map(
      ({ order_id, refund_amount, return_id }) => `Return ${return_id} of order ${order_id}, ${money(refund_amount)}`
    )
  )}`

/** An id that belongs to neither a return nor an order. */
export const unknownReturn = (id: string): string =>
  `I found no return ${id} among your newest ones. Ask me what became of your returns to see them.`

/** No return can be paid back; what became of those there are. */
export const nothingToRefund = (found: ReadonlyArray<ReturnInfo>): string =>
  found.length === 0
    ? "None of your orders has a return, so there is nothing to refund. A delivered order can be returned first; one that has not left the warehouse can be cancelled."
    : `There is nothing to refund at the moment. ${statuses(found)}`
