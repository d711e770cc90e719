import { noReason } from "../confirmation/Terms.ts"
import { Schema } from "effect"
import { LoyaltyTier } from "../Identity.ts"
import { OrderId, type ProductId, ReturnId } from "../Ids.ts"
import { MoneyFromNumber } from "../Money.ts"
import { OrderStatus } from "../Orders.ts"
import { RefundMethod, ReturnEligibility, ReturnStatus } from "../Returns.ts"
import { oneOf, orderId, productId, returnId, text, whole } from "./Parameters.ts"
import { OrderNumber } from "../OrderNumber.ts"
import { numbered } from "./Numbered.ts"
import { Proposed, proposes } from "./Proposed.ts"
import { ReturnableUnits, ReturnInfo } from "./ReturnFields.ts"
import { AllowedRoles, offersCase, RefusalAdvice } from "./RolePolicy.ts"
import { Shows, showsAct } from "./Shows.ts"
import { tool } from "./ToolContract.ts"

export const checkReturnEligibility = tool("check_return_eligibility", {
  description: "What of an order can still be sent back, until when, and for how much.",
  parameters: { order_id: orderId },
  success: numbered(
    Schema.Struct({
      order_id: OrderId,
      eligible: Schema.Boolean,
      reason_code: ReturnEligibility,
      /** Null without a record of the delivery. */
      delivered_at: Schema.NullOr(Schema.DateTimeUtc),
      window_ends_at: Schema.NullOr(Schema.DateTimeUtc),
      /** From today to that day; 0 on it and afterwards. */
      days_remaining: Schema.NullOr(Schema.Int),
      /** What returning all that is left would give, else what the newest return gives; null when there is neither. */
      refund_amount: Schema.NullOr(MoneyFromNumber),
      shipping_refund: Schema.NullOr(MoneyFromNumber),
      /** What no return has taken. */
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

/** Units of a product of an order; the order says which it has. */
const orderedUnits = Schema.Struct({
  product_id: productId,
  quantity: whole(1, 99, "Units")
})

/** A return that was made. */
export const StartedReturn = Schema.Struct({
  ...ReturnInfo.fields,
  order_status: OrderStatus,
  auto_approved: Schema.Boolean,
  /** What the customer does now. */
  next_step: Schema.Literal("send_back", "wait_for_review"),
  /** Where the shop's rules on returns are; null where it has none. */
  policy_url: Schema.NullOr(Schema.String)
})

export const initiateReturn = tool("initiate_return", {
  description: `Return a delivered order, or some of it. ${proposes}`,
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
  success: Proposed
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["customer", "seller", "admin"])
  .annotate(RefusalAdvice, offersCase)

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
  .annotate(RefusalAdvice, offersCase)

/** A return that somebody follows. */
const FollowedReturn = numbered(
  Schema.Struct({
    ...ReturnInfo.fields,
    /** The next step of one that is open. */
    message: Schema.optional(Schema.String)
  })
)

export const getReturnStatus = tool("get_return_status", {
  description: "Returns and their next steps: of one order, or all under way.",
  parameters: { order_id: Schema.optional(orderId) },
  success: Schema.Struct({
    /** Both only when they were asked for. */
    number: Schema.optional(OrderNumber),
    order_id: Schema.optional(OrderId),
    has_return: Schema.Boolean,
    /** The newest that was not withdrawn; of several orders, the newest that is open, else the last that ended. */
    return: Schema.NullOr(FollowedReturn),
    /** All others, newest first. */
    other_returns: Schema.Array(FollowedReturn)
  })
}).annotate(Shows, [
  { kind: "return", at: "return" },
  { kind: "return", at: "other_returns" }
])

/** A return that was withdrawn, and where its order is again. */
export const WithdrawnReturn = Schema.Struct({ ...ReturnInfo.fields, order_status: OrderStatus })

export const withdrawReturn = tool("withdraw_return", {
  description: `Take back a return that is requested or approved. ${proposes}`,
  parameters: { return_id: returnId },
  success: Proposed
})
  .annotate(Shows, showsAct)
  .annotate(AllowedRoles, ["customer", "seller", "admin"])
  .annotate(RefusalAdvice, offersCase)
