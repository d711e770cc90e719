import { SqlClient } from "@effect/sql"
import { type ReturnTerms } from "@storefront/domain/confirmation/Terms"
import { type OrderNotFound } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { OrderId, ProductId, ReturnId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"
import { Money } from "@storefront/domain/Money"
import { RefundMethod, type ReturnEligibility, type ReturnStatus } from "@storefront/domain/Returns"
import { withdrawal } from "@storefront/domain/rules/OrderLifecycle"
import { isOpen } from "@storefront/domain/rules/ReturnLifecycle"
import { eligibility } from "@storefront/domain/rules/ReturnPolicy"
import { planReturn, returnableUnits } from "@storefront/domain/rules/ReturnShares"
import { type ReturnableUnits } from "@storefront/domain/tools/ReturnFields"
import { StartedReturn } from "@storefront/domain/tools/ReturnTools"
import { Context, Data, DateTime, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import * as LimitsConfig from "../../platform/config/LimitsConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { termName, termReason } from "../../platform/effects/TermText.ts"
import { findOrder, type PlacedElsewhere } from "../orders/OrderFacts.ts"
import { Policies } from "../policies/Policies.ts"
import { findLines, type OrderLine, returnableLines } from "./OrderLines.ts"
import { ReturnNotFound } from "./Refunds.ts"
import { findHistory, startReturn } from "./ReturnStart.ts"
import { type ReturnNotWithdrawable, Withdrawals } from "./Withdrawals.ts"

/** The order cannot be returned. */
export class OrderNotReturnable extends Data.TaggedError("OrderNotReturnable")<{
  readonly reason: Exclude<ReturnEligibility, "eligible">
  readonly status: OrderStatus
  /** The order's newest return that was not withdrawn. */
  readonly returnId: ReturnId | null
  readonly returnStatus: ReturnStatus | null
  readonly returnable: ReturnableLines
}> {}

/** The order can be returned, but not these units of it. */
export class UnitsNotReturnable extends Data.TaggedError("UnitsNotReturnable")<{
  readonly returnable: ReturnableLines
}> {}

/** The units of an order that can still be returned. */
type ReturnableLines = ReadonlyArray<typeof ReturnableUnits.Type>

/** The units of an order to return, with the reason and the refund method. */
const ReturnArgs = Schema.Struct({
  orderId: OrderId,
  /** Absent means all returnable units. */
  lines: Schema.optional(Schema.Array(Schema.Struct({ productId: ProductId, quantity: Schema.Int }))),
  /** An earlier return of the order that this one replaces. */
  replaces: Schema.optional(ReturnId),
  reason: Schema.String,
  method: RefundMethod
})

/** Makes the units of a return that will be withdrawn returnable again. */
const withoutReturn = (lines: ReadonlyArray<OrderLine>, { lines: withdrawn }: Pick<ReturnTerms, "lines">) =>
  lines.map((line) => ({
    ...line,
    taken: line.taken - withdrawn.reduce((sum, it) => sum + (it.productId === line.productId ? it.quantity : 0), 0)
  }))

/** Requests of customers to return units of an order. */
export class ReturnRequests extends Context.Tag("@storefront/server/shop/returns/ReturnRequests")<
  ReturnRequests,
  {
    /**
     * Starts a return of units of an owner's order that has no other open return. Up to the configured limit the return
     * is approved at once, above it an operator decides. The order becomes `returned` when an approved return leaves no
     * units, otherwise it stays `delivered`. With `replaces`, first withdraws an earlier return, in the same
     * transaction. Acting locks the order, then the replaced return.
     *
     * Takes at most 3 statements to prepare (order, delivery and newest return, lines) and 2 to perform (policy
     * address, return), plus those of a withdrawal.
     */
    readonly act: ActOf<
      typeof ReturnArgs,
      ReturnTerms,
      typeof StartedReturn,
      OrderNotFound | PlacedElsewhere | OrderNotReturnable | UnitsNotReturnable | ReturnNotFound | ReturnNotWithdrawable
    >
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { autoApproveLimit, windowDays } = yield* LimitsConfig.returns
      const find = findOrder(sql)
      const linesOf = findLines(sql)
      const historyOf = findHistory(sql)
      const start = startReturn(sql)
      const policies = yield* Policies
      const withdrawals = yield* Withdrawals

      /** Prepares the withdrawal of the return to replace, if any; it must belong to the order. */
      const prepareWithdrawal = Effect.fnUntraced(function* (
        person: User,
        { orderId, replaces: returnId }: typeof ReturnArgs.Type,
        purpose: Purpose
      ) {
        if (returnId === undefined) {
          return Option.none()
        }
        const prepared = yield* withdrawals.act.prepare(person, { returnId }, purpose)
        return yield* prepared.terms.orderId === orderId ? Effect.succeedSome(prepared) : new ReturnNotFound()
      })

      const prepare = Effect.fn("ReturnRequests.prepare")(function* (
        person: User,
        request: typeof ReturnArgs.Type,
        purpose: Purpose
      ) {
        const { id: owner } = person
        const { lines: requestedLines, method, orderId, reason } = request
        const { shipping_cost, status: storedStatus } = yield* find(owner, orderId, purpose)
        const replaced = yield* prepareWithdrawal(person, request, purpose)
        // Read after the lock, to see changes committed while waiting for it.
        const { delivered_at, return_id, return_status } = yield* orUnavailable(historyOf(orderId))
        const allLines = yield* orUnavailable(linesOf(orderId))
        const { hasOpenReturn, lines, status } = Option.match(replaced, {
          onNone: () => ({
            lines: allLines,
            status: storedStatus,
            hasOpenReturn: return_status !== null && isOpen(return_status)
          }),
          onSome: ({ terms }) => ({
            lines: withoutReturn(allLines, terms),
            status: storedStatus === withdrawal.from ? withdrawal.to : storedStatus,
            hasOpenReturn: false
          })
        })
        const facts = { status, deliveredAt: delivered_at, hasOpenReturn, returnableUnits: returnableUnits(lines) }
        const eligible = eligibility(facts, yield* DateTime.now, windowDays)
        const left = returnableLines(lines)
        if (eligible !== "eligible") {
          return yield* new OrderNotReturnable({
            reason: eligible,
            status,
            returnId: return_id,
            returnStatus: return_status,
            returnable: left
          })
        }
        const {
          completesOrder: completes,
          refund,
          shares
        } = yield* Effect.mapError(
          planReturn(lines, requestedLines),
          () => new UnitsNotReturnable({ returnable: left })
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
          ...Option.match(replaced, {
            onNone: () => ({}),
            onSome: ({ terms: { lines, returnId } }) => ({ replaces: { returnId, lines } })
          }),
          reason: termReason(reason)
        }
        const { isApprovedAtOnce, shippingRefund } = terms
        const perform = Effect.gen(function* () {
          if (Option.isSome(replaced)) {
            yield* replaced.value.perform
          }
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
            next_step: isApprovedAtOnce ? ("send_back" as const) : ("wait_for_review" as const),
            policy_url: Option.getOrNull(yield* policies.addressOf("returns", Option.none()))
          }
        }).pipe(orUnavailable, Effect.withSpan("ReturnRequests.perform"))
        return { terms, perform }
      })

      return { act: { name: "initiate_return", args: ReturnArgs, result: StartedReturn, prepare } }
    })
  )

  static readonly layer = Layer.provide(this.layerNoDeps, [Policies.layer, Withdrawals.layer])
}
