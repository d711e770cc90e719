import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { OrderId } from "@storefront/domain/Ids"
import { MoneyFromNumber, MoneyFromNumeric } from "@storefront/domain/Money"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
import { OrderStatus } from "@storefront/domain/Orders"
import { canBecome, statusesBefore } from "@storefront/domain/rules/OrderLifecycle"
import { Context, Data, Effect, Layer, Random, Schema } from "effect"
import * as Transaction from "../../platform/database/Transaction.ts"
import { recordStep, stepTime } from "./OrderSteps.ts"
import { LimitOffset } from "../../platform/database/LimitOffset.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"

/** Statuses that an operator may set. */
export type OperatorStatus = "confirmed" | "shipped" | "out_for_delivery" | "delivered"

export class UnknownOrder extends Data.TaggedError("UnknownOrder")<{ readonly id: OrderId }> {
  override get message() {
    return `There is no order ${this.id}.`
  }
}

/** The order's status does not allow the transition, possibly because of a concurrent operation. */
export class OrderNotReady extends Data.TaggedError("OrderNotReady")<{
  readonly id: OrderId
  readonly status: OrderStatus
  readonly requested: OperatorStatus
}> {
  override get message() {
    return `Order ${orderNumberOf(this.id)} is ${this.status}; only one that is ${statusesBefore(this.requested).join(" or ")} can become ${this.requested}. Nothing was changed.`
  }
}

/** The order was placed in another system, which moves it along. */
export class OrderMovedElsewhere extends Data.TaggedError("OrderMovedElsewhere")<{
  readonly externalId: string
  readonly source: string
}> {
  override get message() {
    return `Order ${this.externalId} was placed elsewhere (${this.source}): nothing here reaches that system, which alone moves it along. Nothing was changed.`
  }
}

/** A completed transition of an order. */
export const OrderTransition = Schema.Struct({
  order_id: OrderId,
  previous_status: OrderStatus,
  status: OrderStatus,
  /** Null until the order is shipped. */
  tracking_number: Schema.NullOr(Schema.String),
  notes: Schema.String,
  location: Schema.NullOr(Schema.String),
  /** The customer's note on the order, such as a size. */
  customer_note: Schema.NullOr(Schema.String)
})
export type OrderTransition = typeof OrderTransition.Type

/** An order in an operator's list, without data of the buyer except the note. */
export const OrderEntry = Schema.Struct({
  order_id: OrderId,
  /** Key of an order that was placed elsewhere; null for orders placed here. */
  external_id: Schema.NullOr(Schema.String),
  status: OrderStatus,
  /** Goods after discounts. */
  total: MoneyFromNumber,
  units: Schema.Int,
  carrier: Schema.String,
  tracking_number: Schema.NullOr(Schema.String),
  customer_note: Schema.NullOr(Schema.String),
  created_at: Schema.DateTimeUtc
})
export type OrderEntry = typeof OrderEntry.Type

