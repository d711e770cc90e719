import { SqlClient, SqlSchema } from "@effect/sql"
import { OrderNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId, ReturnId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { type OrderStatus } from "@storefront/domain/Orders"
import { RefundMethod, type ReturnEligibility } from "@storefront/domain/Returns"
import { firstStatus } from "@storefront/domain/rules/ReturnLifecycle"
import { eligibility } from "@storefront/domain/rules/ReturnPolicy"
import { initiateReturn, StartedReturn } from "@storefront/domain/tools/ReturnTools"
import { Context, Data, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { type EffectKeyReused, ToolEffects } from "../agent/ToolEffects.ts"
import * as LimitsConfig from "../config/LimitsConfig.ts"
import { recordStep } from "../orders/OrderSteps.ts"
import { findReturnFacts } from "./ReturnFacts.ts"
import { returnColumns, ReturnRow } from "./ReturnRow.ts"
import { recordReturnStep } from "./ReturnSteps.ts"

/** The order cannot be sent back. */
export class OrderNotReturnable extends Data.TaggedError("OrderNotReturnable")<{
  readonly reason: Exclude<ReturnEligibility, "eligible">
  readonly status: OrderStatus
  /** The return there is already. */
  readonly returnId: ReturnId | null
}> {}

/** What a customer asks for. */
export interface ReturnRequest {
  readonly reason: string
  readonly method: RefundMethod
}

/** Takes the wishes of customers to send something back. Failures of the database are defects. */
export class ReturnRequests extends Context.Tag("@storefront/server/returns/ReturnRequests")<
  ReturnRequests,
  {
    /**
     * Returns a whole order of its owner, once per effect key and once per order. Up to the limit of the configuration
     * the return is approved and the order returned at once; above it the order stays delivered until an operator
     * decides. One transaction of at most 8 statements: claim the effect key, lock the order, read what decides, store
     * the return, its history and, when approved, the status and history of the order, keep the result.
     */
    readonly initiate: (
      owner: UserId,
      order: OrderId,
      request: ReturnRequest
    ) => Effect.Effect<
      { readonly result: typeof StartedReturn.Type; readonly replayed: boolean },
      OrderNotFound | OrderNotReturnable | EffectKeyReused
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const { autoApproveLimit, windowDays } = yield* LimitsConfig.returns
      const window = Duration.days(windowDays)
      const findFacts = findReturnFacts(sql)
      const record = recordStep(sql)
      const recordReturn = recordReturnStep(sql)

      const insert = SqlSchema.single({
        Request: Schema.Struct({
          id: ReturnId,
          order: OrderId,
          owner: UserId,
          reason: Schema.String,
          status: Schema.String,
          method: RefundMethod,
          amount: MoneyFromNumeric
        }),
        Result: ReturnRow,
        execute: ({ amount, id, method, order, owner, reason, status }) => sql`
          INSERT INTO returns AS r (id, order_id, user_id, reason, status, refund_method, refund_amount, created_at)
          VALUES (${id}, ${order}, ${owner}, ${reason}, ${status}, ${method}, ${amount}::numeric, clock_timestamp())
          RETURNING ${returnColumns(sql)}`
      })

      const store = Effect.fnUntraced(function* (
        owner: UserId,
        order: OrderId,
        { method, reason }: ReturnRequest,
        amount: typeof MoneyFromNumeric.Type
      ) {
        const status = firstStatus(amount, autoApproveLimit)
        const id = ReturnId.make(uuid())
        const row = yield* insert({ id, order, owner, reason, status, method, amount })
        const isApproved = status === "approved"
        yield* recordReturn({ return: id, status, actor: isApproved ? "system" : "customer" })
        if (isApproved) {
          yield* sql`
            UPDATE orders SET status = 'returned', updated_at = clock_timestamp()
            WHERE id = ${order} AND status = 'delivered'`
          yield* record({ order, status: "returned", notes: reason, actor: owner })
        }
        return {
          ...row,
          order_status: isApproved ? ("returned" as const) : ("delivered" as const),
          auto_approved: isApproved,
          next_step: isApproved ? ("send_back" as const) : ("wait_for_review" as const)
        }
      }, Effect.orDie)

      const write = Effect.fnUntraced(function* (owner: UserId, order: OrderId, request: ReturnRequest) {
        // What decides is read once the row is locked: a statement sees what was there when it began.
        yield* Effect.orDie(sql`SELECT FROM orders WHERE id = ${order} AND user_id = ${owner} FOR UPDATE`)
        const found = yield* Effect.orDie(findFacts({ owner, order }))
        const facts = yield* Option.match(found, { onNone: () => new OrderNotFound(), onSome: Effect.succeed })
        const { delivered_at: deliveredAt, return_id: returnId, status, total } = facts
        const reason = eligibility({ status, deliveredAt, hasReturn: returnId !== null }, yield* DateTime.now, window)
        return reason === "eligible"
          ? yield* store(owner, order, request, total)
          : yield* new OrderNotReturnable({ reason, status, returnId })
      })

      const initiate = Effect.fn("ReturnRequests.initiate")((owner: UserId, order: OrderId, request: ReturnRequest) =>
        effects
          .once(
            {
              caller: owner,
              toolName: initiateReturn.name,
              params: { order_id: order, reason: request.reason, refund_method: request.method },
              result: StartedReturn
            },
            write(owner, order, request)
          )
          .pipe(
            Effect.tap(({ replayed, result }) =>
              replayed
                ? Effect.void
                : Effect.annotateLogs(Effect.logInfo("Return started"), {
                    "order.id": order,
                    "return.id": result.return_id,
                    "return.status": result.status
                  })
            )
          )
      )

      return { initiate }
    })
  )
}
