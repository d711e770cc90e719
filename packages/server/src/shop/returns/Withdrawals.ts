import { SqlClient, SqlSchema } from "@effect/sql"
import { type WithdrawTerms } from "@storefront/domain/confirmation/Terms"
import { type User, UserId } from "@storefront/domain/Identity"
import { ReturnId } from "@storefront/domain/Ids"
import { OrderStatus } from "@storefront/domain/Orders"
import { withdrawal } from "@storefront/domain/rules/OrderLifecycle"
import { canBecome } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnStatus } from "@storefront/domain/Returns"
import { WithdrawnReturn } from "@storefront/domain/tools/ReturnTools"
import { Context, Data, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type ActOf, type Purpose } from "../../platform/effects/BindingAct.ts"
import { forUpdate } from "../../platform/effects/RowLock.ts"
import { termName } from "../../platform/effects/TermText.ts"
import { recordStep, stepTime } from "../orders/OrderSteps.ts"
import { returnColumns, ReturnRow } from "../orders/ReturnRow.ts"
import { ReturnNotFound } from "./Refunds.ts"
import { recordReturnStep, resolveReturn } from "./ReturnSteps.ts"

/** The return is closed, or the goods are already on their way back. */
export class ReturnNotWithdrawable extends Data.TaggedError("ReturnNotWithdrawable")<{
  readonly status: ReturnStatus
}> {}

const WithdrawalArgs = Schema.Struct({ returnId: ReturnId })

/** History note of an order whose return was withdrawn. */
const note = "The return was withdrawn"

/** Withdraws returns before the goods are sent back. */
export class Withdrawals extends Context.Tag("@storefront/server/shop/returns/Withdrawals")<
  Withdrawals,
  {
    /**
     * Withdraws an owner's requested or approved return, so that its units can be returned again. A `returned` order
     * becomes `delivered` again. Acting locks the order, then the return.
     *
     * Takes 1 statement to prepare and 2 to perform (return, history), 4 for a `returned` order (order, history).
     */
    readonly act: ActOf<
      typeof WithdrawalArgs,
      WithdrawTerms,
      typeof WithdrawnReturn,
      ReturnNotFound | ReturnNotWithdrawable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const recordOrder = recordStep(sql)
      const record = recordReturnStep(sql)

      const select = (purpose: Purpose) =>
        SqlSchema.findOne({
          Request: Schema.Struct({ owner: UserId, id: ReturnId }),
          Result: Schema.Struct({ ...ReturnRow.fields, order_status: OrderStatus }),
          execute: ({ id, owner }) => sql`
            SELECT ${returnColumns(sql)}, o.status AS order_status
            FROM orders o JOIN returns r ON r.order_id = o.id
            WHERE r.id = ${id} AND r.user_id = ${owner} ${forUpdate(sql, purpose)}`
        })

      const close = resolveReturn(sql, "withdrawn")

      const prepare = Effect.fn("Withdrawals.prepare")(function* (
        { id: owner }: User,
        { returnId }: typeof WithdrawalArgs.Type,
        purpose: Purpose
      ) {
        const found = yield* Effect.mapError(
          yield* orUnavailable(select(purpose)({ owner, id: returnId })),
          () => new ReturnNotFound()
        )
        if (!canBecome(found.status, "withdrawn")) {
          return yield* new ReturnNotWithdrawable({ status: found.status })
        }
        const { order_id: order } = found
        const terms: WithdrawTerms = {
          act: "withdraw_return",
          returnId,
          orderId: order,
          lines: found.lines.map(({ name, product_id, quantity }) => ({
            productId: product_id,
            name: termName(name),
            quantity
          }))
        }
        const perform = Effect.gen(function* () {
          const closed = yield* close({ id: returnId, status: found.status })
          yield* record({ return: returnId, status: "withdrawn", actor: "customer" })
          if (found.order_status === withdrawal.from) {
            yield* sql`
              UPDATE orders SET status = ${withdrawal.to}, updated_at = ${stepTime(sql)}
              WHERE id = ${order} AND status = ${withdrawal.from}`
            yield* recordOrder({ order, status: withdrawal.to, notes: note, actor: owner })
          }
          yield* Effect.annotateLogs(Effect.logInfo("Return withdrawn"), { "return.id": returnId })
          return { ...closed, order_status: withdrawal.to }
        }).pipe(orUnavailable, Effect.withSpan("Withdrawals.perform"))
        return { terms, perform }
      })

      return { act: { name: "withdraw_return", args: WithdrawalArgs, result: WithdrawnReturn, prepare } }
    })
  )
}
