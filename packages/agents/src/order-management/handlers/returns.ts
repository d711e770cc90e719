import { CurrentUser, type Role } from "@storefront/domain/Identity"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
import { type ReturnEligibility, type ReturnStatus } from "@storefront/domain/Returns"
import { canBecome, statusesBefore } from "@storefront/domain/rules/ReturnLifecycle"
import { cancelOrder } from "@storefront/domain/tools/OrderTools"
import { initiateReturn, processRefund, withdrawReturn } from "@storefront/domain/tools/ReturnTools"
import { mayUse } from "@storefront/domain/tools/RolePolicy"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Refunds, type ReturnNotRefundable } from "@storefront/server/shop/returns/Refunds"
import { type TrackedReturn, ReturnLookup } from "@storefront/server/shop/returns/ReturnLookup"
import {
  type OrderNotReturnable,
  ReturnRequests,
  type UnitsNotReturnable
} from "@storefront/server/shop/returns/ReturnRequests"
import { type ReturnNotWithdrawable, Withdrawals } from "@storefront/server/shop/returns/Withdrawals"
import { Effect, Option } from "effect"
import { proposing } from "../../tools/Propose.ts"
import { returnTools } from "../toolkit.ts"
import { doneByStaff, elsewhereMessage, offerCase, orderNotFound, placedElsewhere, returnNotFound } from "./failures.ts"

/** Explains to the model how to change a return before the goods are sent. */
const howToChange = (role: Role): string =>
  mayUse(role, withdrawReturn)
    ? "Until the goods are sent, withdraw_return takes it back, and initiate_return with replaces_return_id puts another in its place, in one step."
    : `It can be changed or taken back until the goods are sent. ${doneByStaff}`

/** Explains whether an order can be returned, given the caller's role and the status of its newest return. */
const eligibilityMessage = (reason: ReturnEligibility, returnStatus: ReturnStatus | null, role: Role): string => {
  switch (reason) {
    case "eligible":
      return `The order can be sent back. ${mayUse(role, initiateReturn) ? "Call initiate_return when the customer wants to." : doneByStaff}`
    case "not_delivered":
      return `Only a delivered order can be sent back. One that is placed or confirmed can be cancelled instead.${mayUse(role, cancelOrder) ? "" : ` ${doneByStaff}`}`
    case "no_delivery_record":
      return `There is no record of the delivery, so the shop's people have to look at it. ${offerCase}`
    case "window_closed":
      return `The time for returns is over; the shop's people can say whether there is another way. ${offerCase}`
    case "already_requested":
      return returnStatus !== null && canBecome(returnStatus, "withdrawn")
        ? `The order has a return under way. ${howToChange(role)}`
        : "The order already has a return. Call get_return_status to see what became of it."
    case "placed_elsewhere":
      return elsewhereMessage
  }
}

const notReturnable = ({ returnable, reason, returnId, returnStatus, status }: OrderNotReturnable, role: Role) =>
  new ToolFailure({
    error: "conflict",
    message: eligibilityMessage(reason, returnStatus, role),
    current_status: status,
    reason_code: reason,
    ...(returnId === null ? {} : { return_id: returnId }),
    // In other cases nothing is returnable.
    ...(reason === "already_requested" ? { returnable } : {})
  })

/** Explains what comes next for an open return, given the caller's role. */
const nextStep = ({ isDue, status }: TrackedReturn, role: Role): string | undefined => {
  if (isDue) {
    return `Its refund is due now. ${mayUse(role, processRefund) ? "Call process_refund when the customer wants the money or asks when it comes." : doneByStaff}`
  }
  switch (status) {
    case "requested":
      return `Somebody at the shop looks at it first: nothing is sent back or paid before it is approved. ${howToChange(role)}`
    case "approved":
      return `The customer sends the goods back now, as find_policy says, and is paid once they are here. ${howToChange(role)}`
    case "shipped_back":
      return "The goods are on their way back; they are paid once they are here."
    default:
      return undefined
  }
}

const withNextStep = (found: TrackedReturn, role: Role) => {
  const message = nextStep(found, role)
  return { ...found, ...(message === undefined ? {} : { message }) }
}

const unitsNotReturnable = ({ returnable: left }: UnitsNotReturnable) =>
  new ToolFailure({
    error: "conflict",
    message: "The order has no such units left to send back. Tell the customer what is returnable.",
    reason: "lines_not_returnable",
    returnable: left
  })

/** A received return is refundable, so its text is used only if the status changed meanwhile. */
const whyNotRefundable: { readonly [S in ReturnStatus]: string } = {
  requested: "The return is awaiting review; nothing can be paid back before it is approved. Tell the customer so.",
  approved: "The refund is paid when the goods are here. Tell the customer to send them back first.",
  shipped_back: "The refund is paid when the goods are here; they are on their way back. Tell the customer so.",
  received: "The return has just changed. Call process_refund again.",
  denied: `The return was denied, so nothing is paid back; the shop's people can say why. ${offerCase}`,
  refunded: "The return has already been refunded. Tell the customer when and how much.",
  withdrawn: "The return was withdrawn, so nothing is paid back. Tell the customer so."
}

/** Requested and approved returns can be withdrawn, so their texts are used only if the status changed meanwhile. */
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
      return { ...report, message: eligibilityMessage(report.reason_code, report.return_status, user.role) }
    }),

    get_return_status: Effect.fnUntraced(function* ({ order_id }) {
      const { id, role } = yield* CurrentUser
      const { first, others } = yield* order_id === undefined
        ? lookup.current(id)
        : Effect.catchTag(lookup.find(id, order_id), "OrderNotFound", () => Effect.fail(orderNotFound(order_id)))
      return {
        ...(order_id === undefined ? {} : { number: orderNumberOf(order_id), order_id }),
        has_return: Option.isSome(first),
        return: Option.getOrNull(Option.map(first, (it) => withNextStep(it, role))),
        other_returns: others.map((it) => withNextStep(it, role))
      }
    }),

    initiate_return: Effect.fnUntraced(
      function* ({ lines, order_id, reason, refund_method, replaces_return_id }) {
        return yield* propose(requests.act, {
          orderId: order_id,
          lines: lines?.map(({ product_id, quantity }) => ({ productId: product_id, quantity })),
          replaces: replaces_return_id,
          reason,
          method: refund_method
        })
      },
      (effect, { order_id, replaces_return_id: replaced }) =>
        Effect.catchTags(effect, {
          OrderNotFound: () => Effect.fail(orderNotFound(order_id)),
          PlacedElsewhere: () => Effect.fail(placedElsewhere()),
          OrderNotReturnable: (error) =>
            Effect.flatMap(CurrentUser, ({ role }) => Effect.fail(notReturnable(error, role))),
          UnitsNotReturnable: (error) => Effect.fail(unitsNotReturnable(error)),
          ReturnNotFound: (error) =>
            replaced === undefined ? Effect.die(error) : Effect.fail(returnNotFound(replaced)),
          ReturnNotWithdrawable: (error) => Effect.fail(notWithdrawable(error))
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
