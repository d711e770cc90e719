import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, OrderNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId, ReturnId } from "@storefront/domain/Ids"
import { Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { type ReturnEligibility, ReturnStatus } from "@storefront/domain/Returns"
import { isOpen, openStatuses, refundableFrom } from "@storefront/domain/rules/ReturnLifecycle"
import { eligibility, windowEnd } from "@storefront/domain/rules/ReturnPolicy"
import { planReturn, returnableUnits } from "@storefront/domain/rules/ReturnShares"
import { type ReturnableUnits } from "@storefront/domain/tools/ReturnFields"
import { Array, Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import * as LimitsConfig from "../../platform/config/LimitsConfig.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { deliveredAt } from "../orders/OrderSteps.ts"
import { joinNewestReturn, returnColumns, ReturnRow } from "../orders/ReturnRow.ts"
import { findLines, whatIsLeft } from "./OrderLines.ts"

/** What decides whether an order can be sent back, beside its lines. */
const Facts = Schema.Struct({
  status: OrderStatus,
  shipping_cost: MoneyFromNumeric,
  /** The newest delivery on record. */
  delivered_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  /** The newest return. */
  return_id: Schema.NullOr(ReturnId),
  return_status: Schema.NullOr(ReturnStatus),
  refund_amount: Schema.NullOr(MoneyFromNumeric),
  shipping_refund: Schema.NullOr(MoneyFromNumeric)
})

/** Reads the facts about an order of its owner, in one statement. */
const findReturnFacts = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Struct({ owner: UserId, order: OrderId }),
    Result: Facts,
    execute: ({ order, owner }) => sql`
      SELECT o.status, o.shipping_cost, r.id AS return_id, r.status AS return_status, r.refund_amount, r.shipping_refund,
        ${deliveredAt(sql)} AS delivered_at
      FROM orders o ${joinNewestReturn(sql)}
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
  readonly shipping_refund: Money | null
  readonly returnable: ReadonlyArray<typeof ReturnableUnits.Type>
  readonly return_id: ReturnId | null
  readonly return_status: ReturnStatus | null
}

/** A return, and whether its refund can be paid now. */
export interface Followed extends ReturnRow {
  readonly isDue: boolean
}

/** Returns of an order, or of a person. */
export interface Returns {
  /** The newest that was not withdrawn; of several orders, the newest that is open before all that ended. */
  readonly first: Option.Option<Followed>
  /** Newest first. */
  readonly others: ReadonlyArray<Followed>
}

/** The most open returns of a person that are read. */
const mostOpen = 10

/** Days (UTC) of the calendar from now to a moment; none when it has passed. */
const daysUntil = (end: DateTime.Utc, now: DateTime.Utc): number =>
  Math.max(
    0,
    DateTime.distance(DateTime.startOf(now, "day"), DateTime.startOf(end, "day")) / Duration.toMillis(Duration.days(1))
  )

/** A return of an order; null fields where there is none. */
const OrderReturn = Schema.Union(ReturnRow, Schema.Struct({ return_id: Schema.Null }))

/**
 * Returns as assistants read them, always those of one person: somebody else's order is `OrderNotFound`. One statement, two
 * for the eligibility (its lines).
 */
export class ReturnLookup extends Context.Tag("@storefront/server/shop/returns/ReturnLookup")<
  ReturnLookup,
  {
    readonly eligibility: (
      owner: UserId,
      order: OrderId
    ) => Effect.Effect<EligibilityReport, OrderNotFound | DatabaseUnavailable>
    readonly find: (owner: UserId, order: OrderId) => Effect.Effect<Returns, OrderNotFound | DatabaseUnavailable>
    /** The person's returns that are open, and the newest of those that ended. */
    readonly current: (owner: UserId) => Effect.Effect<Returns, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { returnlessRefundLimit, windowDays } = yield* LimitsConfig.returns
      const findFacts = findReturnFacts(sql)

      const linesOf = findLines(sql)

      const select = SqlSchema.findAll({
        Request: Schema.Struct({ owner: UserId, order: OrderId }),
        Result: OrderReturn,
        execute: ({ order, owner }) => sql`
          SELECT ${returnColumns(sql)} FROM orders o LEFT JOIN returns r ON r.order_id = o.id
          WHERE o.id = ${order} AND o.user_id = ${owner} ORDER BY r.seq DESC`
      })

      const selectCurrent = SqlSchema.findAll({
        Request: UserId,
        Result: ReturnRow,
        execute: (owner) => sql`
          SELECT ${returnColumns(sql)} FROM (
            (SELECT * FROM returns WHERE user_id = ${owner} AND ${sql.in("status", openStatuses)}
              ORDER BY seq DESC LIMIT ${mostOpen})
            UNION ALL
            (SELECT * FROM returns WHERE user_id = ${owner} AND NOT ${sql.in("status", openStatuses)}
              ORDER BY seq DESC LIMIT 1)
          ) r ORDER BY r.seq DESC`
      })

      const followed = (row: ReturnRow): Followed => ({
        ...row,
        isDue: refundableFrom(row.refund_amount, returnlessRefundLimit).includes(row.status)
      })

      /** Puts one of several returns first. */
      const told = (returns: ReadonlyArray<ReturnRow>, first: Option.Option<ReturnRow>): Returns => ({
        first: Option.map(first, followed),
        others: returns
          .filter(({ return_id }) => !Option.exists(first, (it) => it.return_id === return_id))
          .map(followed)
      })

      return {
        eligibility: Effect.fn("ReturnLookup.eligibility")(function* (owner: UserId, order: OrderId) {
          const found = yield* orUnavailable(findFacts({ owner, order }))
          const facts = yield* Effect.mapError(found, () => new OrderNotFound())
          const lines = yield* orUnavailable(linesOf(order))
          const now = yield* DateTime.now
          const { delivered_at: deliveredAt, return_id: returnId, return_status: returnStatus, status } = facts
          const hasOpenReturn = returnStatus !== null && isOpen(returnStatus)
          const standing = { status, deliveredAt, hasOpenReturn, returnableUnits: returnableUnits(lines) }
          const reason = eligibility(standing, now, windowDays)
          const end = deliveredAt === null ? null : windowEnd(deliveredAt, windowDays)
          const whole = reason === "eligible" ? planReturn(lines) : Option.none()
          const given = Option.match(whole, {
            onNone: () => facts,
            onSome: ({ completes, refund }) => ({
              refund_amount: refund,
              shipping_refund: completes ? facts.shipping_cost : Money.make(0)
            })
          })
          return {
            order_id: order,
            eligible: reason === "eligible",
            reason_code: reason,
            delivered_at: deliveredAt,
            window_ends_at: end,
            days_remaining: end === null ? null : daysUntil(end, now),
            refund_amount: given.refund_amount,
            shipping_refund: given.shipping_refund,
            returnable: reason === "eligible" ? whatIsLeft(lines) : [],
            return_id: returnId,
            return_status: returnStatus
          }
        }),

        find: Effect.fn("ReturnLookup.find")(function* (owner: UserId, order: OrderId) {
          const rows = yield* orUnavailable(select({ owner, order }))
          if (rows.length === 0) {
            return yield* new OrderNotFound()
          }
          const returns = rows.flatMap((row) => (row.return_id === null ? [] : [row]))
          return told(
            returns,
            Array.findFirst(returns, ({ status }) => status !== "withdrawn")
          )
        }),

        current: Effect.fn("ReturnLookup.current")(function* (owner: UserId) {
          const returns = yield* orUnavailable(selectCurrent(owner))
          const first = Array.findFirst(returns, ({ status }) => isOpen(status))
          return told(
            returns,
            Option.orElse(first, () => Array.head(returns))
          )
        })
      }
    })
  )
}
