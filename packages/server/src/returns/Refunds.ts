import { SqlClient, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { ReturnId } from "@storefront/domain/Ids"
import { Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { goodsReceived, refundableFrom, statusesBefore } from "@storefront/domain/rules/ReturnLifecycle"
import { type ReturnStatus } from "@storefront/domain/Returns"
import { processRefund, Refund } from "@storefront/domain/tools/ReturnTools"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { changeSpend } from "../accounts/Spend.ts"
import * as LimitsConfig from "../config/LimitsConfig.ts"
import { type EffectKeyReused, logged, ToolEffects, type Written } from "../effects/ToolEffects.ts"
import { CurrentConsent, NotAgreed } from "../effects/CurrentConsent.ts"
import { returnColumns, ReturnRow } from "../orders/ReturnRow.ts"
import { recordReturnStep, returnStepTime } from "./ReturnSteps.ts"

/** The return does not exist, or is somebody else's. */
export class ReturnNotFound extends Data.TaggedError("ReturnNotFound") {}

/** The return is not, or no longer, one that can be paid back. */
export class ReturnNotRefundable extends Data.TaggedError("ReturnNotRefundable")<{
  readonly found: ReturnRow
  /** The statuses from which a return of this amount is refunded. */
  readonly refundableFrom: ReadonlyArray<ReturnStatus>
}> {}

/** Pays returns back. Failures of the database are defects. */
export class Refunds extends Context.Tag("@storefront/server/returns/Refunds")<
  Refunds,
  {
    /**
     * Refunds a return of its owner, once per effect key and once per return: the owner's spend falls, and with it
     * perhaps the tier. One transaction of at most 5 statements: claim the effect key, change the return where it can
     * be refunded (else look why not), write its history, lower the spend, keep the result.
     */
    readonly refund: (
      owner: UserId,
      id: ReturnId
    ) => Effect.Effect<Written<typeof Refund.Type>, ReturnNotFound | ReturnNotRefundable | NotAgreed | EffectKeyReused>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const effects = yield* ToolEffects
      const { returnlessRefundLimit } = yield* LimitsConfig.returns
      const addSpend = changeSpend(sql)
      const record = recordReturnStep(sql)

      const Key = Schema.Struct({ owner: UserId, id: ReturnId })

      const close = SqlSchema.findOne({
        Request: Schema.Struct({ ...Key.fields, limit: MoneyFromNumeric }),
        Result: ReturnRow,
        execute: ({ id, limit, owner }) => sql`
          UPDATE returns AS r SET status = 'refunded', resolved_at = ${returnStepTime(sql)}
          WHERE r.id = ${id} AND r.user_id = ${owner} AND (
            r.status = ${goodsReceived}
            OR (r.refund_amount <= ${limit}::numeric AND ${sql.in("r.status", statusesBefore("refunded"))}))
          RETURNING ${returnColumns(sql)}`
      })

      const select = SqlSchema.findOne({
        Request: Key,
        Result: ReturnRow,
        execute: ({ id, owner }) =>
          sql`SELECT ${returnColumns(sql)} FROM returns r WHERE r.id = ${id} AND r.user_id = ${owner}`
      })

      const write = Effect.fnUntraced(function* (owner: UserId, id: ReturnId) {
        const closed = yield* Effect.orDie(close({ owner, id, limit: returnlessRefundLimit }))
        if (Option.isNone(closed)) {
          return yield* Option.match(yield* Effect.orDie(select({ owner, id })), {
            onNone: () => new ReturnNotFound(),
            onSome: (found) =>
              new ReturnNotRefundable({
                found,
                refundableFrom: refundableFrom(found.refund_amount, returnlessRefundLimit)
              })
          })
        }
        const { order_id } = closed.value
        const consent = yield* CurrentConsent
        const { ids, spared } = Option.getOrElse(consent, () => ({ ids: [], spared: [] }))
        const isOneOf = (named: ReadonlyArray<string>) => named.includes(id) || named.includes(order_id)
        if ((ids.length > 0 && !isOneOf(ids)) || isOneOf(spared)) {
          return yield* new NotAgreed()
        }
        yield* Effect.orDie(record({ return: id, status: "refunded", actor: "customer" }))
        const standing = yield* Effect.orDie(addSpend(owner, Money.make(-closed.value.refund_amount)))
        return { ...closed.value, ...standing }
      })

      const refund = Effect.fn("Refunds.refund")((owner: UserId, id: ReturnId) =>
        effects
          .once(
            { caller: owner, toolName: processRefund.name, params: { return_id: id }, result: Refund },
            write(owner, id)
          )
          .pipe(logged("Return refunded", ({ return_id }) => ({ "return.id": return_id })))
      )

      return { refund }
    })
  )
}
