import { SqlClient, SqlSchema } from "@effect/sql"
import { Day } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { BackorderId, ProductId } from "@storefront/domain/Ids"
import { BackorderStatus } from "@storefront/domain/Inventory"
import { MoneyFromNumber, MoneyFromNumeric } from "@storefront/domain/Money"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { LimitOffset } from "../../platform/database/LimitOffset.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"

/** Final status that an operator gives a backorder. */
export type BackorderResolution = Exclude<BackorderStatus, "open">

export class UnknownBackorder extends Data.TaggedError("UnknownBackorder")<{ readonly id: BackorderId }> {
  override get message() {
    return `There is no backorder ${this.id}.`
  }
}

/** The backorder is already closed, possibly by a concurrent call. */
export class BackorderClosed extends Data.TaggedError("BackorderClosed")<{
  readonly id: BackorderId
  readonly status: BackorderStatus
  readonly requested: BackorderResolution
}> {
  override get message() {
    return `Backorder ${this.id} is ${this.status}; only one that is open can become ${this.requested}. Nothing was changed.`
  }
}

export const BackorderTransition = Schema.Struct({
  backorder_id: BackorderId,
  previous_status: Schema.Literal("open"),
  status: BackorderStatus,
  resolved_at: Schema.DateTimeUtc
})
export type BackorderTransition = typeof BackorderTransition.Type

/** A backorder in an operator's list. */
export const BackorderEntry = Schema.Struct({
  backorder_id: BackorderId,
  status: BackorderStatus,
  user_id: UserId,
  product_id: ProductId,
  product_name: Schema.String,
  quantity: Schema.Int,
  unit_price: MoneyFromNumber,
  estimated_total: MoneyFromNumber,
  /** Date of the next expected delivery when the backorder was placed. */
  expected_date: Schema.NullOr(Day),
  note: Schema.NullOr(Schema.String),
  created_at: Schema.DateTimeUtc,
  /** Null while it is open. */
  resolved_at: Schema.NullOr(Schema.DateTimeUtc)
})
export type BackorderEntry = typeof BackorderEntry.Type

/** Operator commands on backorders of all customers. */
export class BackorderOperations extends Context.Tag("@storefront/server/shop/inventory/BackorderOperations")<
  BackorderOperations,
  {
    /** Closes an open backorder. Stock is unchanged: the customer orders the delivered units as usual. */
    readonly resolve: (
      id: BackorderId,
      to: BackorderResolution
    ) => Effect.Effect<BackorderTransition, UnknownBackorder | BackorderClosed | DatabaseUnavailable>
    /** Lists backorders, newest first; a null status means every status. */
    readonly list: (
      status: BackorderStatus | null,
      part: LimitOffset
    ) => Effect.Effect<ReadonlyArray<BackorderEntry>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const close = SqlSchema.findOne({
        Request: Schema.Struct({ id: BackorderId, to: BackorderStatus }),
        Result: Schema.Struct({ resolved_at: Schema.DateTimeUtcFromDate }),
        execute: ({ id, to }) => sql`
          UPDATE backorders SET status = ${to}, resolved_at = greatest(created_at, clock_timestamp())
          WHERE id = ${id} AND status = 'open'
          RETURNING resolved_at`
      })

      const selectStatus = SqlSchema.findOne({
        Request: BackorderId,
        Result: Schema.Struct({ status: BackorderStatus }),
        execute: (id) => sql`SELECT status FROM backorders WHERE id = ${id}`
      })

      const selectEntries = SqlSchema.findAll({
        Request: Schema.Struct({ status: Schema.NullOr(BackorderStatus), ...LimitOffset.fields }),
        Result: Schema.Struct({
          ...BackorderEntry.fields,
          unit_price: MoneyFromNumeric,
          estimated_total: MoneyFromNumeric,
          created_at: Schema.DateTimeUtcFromDate,
          resolved_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
        }),
        execute: ({ limit, offset, status }) => sql`
          SELECT b.id AS backorder_id, b.status, b.user_id, b.product_id, p.name AS product_name, b.quantity,
            b.unit_price, b.estimated_total, b.expected_date::text, b.note, b.created_at, b.resolved_at
          FROM backorders b
          JOIN products p ON p.id = b.product_id
          WHERE ${sql.and(optionalCondition(status, (value) => sql`b.status = ${value}`))}
          ORDER BY b.created_at DESC, b.id DESC LIMIT ${limit} OFFSET ${offset}`
      })

      const resolve = Effect.fn("BackorderOperations.resolve")(function* (id: BackorderId, to: BackorderResolution) {
        const closed = yield* orUnavailable(close({ id, to }))
        if (Option.isNone(closed)) {
          const found = yield* orUnavailable(selectStatus(id))
          const { status } = yield* Effect.mapError(found, () => new UnknownBackorder({ id }))
          return yield* new BackorderClosed({ id, status, requested: to })
        }
        yield* Effect.annotateLogs(Effect.logInfo("Backorder resolved"), { "backorder.id": id, "backorder.status": to })
        return { backorder_id: id, previous_status: "open" as const, status: to, resolved_at: closed.value.resolved_at }
      })

      const list = Effect.fn("BackorderOperations.list")((status: BackorderStatus | null, part: LimitOffset) =>
        orUnavailable(selectEntries({ status, ...part }))
      )

      return { resolve, list }
    })
  )
}
