import { noReason } from "../confirmation/Terms.ts"
import { Schema } from "effect"
import { LoyaltyTier } from "../Identity.ts"
import { OrderId, ReturnId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { OrderStatus } from "../Orders.ts"
import { RefundMethod, ReturnEligibility } from "../Returns.ts"
import { oneOf, orderId, returnId, text } from "./Parameters.ts"
import { numbered } from "./Numbered.ts"
import { Proposed, proposes } from "./Proposed.ts"
import { ReturnInfo, ShownReturn } from "./ReturnFields.ts"
import { AllowedRoles } from "./RolePolicy.ts"
import { Shows, showsAct } from "./Shows.ts"
import { tool } from "./ToolContract.ts"

export const checkReturnEligibility = tool("check_return_eligibility", {
  description:
    "Whether one order can still be sent back, until when, and for how much. Changes nothing; a no is an answer.",
  parameters: { order_id: orderId },
  success: numbered(
    Schema.Struct({
      order_id: OrderId,
      eligible: Schema.Boolean,
      reason_code: ReturnEligibility,
      /** Null without a record of the delivery. */
      delivered_at: Schema.NullOr(Schema.DateTimeUtc),
      window_ends_at: Schema.NullOr(Schema.DateTimeUtc),
      /** Days of 24 hours until then, a started one counted; 0 afterwards. */
      days_remaining: Schema.NullOr(Schema.Int),
      /** What the return would give, or gives when there is one; null when the order cannot be sent back. */
      refund_amount: Schema.NullOr(MoneyFromNumber),
      /** The return there is already. */
      return_id: Schema.NullOr(ReturnId),
      message: Schema.String
    })
  )
})

/** A return that was made. */
export const StartedReturn = Schema.Struct({
  ...ReturnInfo.fields,
  order_status: OrderStatus,
  auto_approved: Schema.Boolean,
  /** What the customer does now. */
  next_step: Schema.Literal("send_back", "wait_for_review")
})

export const initiateReturn = tool("initiate_return", {
  description: `Return a whole delivered order, once. ${proposes}`,
  parameters: {
    order_id: orderId,
    reason: text(1, 500, `The customer's own, or ${noReason}`),
    refund_method: Schema.optionalWith(
      oneOf(RefundMethod.literals, "Default original_payment; store_credit only if they chose it"),
      {
        default: () => "original_payment" as const
      }
    )
  },
  success: Proposed
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["customer", "seller", "admin"])

/** A return that was paid back, and where that leaves its owner. */
export const Refund = Schema.Struct({
  ...ReturnInfo.fields,
  loyalty_tier: LoyaltyTier,
  total_spend: MoneyFromNumber
})

export const processRefund = tool("process_refund", {
  description: `Pay back a return whose goods are here. ${proposes}`,
  parameters: { return_id: returnId },
  success: Proposed
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["customer", "seller", "admin"])

export const getReturnStatus = tool("get_return_status", {
  description: "The return of one order, if it has one: status, refund, reason, id.",
  parameters: { order_id: orderId },
  success: numbered(
    Schema.Struct({ order_id: OrderId, has_return: Schema.Boolean, return: Schema.NullOr(ShownReturn) })
  )
})
