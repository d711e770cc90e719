import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, OrderNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId, ReturnId } from "@storefront/domain/Ids"
import { type Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { type ReturnEligibility } from "@storefront/domain/Returns"
import { eligibility, windowEnd } from "@storefront/domain/rules/ReturnPolicy"
import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import * as LimitsConfig from "../../platform/config/LimitsConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { deliveredAt } from "../orders/OrderSteps.ts"
import { returnColumns, ReturnRow } from "../orders/ReturnRow.ts"

/** What decides whether an order can be sent back. */
const Facts = Schema.Struct({
  status: OrderStatus,
  total: MoneyFromNumeric,
  /** The newest delivery on record. */
  delivered_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  return_id: Schema.NullOr(ReturnId),
  refund_amount: Schema.NullOr(MoneyFromNumeric)
})

/** Reads the facts about an order of its owner, in one statement. */
const findReturnFacts = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Struct({ owner: UserId, order: OrderId }),
    Result: Facts,
    execute: ({ order, owner }) => sql`
      SELECT o.status, o.total, r.id AS return_id, r.refund_amount,
        ${deliveredAt(sql)} AS delivered_at
      FROM orders o
      LEFT JOIN returns r ON r.order_id = o.id
      WHERE o.id = ${order} AND o.user_id = ${owner}`
  })

/** Whether an order can be sent back, and what decides it. */
export interface EligibilityReport {
  readonly order_id: OrderId
  readonly eligible: boolean
  readonly reason_code: ReturnEligibility
  readonly delivered_at: DateTime.Utc | null
  readonly window_ends_at: DateTime.Utc | null
  readonly days_remaining: number | null
  readonly refund_amount: Money | null
  readonly return_id: ReturnId | null
}

/** Days of 24 hours until a moment, a started one counted; none when it has passed. */
const daysUntil = (end: DateTime.Utc, now: DateTime.Utc): number =>
  Math.max(0, Math.ceil(DateTime.distance(now, end) / Duration.toMillis(Duration.days(1))))

/** The return of an order; null fields where there is none. */
const OrderReturn = Schema.Union(ReturnRow, Schema.Struct({ return_id: Schema.Null }))

/**
 * Returns as assistants read them, always those of one person: somebody else's order is `OrderNotFound`. One statement
 * each.
 */
export class ReturnLookup extends Context.Tag("@storefront/server/shop/returns/ReturnLookup")<
  ReturnLookup,
  {
    readonly eligibility: (
      owner: UserId,
      order: OrderId
    ) => Effect.Effect<EligibilityReport, OrderNotFound | DatabaseUnavailable>
    /** The return of an order, if it has one. */
    readonly find: (
      owner: UserId,
      order: OrderId
    ) => Effect.Effect<Option.Option<ReturnRow>, OrderNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { windowDays } = yield* LimitsConfig.returns
      const findFacts = findReturnFacts(sql)

      const select = SqlSchema.findOne({
        Request: Schema.Struct({ owner: UserId, order: OrderId }),
        Result: OrderReturn,
        execute: ({ order, owner }) => sql`
          SELECT ${returnColumns(sql)} FROM orders o LEFT JOIN returns r ON r.order_id = o.id
          WHERE o.id = ${order} AND o.user_id = ${owner}`
      })

      return {
        eligibility: Effect.fn("ReturnLookup.eligibility")(function* (owner: UserId, order: OrderId) {
          const found = yield* orUnavailable(findFacts({ owner, order }))
          const facts = yield* Effect.mapError(found, () => new OrderNotFound())
          const now = yield* DateTime.now
          const { delivered_at: deliveredAt, return_id: returnId, status } = facts
          const reason = eligibility({ status, deliveredAt, hasReturn: returnId !== null }, now, windowDays)
          const end = deliveredAt === null ? null : windowEnd(deliveredAt, windowDays)
          return {
            order_id: order,
            eligible: reason === "eligible",
            reason_code: reason,
            delivered_at: deliveredAt,
            window_ends_at: end,
            days_remaining: end === null ? null : daysUntil(end, now),
            refund_amount: reason === "eligible" ? facts.total : facts.refund_amount,
            return_id: returnId
          }
        }),

        find: Effect.fn("ReturnLookup.find")(function* (owner: UserId, order: OrderId) {
          const found = yield* orUnavailable(select({ owner, order }))
          const row = yield* Effect.mapError(found, () => new OrderNotFound())
          return row.return_id === null ? Option.none() : Option.some(row)
        })
      }
    })
  )
}
