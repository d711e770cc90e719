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
import { placedElsewhere } from "../orders/OrderFacts.ts"
import { deliveredAt } from "../orders/OrderSteps.ts"
import { joinNewestReturn, returnColumns, ReturnRow } from "../orders/ReturnRow.ts"
import { findLines, returnableLines } from "./OrderLines.ts"

/** Data that, besides the lines, determines whether an order can be returned. */
const Facts = Schema.Struct({
  status: OrderStatus,
  is_placed_elsewhere: Schema.Boolean,
  shipping_cost: MoneyFromNumeric,
  /** Time of the delivery. */
  delivered_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  /** Newest return that was not withdrawn. */
  return_id: Schema.NullOr(ReturnId),
  return_status: Schema.NullOr(ReturnStatus),
  refund_amount: Schema.NullOr(MoneyFromNumeric),
  shipping_refund: Schema.NullOr(MoneyFromNumeric)
})

/** Finds these facts about an owner's order. One statement. */
const findReturnFacts = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Struct({ owner: UserId, order: OrderId }),
    Result: Facts,
    execute: ({ order, owner }) => sql`
      SELECT o.status, ${placedElsewhere(sql)}, o.shipping_cost, r.id AS return_id, r.status AS return_status, r.refund_amount, r.shipping_refund,
        ${deliveredAt(sql)} AS delivered_at
      FROM orders o ${joinNewestReturn(sql)}
      WHERE o.id = ${order} AND o.user_id = ${owner}`
  })

/** Result of the eligibility check, with the facts behind it. */
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

/** A return; `isDue` means that it can be refunded now. */
export interface TrackedReturn extends ReturnRow {
  readonly isDue: boolean
}

/** Returns of an order or of a customer, with the one that matters first. */
export interface Returns {
  /** Of an order, the newest that was not withdrawn; of a customer, the newest open one, otherwise the newest. */
  readonly first: Option.Option<TrackedReturn>
  /** Newest first. */
  readonly others: ReadonlyArray<TrackedReturn>
}

/** Maximum number of open returns read per customer. */
const maxOpenReturns = 10

/** Returns the UTC calendar days from now until a time; 0 when it has passed. */
const daysUntil = (end: DateTime.Utc, now: DateTime.Utc): number =>
  Math.max(
    0,
    DateTime.distance(DateTime.startOf(now, "day"), DateTime.startOf(end, "day")) / Duration.toMillis(Duration.days(1))
  )

/** A return of an order; `return_id` is null when it has none. */
const OrderReturn = Schema.Union(ReturnRow, Schema.Struct({ return_id: Schema.Null }))

/**
 * Returns as assistants read them, always those of one customer: another customer's order is `OrderNotFound`. One
 * statement each; eligibility takes a second one for the lines.
 */
export class ReturnLookup extends Context.Tag("@storefront/server/shop/returns/ReturnLookup")<
  ReturnLookup,
  {
    /** Checks that an order can be returned, and computes the refund of all returnable units. */
    readonly eligibility: (
      owner: UserId,
      order: OrderId
    ) => Effect.Effect<EligibilityReport, OrderNotFound | DatabaseUnavailable>
    readonly find: (owner: UserId, order: OrderId) => Effect.Effect<Returns, OrderNotFound | DatabaseUnavailable>
    /** Lists the customer's open returns, and the newest of the closed ones. */
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
              ORDER BY seq DESC LIMIT ${maxOpenReturns})
            UNION ALL
            (SELECT * FROM returns WHERE user_id = ${owner} AND NOT ${sql.in("status", openStatuses)}
              ORDER BY seq DESC LIMIT 1)
          ) r ORDER BY r.seq DESC`
      })

      const tracked = (row: ReturnRow): TrackedReturn => ({
        ...row,
        isDue: refundableFrom(row.refund_amount, returnlessRefundLimit).includes(row.status)
      })

      /** Splits returns into `first` and the others. */
      const withFirst = (returns: ReadonlyArray<ReturnRow>, first: Option.Option<ReturnRow>): Returns => ({
        first: Option.map(first, tracked),
        others: returns
          .filter(({ return_id }) => !Option.exists(first, (other) => other.return_id === return_id))
          .map(tracked)
      })

      return {
        eligibility: Effect.fn("ReturnLookup.eligibility")(function* (owner: UserId, order: OrderId) {
          const found = yield* orUnavailable(findFacts({ owner, order }))
          const facts = yield* Effect.mapError(found, () => new OrderNotFound())
          const lines = yield* orUnavailable(linesOf(order))
          const now = yield* DateTime.now
          const { delivered_at: deliveredAt, return_id: returnId, return_status: returnStatus, status } = facts
          const hasOpenReturn = returnStatus !== null && isOpen(returnStatus)
          const orderFacts = { status, deliveredAt, hasOpenReturn, returnableUnits: returnableUnits(lines) }
          const reason = facts.is_placed_elsewhere ? "placed_elsewhere" : eligibility(orderFacts, now, windowDays)
          const end = deliveredAt === null ? null : windowEnd(deliveredAt, windowDays)
          const fullReturn = reason === "eligible" ? planReturn(lines) : Option.none()
          const amounts = Option.match(fullReturn, {
            onNone: () => facts,
            onSome: ({ completesOrder: completes, refund }) => ({
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
            refund_amount: amounts.refund_amount,
            shipping_refund: amounts.shipping_refund,
            returnable: reason === "eligible" ? returnableLines(lines) : [],
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
          return withFirst(
            returns,
            Array.findFirst(returns, ({ status }) => status !== "withdrawn")
          )
        }),

        current: Effect.fn("ReturnLookup.current")(function* (owner: UserId) {
          const returns = yield* orUnavailable(selectCurrent(owner))
          const first = Array.findFirst(returns, ({ status }) => isOpen(status))
          return withFirst(
            returns,
            Option.orElse(first, () => Array.head(returns))
          )
        })
      }
    })
  )
}
