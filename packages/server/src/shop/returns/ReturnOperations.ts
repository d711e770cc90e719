import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { OrderId, ReturnId } from "@storefront/domain/Ids"
import { ReturnStatus } from "@storefront/domain/Returns"
import { canBecome, statusesBefore } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnInfo } from "@storefront/domain/tools/ReturnFields"
import { Context, Data, Effect, Layer, Schema } from "effect"
import * as Transaction from "../../platform/database/Transaction.ts"
import { restockReturn, Restocked } from "../orders/Restocking.ts"
import { returnColumns, ReturnRow } from "../orders/ReturnRow.ts"
import { completeOrder } from "./OrderCompletion.ts"
import { recordReturnStep, returnStepTime } from "./ReturnSteps.ts"
import { LimitOffset } from "../../platform/database/LimitOffset.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"

/** Statuses that an operator may set. */
export type OperatorReturnStatus = "approved" | "denied" | "shipped_back" | "received"

export class UnknownReturn extends Data.TaggedError("UnknownReturn")<{ readonly id: ReturnId }> {
  override get message() {
    return `There is no return ${this.id}.`
  }
}

/** The return's status does not allow the transition, possibly because of a concurrent operation. */
export class ReturnNotReady extends Data.TaggedError("ReturnNotReady")<{
  readonly id: ReturnId
  readonly status: ReturnStatus
  readonly requested: OperatorReturnStatus
}> {
  override get message() {
    return `Return ${this.id} is ${this.status}; only one that is ${statusesBefore(this.requested).join(" or ")} can become ${this.requested}. Nothing was changed.`
  }
}

/** A completed transition of a return. */
export const ReturnTransition = Schema.Struct({
  return_id: ReturnId,
  order_id: OrderId,
  previous_status: ReturnStatus,
  status: ReturnStatus,
  note: Schema.String,
  /** Units put back into stock, by product, then warehouse. */
  restocked: Schema.Array(Restocked)
})
export type ReturnTransition = typeof ReturnTransition.Type

/** A transition by an operator; `restock` puts the units back into the warehouses they came from. */
export type OperatorStep =
  | { readonly to: Exclude<OperatorReturnStatus, "received">; readonly note: string }
  | { readonly to: "received"; readonly note: string; readonly restock: boolean }

const LockedReturn = Schema.Struct({ order_id: OrderId, status: ReturnStatus, reason: Schema.String })

/** Operator commands on returns of all customers. */
export class ReturnOperations extends Context.Tag("@storefront/server/shop/returns/ReturnOperations")<
  ReturnOperations,
  {
    /**
     * Advances a return to a status, in one transaction with its history. Approving the return of an order's last units
     * sets the order to `returned`; denying closes the return.
     */
    readonly advance: (
      id: ReturnId,
      step: OperatorStep
    ) => Effect.Effect<ReturnTransition, UnknownReturn | ReturnNotReady | DatabaseUnavailable>
    /** Lists returns, newest first; a null status means every status. */
    readonly list: (
      status: ReturnStatus | null,
      part: LimitOffset
    ) => Effect.Effect<ReadonlyArray<ReturnInfo>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const restock = restockReturn(sql)
      const complete = completeOrder(sql)
      const record = recordReturnStep(sql)

      /** Locks the order, then the return. */
      const lock = SqlSchema.findOne({
        Request: ReturnId,
        Result: LockedReturn,
        execute: (id) => sql`
          SELECT r.order_id, r.status, r.reason FROM orders o JOIN returns r ON r.order_id = o.id
          WHERE r.id = ${id} FOR UPDATE OF o, r`
      })

      const selectEntries = SqlSchema.findAll({
        Request: Schema.Struct({ status: Schema.NullOr(ReturnStatus), ...LimitOffset.fields }),
        Result: ReturnRow,
        execute: ({ limit, offset, status }) => sql`
          SELECT ${returnColumns(sql)} FROM returns r
          WHERE ${sql.and(optionalCondition(status, (value) => sql`r.status = ${value}`))}
          ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit} OFFSET ${offset}`
      })

      const advance = Effect.fn("ReturnOperations.advance")(
        function* (id: ReturnId, step: OperatorStep) {
          const { note, to } = step
          const found = yield* Effect.mapError(yield* lock(id), () => new UnknownReturn({ id }))
          if (!canBecome(found.status, to)) {
            return yield* new ReturnNotReady({ id, status: found.status, requested: to })
          }
          yield* sql`
            UPDATE returns r
            SET status = ${to}, resolved_at = CASE WHEN ${to === "denied"}::boolean THEN ${returnStepTime(sql)} END
            WHERE id = ${id} AND status = ${found.status}`
          yield* record({ return: id, status: to, actor: "operator", note })
          if (to === "approved") {
            yield* complete(found.order_id, found.reason)
          }
          const restocked = step.to === "received" && step.restock ? yield* restock(id) : []
          return { return_id: id, order_id: found.order_id, previous_status: found.status, status: to, note, restocked }
        },
        Transaction.withRetry(sql),
        Transaction.orUnavailable,
        Effect.tap(({ return_id, status }) =>
          Effect.annotateLogs(Effect.logInfo("Return advanced"), { "return.id": return_id, "return.status": status })
        )
      )

      const list = Effect.fn("ReturnOperations.list")((status: ReturnStatus | null, part: LimitOffset) =>
        Transaction.orUnavailable(selectEntries({ status, ...part }))
      )

      return { advance, list }
    })
  )
}
