import { SqlClient } from "@effect/sql"
import { type ReturnTerms } from "@storefront/domain/confirmation/Terms"
import { type OrderNotFound } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { OrderId, ReturnId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"
import { RefundMethod, type ReturnEligibility } from "@storefront/domain/Returns"
import { eligibility } from "@storefront/domain/rules/ReturnPolicy"
import { StartedReturn } from "@storefront/domain/tools/ReturnTools"
import { Context, Data, DateTime, Effect, Layer, Schema } from "effect"
import { v7 as uuid } from "uuid"
import * as LimitsConfig from "../../platform/config/LimitsConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { termReason } from "../../platform/effects/TermTexts.ts"
import { findOrder, termLines } from "../orders/OrderFacts.ts"
import { findHistory, startReturn } from "./ReturnStart.ts"

/** The order cannot be sent back. */
export class OrderNotReturnable extends Data.TaggedError("OrderNotReturnable")<{
  readonly reason: Exclude<ReturnEligibility, "eligible">
  readonly status: OrderStatus
  /** The return there is already. */
  readonly returnId: ReturnId | null
}> {}

/** An order that is to be sent back, why, and how it is paid back. */
const ReturnWish = Schema.Struct({ orderId: OrderId, reason: Schema.String, method: RefundMethod })

/** Takes the wishes of customers to send something back. */
export class ReturnRequests extends Context.Tag("@storefront/server/shop/returns/ReturnRequests")<
  ReturnRequests,
  {
    /**
     * Returns a whole order of its owner, once per order. Up to the limit of the configuration the return is approved
     * and the order returned at once; above it the order stays delivered until an operator decides. An act locks the
     * order.
     *
     * At most 3 statements to prepare (order, its deliveries and return, lines) and 1 to perform.
     */
    readonly act: ActOf<typeof ReturnWish, ReturnTerms, typeof StartedReturn, OrderNotFound | OrderNotReturnable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { autoApproveLimit, windowDays } = yield* LimitsConfig.returns
      const find = findOrder(sql)
      const linesOf = termLines(sql)
      const historyOf = findHistory(sql)
      const start = startReturn(sql)

      const prepare = Effect.fn("ReturnRequests.prepare")(function* (
        { id: owner }: User,
        { method, orderId, reason }: typeof ReturnWish.Type,
        purpose: Purpose
      ) {
        const { status, total } = yield* find(owner, orderId, purpose)
        // Read after the lock, for who waited for it sees what was written meanwhile.
        const { delivered_at, return_id } = yield* orUnavailable(historyOf(orderId))
        const facts = { status, deliveredAt: delivered_at, hasReturn: return_id !== null }
        const why = eligibility(facts, yield* DateTime.now, windowDays)
        if (why !== "eligible") {
          return yield* new OrderNotReturnable({ reason: why, status, returnId: return_id })
        }
        const terms: ReturnTerms = {
          act: "initiate_return",
          orderId,
          lines: yield* linesOf(orderId),
          refundAmount: total,
          refundMethod: method,
          isApprovedAtOnce: total <= autoApproveLimit,
          reason: termReason(reason)
        }
        const { isApprovedAtOnce } = terms
        const perform = Effect.gen(function* () {
          const started = yield* start({
            id: ReturnId.make(uuid()),
            order: orderId,
            owner,
            reason: terms.reason,
            status: isApprovedAtOnce ? "approved" : "requested",
            method
          })
          yield* Effect.annotateLogs(Effect.logInfo("Return started"), {
            "order.id": orderId,
            "return.id": started.return_id,
            "return.status": started.status
          })
          return {
            ...started,
            order_status: isApprovedAtOnce ? ("returned" as const) : ("delivered" as const),
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
