import { SqlClient } from "@effect/sql"
import { OrderNotFound } from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { type OrderId, ReturnId } from "@storefront/domain/Ids"
import { type OrderStatus } from "@storefront/domain/Orders"
import { type RefundMethod, type ReturnEligibility } from "@storefront/domain/Returns"
import { deliveredSince, eligibility } from "@storefront/domain/rules/ReturnPolicy"
import { initiateReturn, StartedReturn } from "@storefront/domain/tools/ReturnTools"
import { Context, Data, DateTime, Effect, Layer, Option } from "effect"
import { v7 as uuid } from "uuid"
import { type NotAgreed } from "../effects/CurrentConsent.ts"
import { type EffectKeyReused, logged, ToolEffects, type Written } from "../effects/ToolEffects.ts"
import * as LimitsConfig from "../config/LimitsConfig.ts"
import { agreedAsWhole } from "../orders/WholeOrder.ts"
import { attemptReturn } from "./ReturnAttempt.ts"

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
     * decides. One transaction of at most 4 statements: claim the effect key, look at what the order holds, take it and
     * send it back with its history if that is possible, keep the result. One more when it met another change of the same order.
     */
    readonly initiate: (
      owner: UserId,
      order: OrderId,
      request: ReturnRequest
    ) => Effect.Effect<
      Written<typeof StartedReturn.Type>,
      OrderNotFound | OrderNotReturnable | NotAgreed | EffectKeyReused
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const { autoApproveLimit, windowDays } = yield* LimitsConfig.returns
      const attempt = attemptReturn(sql)
      const checkAgreed = agreedAsWhole(sql)

      const write = Effect.fnUntraced(function* (owner: UserId, order: OrderId, { method, reason }: ReturnRequest) {
        yield* checkAgreed("return", owner, order)
        const now = yield* DateTime.now
        const attempted = yield* attempt({
          id: ReturnId.make(uuid()),
          order,
          owner,
          reason,
          method,
          limit: autoApproveLimit,
          deliveredSince: deliveredSince(now, windowDays)
        }).pipe(
          // Who waited for the order may have missed what was written meanwhile: it is there the second time.
          Effect.repeat({
            times: 1,
            while: Option.exists(({ return_id, sent }) => sent === null && return_id === null)
          }),
          Effect.orDie
        )
        const { delivered_at, return_id, sent, status } = yield* Effect.mapError(attempted, () => new OrderNotFound())
        if (sent === null) {
          const facts = { status, deliveredAt: delivered_at, hasReturn: return_id !== null }
          const why = eligibility(facts, now, windowDays)
          return yield* why === "eligible"
            ? Effect.dieMessage("An order that can be returned was not")
            : new OrderNotReturnable({ reason: why, status, returnId: return_id })
        }
        const isApproved = sent.status === "approved"
        return {
          ...sent,
          order_status: isApproved ? ("returned" as const) : ("delivered" as const),
          auto_approved: isApproved,
          next_step: isApproved ? ("send_back" as const) : ("wait_for_review" as const)
        }
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
            logged("Return started", ({ order_id, return_id, status }) => ({
              "order.id": order_id,
              "return.id": return_id,
              "return.status": status
            }))
          )
      )

      return { initiate }
    })
  )
}
