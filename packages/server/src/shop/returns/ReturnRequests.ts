import { SqlClient } from "@effect/sql"
import { type ReturnTerms } from "@storefront/domain/confirmation/Terms"
import { type OrderNotFound } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { OrderId, ProductId, ReturnId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"
import { Money } from "@storefront/domain/Money"
import { RefundMethod, type ReturnEligibility } from "@storefront/domain/Returns"
import { isOpen } from "@storefront/domain/rules/ReturnLifecycle"
import { eligibility } from "@storefront/domain/rules/ReturnPolicy"
import { planReturn, returnableUnits } from "@storefront/domain/rules/ReturnShares"
import { type ReturnableUnits } from "@storefront/domain/tools/ReturnFields"
import { StartedReturn } from "@storefront/domain/tools/ReturnTools"
import { Context, Data, DateTime, Effect, Layer, Schema } from "effect"
import { v7 as uuid } from "uuid"
import * as LimitsConfig from "../../platform/config/LimitsConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { termName, termReason } from "../../platform/effects/TermTexts.ts"
import { findOrder } from "../orders/OrderFacts.ts"
import { findLines, whatIsLeft } from "./OrderLines.ts"
import { findHistory, startReturn } from "./ReturnStart.ts"

/** The order cannot be sent back. */
export class OrderNotReturnable extends Data.TaggedError("OrderNotReturnable")<{
  readonly reason: Exclude<ReturnEligibility, "eligible">
  readonly status: OrderStatus
  /** The newest return of the order. */
  readonly returnId: ReturnId | null
  readonly left: Left
}> {}

/** The order can be sent back, but not these units of it. */
export class UnitsNotReturnable extends Data.TaggedError("UnitsNotReturnable")<{ readonly left: Left }> {}

/** What can still be sent back of an order. */
type Left = ReadonlyArray<typeof ReturnableUnits.Type>

/** An order that is to be sent back, why, and how it is paid back. */
const ReturnWish = Schema.Struct({
  orderId: OrderId,
  /** Without them all units that are left. */
  lines: Schema.optional(Schema.Array(Schema.Struct({ productId: ProductId, quantity: Schema.Int }))),
  reason: Schema.String,
  method: RefundMethod
})

/** Takes the wishes of customers to send something back. */
export class ReturnRequests extends Context.Tag("@storefront/server/shop/returns/ReturnRequests")<
  ReturnRequests,
  {
    /**
     * Returns units of an order of its owner, while no other return of it is open. Up to the limit of the configuration
     * the return is approved at once; above it an operator decides. The order is returned when with an approved return
     * every unit has gone back; else it stays delivered. An act locks the order.
     *
     * At most 3 statements to prepare (order, its delivery and newest return, lines) and 1 to perform.
     */
    readonly act: ActOf<
      typeof ReturnWish,
      ReturnTerms,
      typeof StartedReturn,
      OrderNotFound | OrderNotReturnable | UnitsNotReturnable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { autoApproveLimit, windowDays } = yield* LimitsConfig.returns
      const find = findOrder(sql)
      const linesOf = findLines(sql)
      const historyOf = findHistory(sql)
      const start = startReturn(sql)

      const prepare = Effect.fn("ReturnRequests.prepare")(function* (
        { id: owner }: User,
        { lines: wished, method, orderId, reason }: typeof ReturnWish.Type,
        purpose: Purpose
      ) {
        const { shipping_cost, status } = yield* find(owner, orderId, purpose)
        // Read after the lock, for who waited for it sees what was written meanwhile.
        const { delivered_at, return_id, return_status } = yield* orUnavailable(historyOf(orderId))
        const lines = yield* orUnavailable(linesOf(orderId))
        const facts = {
          status,
          deliveredAt: delivered_at,
          hasOpenReturn: return_status !== null && isOpen(return_status),
          returnableUnits: returnableUnits(lines)
        }
        const why = eligibility(facts, yield* DateTime.now, windowDays)
        const left = whatIsLeft(lines)
        if (why !== "eligible") {
          return yield* new OrderNotReturnable({ reason: why, status, returnId: return_id, left })
        }
        const { completes, refund, shares } = yield* Effect.mapError(
          planReturn(lines, wished),
          () => new UnitsNotReturnable({ left })
        )
        const terms: ReturnTerms = {
          act: "initiate_return",
          orderId,
          lines: shares.map(({ line, quantity }) => ({
            productId: line.productId,
            name: termName(line.name),
            quantity
          })),
          refundAmount: refund,
          shippingRefund: completes ? shipping_cost : Money.make(0),
          refundMethod: method,
          isApprovedAtOnce: refund <= autoApproveLimit,
          reason: termReason(reason)
        }
        const { isApprovedAtOnce, shippingRefund } = terms
        const perform = Effect.gen(function* () {
          const started = yield* start({
            id: ReturnId.make(uuid()),
            order: orderId,
            owner,
            reason: terms.reason,
            status: isApprovedAtOnce ? "approved" : "requested",
            method,
            refund,
            shippingRefund,
            lines: shares.map(({ line, quantity, refund }) => ({ item: line.itemId, units: quantity, refund })),
            completes
          })
          yield* Effect.annotateLogs(Effect.logInfo("Return started"), {
            "order.id": orderId,
            "return.id": started.return_id,
            "return.status": started.status
          })
          return {
            ...started,
            lines: shares.map(({ line, quantity, refund }) => ({
              product_id: line.productId,
              name: line.name,
              quantity,
              refund_amount: refund
            })),
            order_status: isApprovedAtOnce && completes ? ("returned" as const) : ("delivered" as const),
            auto_approved: isApprovedAtOnce,
            next_step: isApprovedAtOnce ? ("send_back" as const) : ("wait_for_review" as const)
          }
        }).pipe(orUnavailable, Effect.withSpan("ReturnRequests.perform"))
        return { terms, perform }
      })

      return {
        act: { name: "initiate_return", args: ReturnWish, result: StartedReturn, prepare }
      }
    })
  )
}
