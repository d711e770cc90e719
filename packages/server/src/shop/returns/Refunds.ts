import { SqlClient, SqlSchema } from "@effect/sql"
import { type RefundTerms } from "@storefront/domain/confirmation/Terms"
import { type User, UserId } from "@storefront/domain/Identity"
import { ReturnId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { refundableFrom } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnStatus } from "@storefront/domain/Returns"
import { Refund } from "@storefront/domain/tools/ReturnTools"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { changeSpend } from "../accounts/TotalSpend.ts"
import * as LimitsConfig from "../../platform/config/LimitsConfig.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { forUpdate } from "../../platform/effects/RowLock.ts"
import { returnColumns, ReturnRow } from "../orders/ReturnRow.ts"
import { recordReturnStep, resolveReturn } from "./ReturnSteps.ts"

/** The return does not exist, or belongs to another customer. */
export class ReturnNotFound extends Data.TaggedError("ReturnNotFound") {}

/** The return's status does not allow a refund, or no longer. */
export class ReturnNotRefundable extends Data.TaggedError("ReturnNotRefundable")<{
  readonly found: ReturnRow
  /** Statuses from which a return of this amount can be refunded. */
  readonly refundableFrom: ReadonlyArray<ReturnStatus>
}> {}

const RefundArgs = Schema.Struct({ returnId: ReturnId })

/** Refunds returns. */
export class Refunds extends Context.Tag("@storefront/server/shop/returns/Refunds")<
  Refunds,
  {
    /**
     * Refunds an owner's return, and reduces the owner's spend (and possibly the tier) by the price of the goods.
     * Acting locks the return.
     *
     * Takes 1 statement to prepare and 3 to perform (return, history, spend).
     */
    readonly act: ActOf<typeof RefundArgs, RefundTerms, typeof Refund, ReturnNotFound | ReturnNotRefundable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { returnlessRefundLimit } = yield* LimitsConfig.returns
      const addSpend = changeSpend(sql)
      const record = recordReturnStep(sql)

      const select = (purpose: Purpose) =>
        SqlSchema.findOne({
          Request: Schema.Struct({ owner: UserId, id: ReturnId }),
          Result: ReturnRow,
          execute: ({ id, owner }) => sql`
            SELECT ${returnColumns(sql)} FROM returns r
            WHERE r.id = ${id} AND r.user_id = ${owner} ${forUpdate(sql, purpose)}`
        })

      const close = resolveReturn(sql, "refunded")

      const prepare = Effect.fn("Refunds.prepare")(function* (
        { id: owner }: User,
        { returnId }: typeof RefundArgs.Type,
        purpose: Purpose
      ) {
        const found = yield* Effect.mapError(
          yield* orUnavailable(select(purpose)({ owner, id: returnId })),
          () => new ReturnNotFound()
        )
        const from = refundableFrom(found.refund_amount, returnlessRefundLimit)
        if (!from.includes(found.status)) {
          return yield* new ReturnNotRefundable({ found, refundableFrom: from })
        }
        const terms: RefundTerms = {
          act: "process_refund",
          returnId,
          orderId: found.order_id,
          refundAmount: found.refund_amount,
          shippingRefund: found.shipping_refund,
          refundMethod: found.refund_method
        }
        const perform = Effect.gen(function* () {
          const closed = yield* close({ id: returnId, status: found.status })
          yield* record({ return: returnId, status: "refunded", actor: "customer" })
          const loyalty = yield* addSpend(owner, Money.make(-closed.refund_amount))
          yield* Effect.annotateLogs(Effect.logInfo("Return refunded"), { "return.id": returnId })
          return { ...closed, ...loyalty }
        }).pipe(orUnavailable, Effect.withSpan("Refunds.perform"))
        return { terms, perform }
      })

      return { act: { name: "process_refund", args: RefundArgs, result: Refund, prepare } }
    })
  )
}
