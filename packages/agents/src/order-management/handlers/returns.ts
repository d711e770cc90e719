import { CurrentUser } from "@storefront/domain/Identity"
import { type ReturnEligibility, type ReturnStatus } from "@storefront/domain/Returns"
import { statusesBefore } from "@storefront/domain/rules/ReturnLifecycle"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Refunds, type ReturnNotRefundable } from "@storefront/server/shop/returns/Refunds"
import { ReturnLookup } from "@storefront/server/shop/returns/ReturnLookup"
import {
  type OrderNotReturnable,
  ReturnRequests,
  type UnitsNotReturnable
} from "@storefront/server/shop/returns/ReturnRequests"
import { type ReturnNotWithdrawable, Withdrawals } from "@storefront/server/shop/returns/Withdrawals"
import { Effect, Option } from "effect"
import { proposing } from "../../tools/Proposing.ts"
import { returnTools } from "../toolkit.ts"
import { offerCase, orderNotFound, returnNotFound } from "./refusals.ts"

/** Whether an order can be sent back, in words. */
const eligibilityMessage: { readonly [E in ReturnEligibility]: string } = {
  eligible: "The order can be sent back. Call initiate_return when the customer wants to.",
  not_delivered: "Only a delivered order can be sent back. One that is placed or confirmed can be cancelled instead.",
  no_delivery_record: `There is no record of the delivery, so the shop's people have to look at it. ${offerCase}`,
  window_closed: `The time for returns is over; the shop's people can say whether there is another way. ${offerCase}`,
  already_requested: "The order already has a return. Call get_return_status to see what became of it."
}

const notReturnable = ({ left, reason, returnId, status }: OrderNotReturnable) =>
  new ToolFailure({
    error: "conflict",
    message: eligibilityMessage[reason],
    current_status: status,
    reason_code: reason,
    ...(returnId === null ? {} : { return_id: returnId }),
    // Of an order that was never delivered nothing is.
    ...(reason === "already_requested" ? { returnable: left } : {})
  })

const unitsNotReturnable = ({ left }: UnitsNotReturnable) =>
  new ToolFailure({
    error: "conflict",
    message: "The order has no such units left to send back. Tell the customer what is returnable.",
    reason: "lines_not_returnable",
    returnable: left
  })

/** A received return is refunded, so its sentence is read only after the return has changed in between. */
const whyNotRefundable: { readonly [S in ReturnStatus]: string } = {
  requested: "The return is awaiting review; nothing can be paid back before it is approved. Tell the customer so.",
  approved: "The refund is paid when the goods are here. Tell the customer to send them back first.",
  shipped_back: "The refund is paid when the goods are here; they are on their way back. Tell the customer so.",
  received: "The return has just changed. Call process_refund again.",
  denied: `The return was denied, so nothing is paid back; the shop's people can say why. ${offerCase}`,
  refunded: "The return has already been refunded. Tell the customer when and how much.",
  withdrawn: "The return was withdrawn, so nothing is paid back. Tell the customer so."
}

/** One that is requested or approved can be withdrawn, so their sentence is read only after a change in between. */
const whyNotWithdrawable: { readonly [S in ReturnStatus]: string } = {
  requested: "The return has just changed. Call withdraw_return again.",
  approved: "The return has just changed. Call withdraw_return again.",
  shipped_back: "The goods are on their way back already, so the return goes on. Tell the customer so.",
  received: "The goods have arrived already, so the return goes on. Tell the customer so.",
  refunded: "The return has already been refunded. Tell the customer so.",
  denied: "The return was denied, so there is nothing to withdraw. Tell the customer so.",
  withdrawn: "The return was withdrawn already. Tell the customer so."
}

const notWithdrawable = ({ status }: ReturnNotWithdrawable) =>
  new ToolFailure({
    error: "conflict",
    message: whyNotWithdrawable[status],
    current_status: status,
    allowed_statuses: statusesBefore("withdrawn")
  })

const notRefundable = ({ found, refundableFrom }: ReturnNotRefundable) =>
  new ToolFailure({
    error: "conflict",
    message: whyNotRefundable[found.status],
    current_status: found.status,
    allowed_statuses: refundableFrom,
    ...(found.status === "refunded" ? { return: found } : {})
  })

/** The handlers for sending things back. */
export const returnHandlers = Effect.gen(function* () {
  const lookup = yield* ReturnLookup
  const requests = yield* ReturnRequests
  const refunds = yield* Refunds
  const withdrawals = yield* Withdrawals
  const propose = yield* proposing
  return returnTools.of({
    check_return_eligibility: Effect.fnUntraced(function* ({ order_id }) {
      const user = yield* CurrentUser
      const report = yield* Effect.catchTag(lookup.eligibility(user.id, order_id), "OrderNotFound", () =>
        Effect.fail(orderNotFound(order_id))
      )
      return { ...report, message: eligibilityMessage[report.reason_code] }
    }),

    get_return_status: Effect.fnUntraced(function* ({ order_id }) {
      const user = yield* CurrentUser
      const { newest, others } = yield* Effect.catchTag(lookup.find(user.id, order_id), "OrderNotFound", () =>
        Effect.fail(orderNotFound(order_id))
      )
      return { order_id, has_return: Option.isSome(newest), return: Option.getOrNull(newest), other_returns: others }
    }),

    initiate_return: Effect.fnUntraced(
      function* ({ lines, order_id, reason, refund_method }) {
        return yield* propose(requests.act, {
          orderId: order_id,
          lines: lines?.map(({ product_id, quantity }) => ({ productId: product_id, quantity })),
          reason,
          method: refund_method
        })
      },
      (effect, { order_id }) =>
        Effect.catchTags(effect, {
          OrderNotFound: () => Effect.fail(orderNotFound(order_id)),
          OrderNotReturnable: (error) => Effect.fail(notReturnable(error)),
          UnitsNotReturnable: (error) => Effect.fail(unitsNotReturnable(error))
        })
    ),

    process_refund: Effect.fnUntraced(
      function* ({ return_id }) {
        return yield* propose(refunds.act, { returnId: return_id })
      },
      (effect, { return_id }) =>
        Effect.catchTags(effect, {
          ReturnNotFound: () => Effect.fail(returnNotFound(return_id)),
          ReturnNotRefundable: (error) => Effect.fail(notRefundable(error))
        })
    ),

    withdraw_return: Effect.fnUntraced(
      function* ({ return_id }) {
        return yield* propose(withdrawals.act, { returnId: return_id })
      },
      (effect, { return_id }) =>
        Effect.catchTags(effect, {
          ReturnNotFound: () => Effect.fail(returnNotFound(return_id)),
          ReturnNotWithdrawable: (error) => Effect.fail(notWithdrawable(error))
        })
    )
  })
})