/** History notes when the operator gives none. */
const defaultNotes: { readonly [S in OperatorStatus]: string } = {
  confirmed: "Availability confirmed, parcel is being packed",
  shipped: "Handed to the carrier",
  out_for_delivery: "On the van",
  delivered: "Delivered"
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/** Generates `SF` and 12 random characters. A collision (1 in 36^12) violates a unique index, and is not retried. */
const newTrackingNumber = Effect.map(
  Effect.replicateEffect(Random.nextIntBetween(0, alphabet.length), 12),
  (digits) => `SF${digits.map((digit) => alphabet.charAt(digit)).join("")}`
)

const LockedOrder = Schema.Struct({
  source: Schema.String,
  external_id: Schema.NullOr(Schema.String),
  status: OrderStatus,
  tracking_number: Schema.NullOr(Schema.String),
  customer_note: Schema.NullOr(Schema.String),
  origin: Schema.NullOr(Schema.String)
})

/** Operator commands on orders of all customers. */
export class OrderOperations extends Context.Tag("@storefront/server/shop/orders/OrderOperations")<
  OrderOperations,
  {
    /**
     * Advances an order to a status, in one transaction with its history. Shipping assigns the tracking number; its
     * location defaults to the warehouse that ships most of the units.
     */
    readonly advance: (
      id: OrderId,
      to: OperatorStatus,
      details: { readonly notes: string | null; readonly location: string | null }
    ) => Effect.Effect<OrderTransition, UnknownOrder | OrderMovedElsewhere | OrderNotReady | DatabaseUnavailable>
    /** Lists orders, newest first; a null status means every status. */
    readonly list: (
      status: OrderStatus | null,
      part: LimitOffset
    ) => Effect.Effect<ReadonlyArray<OrderEntry>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const record = recordStep(sql)

      const lock = SqlSchema.findOne({
        Request: OrderId,
        Result: LockedOrder,
        execute: (id) => sql`
          SELECT o.source, o.external_id, o.status, o.tracking_number, o.note AS customer_note, (
            SELECT w.location
            FROM order_items i
            JOIN order_item_allocations a ON a.order_item_id = i.id
            JOIN warehouses w ON w.id = a.warehouse_id
            WHERE i.order_id = o.id
            GROUP BY w.id ORDER BY sum(a.quantity) DESC, w.name LIMIT 1
          ) AS origin
          FROM orders o WHERE o.id = ${id} FOR UPDATE OF o`
      })

      const selectEntries = SqlSchema.findAll({
        Request: Schema.Struct({ status: Schema.NullOr(OrderStatus), ...LimitOffset.fields }),
        Result: Schema.Struct({
          ...OrderEntry.fields,
          total: MoneyFromNumeric,
          created_at: Schema.DateTimeUtcFromDate
        }),
        execute: ({ limit, offset, status }) => sql`
          SELECT o.id AS order_id, o.external_id, o.status, o.total, o.tracking_number, o.note AS customer_note, o.created_at,
            c.name AS carrier,
            (SELECT coalesce(sum(quantity), 0)::int FROM order_items WHERE order_id = o.id) AS units
          FROM orders o
          JOIN carriers c ON c.id = o.carrier_id
          WHERE ${sql.and(optionalCondition(status, (value) => sql`o.status = ${value}`))}
          ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit} OFFSET ${offset}`
      })

      const advance = Effect.fn("OrderOperations.advance")(
        function* (
          id: OrderId,
          to: OperatorStatus,
          details: { readonly notes: string | null; readonly location: string | null }
        ) {
          const order = yield* Effect.mapError(yield* lock(id), () => new UnknownOrder({ id }))
          if (order.external_id !== null) {
            return yield* new OrderMovedElsewhere({ externalId: order.external_id, source: order.source })
          }
          if (!canBecome(order.status, to)) {
            return yield* new OrderNotReady({ id, status: order.status, requested: to })
          }
          const tracking = to === "shipped" ? yield* newTrackingNumber : order.tracking_number
          const notes = details.notes ?? defaultNotes[to]
          const location = details.location ?? (to === "shipped" ? order.origin : null)
          yield* sql`
            UPDATE orders SET status = ${to}, tracking_number = ${tracking}, updated_at = ${stepTime(sql)}
            WHERE id = ${id} AND status = ${order.status}`
          yield* record({ order: id, status: to, notes, location })
          return {
            order_id: id,
            previous_status: order.status,
            status: to,
            tracking_number: tracking,
            notes,
            location,
            customer_note: order.customer_note
          }
        },
        Transaction.withRetry(sql),
        Transaction.orUnavailable,
        Effect.tap(({ order_id, status }) =>
          Effect.annotateLogs(Effect.logInfo("Order advanced"), { "order.id": order_id, "order.status": status })
        )
      )

      const list = Effect.fn("OrderOperations.list")((status: OrderStatus | null, part: LimitOffset) =>
        Transaction.orUnavailable(selectEntries({ status, ...part }))
      )

      return { advance, list }
    })
  )
}
