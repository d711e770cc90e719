import { noReason } from "../confirmation/Terms.ts"
import { Schema } from "effect"
import { LoyaltyTier } from "../Identity.ts"
import { OrderId, type ProductId, ReturnId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { OrderStatus } from "../Orders.ts"
import { RefundMethod, ReturnEligibility, ReturnStatus } from "../Returns.ts"
import { oneOf, orderId, productId, returnId, text, whole } from "./Parameters.ts"
import { OrderNumber } from "../OrderNumber.ts"
import { withOrderNumber } from "./OrderNumberField.ts"
import { ProposalResult, proposalSuffix } from "./ProposalResult.ts"
import { ReturnableUnits, ReturnInfo } from "./ReturnFields.ts"
import { AllowedRoles, offersCase, RefusalAdvice } from "./RolePolicy.ts"
import { Shows, showsAct } from "./Shows.ts"
import { tool } from "./ToolContract.ts"

export const checkReturnEligibility = tool("check_return_eligibility", {
  description: "What of an order can still be sent back, until when, and for how much.",
  parameters: { order_id: orderId },
  success: withOrderNumber(
    Schema.Struct({
      order_id: OrderId,
      eligible: Schema.Boolean,
      reason_code: ReturnEligibility,
      /** Null without a record of delivery. */
      delivered_at: Schema.NullOr(Schema.DateTimeUtc),
      window_ends_at: Schema.NullOr(Schema.DateTimeUtc),
      /** Days until `window_ends_at`; 0 on that day and afterwards. */
      days_remaining: Schema.NullOr(Schema.Int),
      /** Refund for all units left, else that of the newest return; null if there is neither. */
      refund_amount: Schema.NullOr(MoneyFromNumber),
      shipping_refund: Schema.NullOr(MoneyFromNumber),
      /** Units that are in no return. */
      returnable: Schema.Array(ReturnableUnits),
      /** The newest return that was not withdrawn. */
      return_id: Schema.NullOr(ReturnId),
      return_status: Schema.NullOr(ReturnStatus),
      message: Schema.String
    })
  )
}).annotate(Shows, [{ kind: "order" }, { kind: "return" }])

const areDistinct = (lines: ReadonlyArray<{ readonly product_id: ProductId }>) =>
  new Set(lines.map(({ product_id }) => product_id)).size === lines.length

/** Units of a product to return; they are checked against the order later. */
const orderedUnits = Schema.Struct({
  product_id: productId,
  quantity: whole(1, 99, "Units")
})

/** A newly made return. */
export const StartedReturn = Schema.Struct({
  ...ReturnInfo.fields,
  order_status: OrderStatus,
  auto_approved: Schema.Boolean,
  /** Next action of the customer. */
  next_step: Schema.Literal("send_back", "wait_for_review"),
  /** URL of the shop's policy on returns; null if it has none. */
  policy_url: Schema.NullOr(Schema.String)
})

export const initiateReturn = tool("initiate_return", {
  description: `Return a delivered order, or some of it. ${proposalSuffix}`,
  parameters: {
    order_id: orderId,
    lines: Schema.optional(
      Schema.Array(orderedUnits).pipe(
        Schema.filter((lines) => lines.length > 0 && areDistinct(lines), {
          message: () => "must name at least one product, and each once",
          jsonSchema: { description: "Only these; default all that is left" }
        })
      )
    ),
    replaces_return_id: Schema.optional(returnId),
    reason: text(1, 500, `The customer's own, or ${noReason}`),
    refund_method: Schema.optionalWith(oneOf(RefundMethod.literals, "store_credit only if they chose it"), {
      default: () => "original_payment" as const
    })
  },
  success: ProposalResult
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["customer", "seller", "admin"])
  .annotate(RefusalAdvice, offersCase)

/** A refunded return, and the resulting loyalty tier and spend of the customer. */
export const Refund = Schema.Struct({
  ...ReturnInfo.fields,
  loyalty_tier: LoyaltyTier,
  total_spend: MoneyFromNumber
})

export const processRefund = tool("process_refund", {
  description: `Pay back a return whose goods are here. ${proposalSuffix}`,
  parameters: { return_id: returnId },
  success: ProposalResult
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["customer", "seller", "admin"])
  .annotate(RefusalAdvice, offersCase)

/** A return in the status tool. */
const TrackedReturn = withOrderNumber(
  Schema.Struct({
    ...ReturnInfo.fields,
    /** Next step of an open return. */
    message: Schema.optional(Schema.String)
  })
)

export const getReturnStatus = tool("get_return_status", {
  description: "Returns and their next steps: of one order, or all under way.",
  parameters: { order_id: Schema.optional(orderId) },
  success: Schema.Struct({
    /** Both present only if an order was asked for. */
    number: Schema.optional(OrderNumber),
    order_id: Schema.optional(OrderId),
    has_return: Schema.Boolean,
    /** Newest return that was not withdrawn; across orders, the newest open one, else the one that ended last. */
    return: Schema.NullOr(TrackedReturn),
    /** All other returns, newest first. */
    other_returns: Schema.Array(TrackedReturn)
  })
}).annotate(Shows, [
  { kind: "return", at: "return" },
  { kind: "return", at: "other_returns" }
])

/** A withdrawn return, and the resulting status of its order. */
export const WithdrawnReturn = Schema.Struct({ ...ReturnInfo.fields, order_status: OrderStatus })

export const withdrawReturn = tool("withdraw_return", {
  description: `Take back a return that is requested or approved. ${proposalSuffix}`,
  parameters: { return_id: returnId },
  success: ProposalResult
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["customer", "seller", "admin"])
  .annotate(RefusalAdvice, offersCase)
