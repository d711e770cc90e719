import { SqlClient, SqlSchema } from "@effect/sql"
import { AddressResult } from "@storefront/domain/Address"
import { Category, type Day } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable, OrderNotFound } from "@storefront/domain/Errors"
import { type User, UserId } from "@storefront/domain/Identity"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { SpeedTier } from "@storefront/domain/Inventory"
import { Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { CouponCode } from "@storefront/domain/Pricing"
import { ReturnStatus } from "@storefront/domain/Returns"
import { type CarrierDays, type DeliveryForecast, forecast } from "@storefront/domain/rules/DeliveryForecast"
import { underWay } from "@storefront/domain/rules/OrderLifecycle"
import { ContentsFields } from "@storefront/domain/tools/OrderTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Array, Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"
import * as LimitsConfig from "../../platform/config/LimitsConfig.ts"
import { orderContents } from "./OrderContents.ts"
import { OrderState, stateColumns, withPossibilities } from "./OrderPossibilities.ts"
import { OrderRefund, returnsRefund } from "./OrderRefund.ts"
import { joinNewestReturn, returnJson, ReturnJson } from "./ReturnRow.ts"

/** Transit days of the order's slowest parcel; null when the carrier does not serve the route of every parcel. */
const CarrierDaysJson = Schema.NullOr(Schema.Struct({ estimated_days_min: Schema.Int, estimated_days_max: Schema.Int }))

/** Selects the transit days of the order `o`. */
const carrierDays = (sql: SqlClient.SqlClient) =>
  sql.literal(`(
    SELECT jsonb_build_object('estimated_days_min', max(r.days_min), 'estimated_days_max', max(r.days_max))
    FROM order_items i
    JOIN order_item_allocations a ON a.order_item_id = i.id
    JOIN warehouses w ON w.id = a.warehouse_id
    LEFT JOIN shipping_rates r
      ON r.carrier_id = o.carrier_id AND r.region_from = w.region AND r.region_to = o.delivery_region
    WHERE i.order_id = o.id
    HAVING count(*) = count(r.days_max) AND count(*) > 0)`)

const summaryFields = {
  ...OrderState.fields,
  order_id: OrderId,
  total: MoneyFromNumeric,
  shipping_cost: MoneyFromNumeric,
  discount: MoneyFromNumeric,
  coupon_code: Schema.NullOr(CouponCode),
  carrier: Schema.String,
  tracking_number: Schema.NullOr(Schema.String),
  created_at: Schema.DateTimeUtcFromDate
}

const Summary = Schema.Struct({
  ...summaryFields,
  ...ContentsFields,
  item_count: Schema.Int,
  /** Time of shipping; null unless the order is under way. */
  sent_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  carrier_days: CarrierDaysJson,
  note: Schema.NullOr(UserText),
  noted_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  reason: Schema.NullOr(UserText),
  return_status: Schema.NullOr(ReturnStatus)
})

const Details = Schema.Struct({
  ...summaryFields,
  subtotal: MoneyFromNumeric,
  note: Schema.NullOr(UserText),
  recipient_name: UserText,
  speed_tier: SpeedTier,
  shipping_address: AddressResult,
  billing_address: Schema.NullOr(AddressResult),
  return: Schema.NullOr(ReturnJson),
  refund: Schema.NullOr(OrderRefund)
})

const Item = Schema.Struct({
  product_id: ProductId,
  name: UserText,
  category: Category,
  brand: UserText,
  quantity: Schema.Int,
  unit_price: MoneyFromNumeric,
  subtotal: MoneyFromNumeric
})

const Update = Schema.Struct({
  status: OrderStatus,
  notes: UserText,
  location: Schema.NullOr(Schema.String),
  timestamp: Schema.DateTimeUtcFromDate
})

/** Returns the time at which an order first reached a status. */
const firstTime = (updates: ReadonlyArray<typeof Update.Type>, target: OrderStatus) =>
  Option.map(
    Array.findFirst(updates, ({ status }) => status === target),
    ({ timestamp }) => timestamp
  )

/** A page of a customer's orders; a null `status` means every status. */
const OrderListing = Schema.Struct({
  owner: UserId,
  status: Schema.NullOr(OrderStatus),
  limit: Schema.Int,
  offset: Schema.Int
})
type OrderListing = typeof OrderListing.Type

/** A row with the actions that order and role allow. */
type WithPossibilities<Row extends typeof OrderState.Type> = ReturnType<typeof withPossibilities<Row>>

export interface ListedOrder extends WithPossibilities<Omit<typeof Summary.Type, "sent_at" | "carrier_days">> {
  readonly total_with_shipping: Money
  /** Both present only for an order under way. */
  readonly expected_to?: Day | null
  readonly is_late?: boolean
}

/** An order with all its parts: items by line, history oldest first. */
export interface OrderWithParts extends WithPossibilities<typeof Details.Type> {
  readonly amount_charged: Money
  readonly items: ReadonlyArray<typeof Item.Type>
  readonly status_history: ReadonlyArray<typeof Update.Type>
}

/** Orders as assistants read them, always those of one customer: another customer's order is `OrderNotFound`. */
export class OrderLookup extends Context.Tag("@storefront/server/shop/orders/OrderLookup")<
  OrderLookup,
  {
    /** Lists orders newest first, with their number on all pages. */
    readonly list: (
      owner: User,
      part: Omit<OrderListing, "owner">
    ) => Effect.Effect<{ readonly orders: ReadonlyArray<ListedOrder>; readonly total: number }, DatabaseUnavailable>
    /** Finds an order with all its parts. Three statements. */
    readonly find: (owner: User, id: OrderId) => Effect.Effect<OrderWithParts, OrderNotFound | DatabaseUnavailable>
    /** Returns the shipment of an order: status, delivery forecast, and updates, oldest first. */
    readonly track: (
      owner: UserId,
      id: OrderId
    ) => Effect.Effect<
      DeliveryForecast & {
        readonly status: OrderStatus
        readonly carrier: string
        readonly tracking_number: string | null
        /** Transit days of the slowest parcel; null when the carrier does not serve the route of every parcel. */
        readonly carrier_days: CarrierDays | null
        readonly updates: Array.NonEmptyReadonlyArray<typeof Update.Type>
      },
      OrderNotFound | DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { windowDays } = yield* LimitsConfig.returns
      const summary = sql`
        o.id AS order_id, o.status, o.total, o.shipping_cost, o.discount_amount AS discount, o.coupon_code,
        c.name AS carrier, o.tracking_number, o.created_at, ${stateColumns(sql)}`

      const listingFilter = ({ owner, status }: typeof OrderListing.Encoded) =>
        sql.and([sql`o.user_id = ${owner}`, ...optionalCondition(status, (status) => sql`o.status = ${status}`)])

      const selectPage = SqlSchema.findAll({
        Request: OrderListing,
        Result: Summary,
        execute: (listing) => sql`
          WITH page AS (
            SELECT * FROM orders o WHERE ${listingFilter(listing)}
            ORDER BY o.created_at DESC, o.id DESC LIMIT ${listing.limit} OFFSET ${listing.offset}
          )
          SELECT ${summary}, i.item_count, i.products, i.more_products, h.note,
            CASE WHEN h.note IS NOT NULL THEN h.recorded_at END AS noted_at, r.reason, r.status AS return_status,
            s.sent_at, CASE WHEN s.sent_at IS NOT NULL THEN ${carrierDays(sql)} END AS carrier_days
          FROM page o
          JOIN carriers c ON c.id = o.carrier_id
          ${joinNewestReturn(sql)}
          CROSS JOIN LATERAL (${orderContents(sql)}) i
          LEFT JOIN LATERAL (
            SELECT NULLIF(NULLIF(notes, ''), r.reason) AS note, recorded_at FROM order_status_history
            WHERE order_id = o.id ORDER BY id DESC LIMIT 1
          ) h ON true
          LEFT JOIN LATERAL (
            SELECT recorded_at AS sent_at FROM order_status_history
            WHERE order_id = o.id AND status = 'shipped' AND ${sql.in("o.status", underWay)} ORDER BY id LIMIT 1
          ) s ON true
          ORDER BY o.created_at DESC, o.id DESC`
      })

      const countMatching = SqlSchema.single({
        Request: OrderListing,
        Result: Schema.Struct({ total: Schema.Int }),
        execute: (listing) => sql`SELECT count(*)::int AS total FROM orders o WHERE ${listingFilter(listing)}`
      })

      const Key = Schema.Struct({ owner: UserId, id: OrderId })

      const selectDetails = SqlSchema.findOne({
        Request: Key,
        Result: Details,
        execute: ({ id, owner }) => sql`
          SELECT ${summary}, o.subtotal, o.note, o.recipient_name, c.speed_tier, o.shipping_address,
            NULLIF(o.billing_address, o.shipping_address) AS billing_address,
            ${returnJson(sql)} AS return, ${returnsRefund(sql)} AS refund
          FROM orders o
          JOIN carriers c ON c.id = o.carrier_id
          ${joinNewestReturn(sql)}
          WHERE o.id = ${id} AND o.user_id = ${owner}`
      })

      const selectItems = SqlSchema.findAll({
        Request: OrderId,
        Result: Item,
        execute: (id) => sql`
          SELECT i.product_id, i.product_name AS name, p.category, p.brand, i.quantity, i.unit_price, i.subtotal
          FROM order_items i
          JOIN products p ON p.id = i.product_id
          WHERE i.order_id = ${id}
          ORDER BY i.line_no`
      })

      const selectUpdates = SqlSchema.findAll({
        Request: OrderId,
        Result: Update,
        execute: (id) => sql`
          SELECT status, notes, location, recorded_at AS timestamp FROM order_status_history
          WHERE order_id = ${id}
          ORDER BY id`
      })

      const selectShipment = SqlSchema.findOne({
        Request: Key,
        Result: Schema.Struct({
          status: OrderStatus,
          carrier: Schema.String,
          tracking_number: Schema.NullOr(Schema.String),
          carrier_days: CarrierDaysJson
        }),
        execute: ({ id, owner }) => sql`
          SELECT o.status, c.name AS carrier, o.tracking_number, ${carrierDays(sql)} AS carrier_days
          FROM orders o
          JOIN carriers c ON c.id = o.carrier_id
          WHERE o.id = ${id} AND o.user_id = ${owner}`
      })

      const orNotFound = <A>(row: Option.Option<A>): Effect.Effect<A, OrderNotFound> =>
        Effect.mapError(row, () => new OrderNotFound())

      const list = Effect.fnUntraced(function* ({ id: owner, role }: User, part: Omit<OrderListing, "owner">) {
        const now = yield* DateTime.now
        const listing = { owner, ...part }
        const page = yield* selectPage(listing)
        const orders = page.map(({ carrier_days, sent_at, ...order }) => {
          const { expected_to, is_late } = forecast({ sentAt: sent_at, deliveredAt: null }, carrier_days, now)
          return {
            ...withPossibilities(order, { now, role, windowDays }),
            total_with_shipping: Money.make(order.total + order.shipping_cost),
            ...(sent_at === null ? {} : { expected_to, is_late })
          }
        })
        // A page that is not full is the last one, unless it is empty and lies beyond the end.
        const isLast = orders.length < listing.limit && (orders.length > 0 || listing.offset === 0)
        const total = isLast ? listing.offset + orders.length : (yield* countMatching(listing)).total
        return { orders, total }
      }, orUnavailable)

      const find = Effect.fnUntraced(function* ({ id: owner, role }: User, id: OrderId) {
        const now = yield* DateTime.now
        const row = yield* Effect.flatMap(orUnavailable(selectDetails({ owner, id })), orNotFound)
        const order = withPossibilities(row, { now, role, windowDays })
        const items = yield* orUnavailable(selectItems(id))
        const updates = yield* orUnavailable(selectUpdates(id))
        const charged = Money.make(order.total + order.shipping_cost)
        return {
          ...order,
          amount_charged: charged,
          items,
          status_history: updates,
          refund: Option.match(firstTime(updates, "cancelled"), {
            onNone: () => order.refund,
            onSome: (at) => ({ amount: charged, method: "original_payment" as const, at })
          })
        }
      })

      const track = Effect.fnUntraced(function* (owner: UserId, id: OrderId) {
        const shipment = yield* Effect.flatMap(orUnavailable(selectShipment({ owner, id })), orNotFound)
        const updates = yield* orUnavailable(selectUpdates(id))
        if (!Array.isNonEmptyReadonlyArray(updates)) {
          return yield* Effect.dieMessage("an order has no status history")
        }
        const shipmentTimes = {
          sentAt: Option.getOrNull(firstTime(updates, "shipped")),
          deliveredAt: Option.getOrNull(firstTime(updates, "delivered"))
        }
        return { ...shipment, updates, ...forecast(shipmentTimes, shipment.carrier_days, yield* DateTime.now) }
      })

      return { list, find, track }
    })
  )
}
