import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable, OrderNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { CouponCode } from "@storefront/domain/Pricing"
import { cancellable, modifiable } from "@storefront/domain/rules/OrderLifecycle"
import { isOpen } from "@storefront/domain/rules/ReturnLifecycle"
import { eligibility } from "@storefront/domain/rules/ReturnPolicy"
import { ContentsFields } from "@storefront/domain/tools/OrderTools"
import { UserText } from "@storefront/domain/tools/UserText"
import { Array, Context, DateTime, Effect, Layer, type Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { whenGiven } from "../../platform/database/WhenGiven.ts"
import * as LimitsConfig from "../../platform/config/LimitsConfig.ts"
import { orderContents } from "./OrderContents.ts"
import { deliveredAt } from "./OrderSteps.ts"
import { joinNewestReturn, returnableUnits, returnJson, ReturnJson } from "./ReturnRow.ts"

const summaryFields = {
  order_id: OrderId,
  status: OrderStatus,
  total: MoneyFromNumeric,
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
  note: Schema.NullOr(UserText),
  reason: Schema.NullOr(UserText)
})

const Details = Schema.Struct({
  ...summaryFields,
  subtotal: MoneyFromNumeric,
  shipping_cost: MoneyFromNumeric,
  note: Schema.NullOr(UserText),
  shipping_address: Schema.Struct({
    street: UserText,
    city: UserText,
    state: UserText,
    zip: UserText,
    country: UserText
  }),
  return: Schema.NullOr(ReturnJson),
  delivered_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  returnable_units: Schema.Int
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

/** A page of somebody's orders; `status` null is every status. */
export const OrderListing = Schema.Struct({
  owner: UserId,
  status: Schema.NullOr(OrderStatus),
  limit: Schema.Int,
  offset: Schema.Int
})
export type OrderListing = typeof OrderListing.Type

/** An order with all that belongs to it; items by line, history oldest first. */
export interface OrderWithParts extends Omit<typeof Details.Type, "delivered_at" | "returnable_units"> {
  readonly amount_charged: Money
  readonly items: ReadonlyArray<typeof Item.Type>
  readonly status_history: ReadonlyArray<typeof Update.Type>
  /** What the state of the order allows. */
  readonly can_cancel: boolean
  readonly can_modify: boolean
  readonly can_return: boolean
}

/**
 * Orders as assistants read them, always those of one person: somebody else's order is `OrderNotFound`.
 */
export class OrderLookup extends Context.Tag("@storefront/server/shop/orders/OrderLookup")<
  OrderLookup,
  {
    /** Newest first, and how many there are on all pages. */
    readonly list: (listing: OrderListing) => Effect.Effect<
      {
        readonly orders: ReadonlyArray<typeof Summary.Type>
        readonly total: number
      },
      DatabaseUnavailable
    >
    readonly find: (owner: UserId, id: OrderId) => Effect.Effect<OrderWithParts, OrderNotFound | DatabaseUnavailable>
    /** Where an order is; every order has at least one update, oldest first. */
    readonly track: (
      owner: UserId,
      id: OrderId
    ) => Effect.Effect<
      {
        readonly status: OrderStatus
        readonly carrier: string
        readonly tracking_number: string | null
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
      const summary = sql.literal(`
        o.id AS order_id, o.status, o.total, o.discount_amount AS discount, o.coupon_code, c.name AS carrier,
        o.tracking_number, o.created_at`)

      const matching = ({ owner, status }: typeof OrderListing.Encoded) =>
        sql.and([sql`o.user_id = ${owner}`, ...whenGiven(status, (status) => sql`o.status = ${status}`)])

      const selectPage = SqlSchema.findAll({
        Request: OrderListing,
        Result: Summary,
        execute: (listing) => sql`
          WITH page AS (
            SELECT * FROM orders o WHERE ${matching(listing)}
            ORDER BY o.created_at DESC, o.id DESC LIMIT ${listing.limit} OFFSET ${listing.offset}
          )
          SELECT ${summary}, i.item_count, i.products, i.more_products, h.note, r.reason
          FROM page o
          JOIN carriers c ON c.id = o.carrier_id
          ${joinNewestReturn(sql)}
          CROSS JOIN LATERAL (${orderContents(sql)}) i
          LEFT JOIN LATERAL (
            SELECT NULLIF(notes, '') AS note FROM order_status_history
            WHERE order_id = o.id ORDER BY id DESC LIMIT 1
          ) h ON true
          ORDER BY o.created_at DESC, o.id DESC`
      })

      const countMatching = SqlSchema.single({
        Request: OrderListing,
        Result: Schema.Struct({ total: Schema.Int }),
        execute: (listing) => sql`SELECT count(*)::int AS total FROM orders o WHERE ${matching(listing)}`
      })

      const Key = Schema.Struct({ owner: UserId, id: OrderId })

      const selectDetails = SqlSchema.findOne({
        Request: Key,
        Result: Details,
        execute: ({ id, owner }) => sql`
          SELECT ${summary}, o.subtotal, o.shipping_cost, o.note, o.shipping_address,
            ${returnJson(sql)} AS return, ${deliveredAt(sql)} AS delivered_at, ${returnableUnits(sql)} AS returnable_units
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
          tracking_number: Schema.NullOr(Schema.String)
        }),
        execute: ({ id, owner }) => sql`
          SELECT o.status, c.name AS carrier, o.tracking_number
          FROM orders o
          JOIN carriers c ON c.id = o.carrier_id
          WHERE o.id = ${id} AND o.user_id = ${owner}`
      })

      const found = <A>(row: Option.Option<A>): Effect.Effect<A, OrderNotFound> =>
        Effect.mapError(row, () => new OrderNotFound())

      const list = Effect.fnUntraced(function* (listing: OrderListing) {
        const orders = yield* selectPage(listing)
        // A page that is not full is the last, unless it lies behind that.
        const isLast = orders.length < listing.limit && (orders.length > 0 || listing.offset === 0)
        const total = isLast ? listing.offset + orders.length : (yield* countMatching(listing)).total
        return { orders, total }
      }, orUnavailable)

      const find = Effect.fnUntraced(function* (owner: UserId, id: OrderId) {
        const {
          delivered_at: deliveredAt,
          returnable_units: returnableUnits,
          ...order
        } = yield* Effect.flatMap(orUnavailable(selectDetails({ owner, id })), found)
        const items = yield* orUnavailable(selectItems(id))
        const updates = yield* orUnavailable(selectUpdates(id))
        const now = yield* DateTime.now
        const returnable = eligibility(
          {
            status: order.status,
            deliveredAt,
            hasOpenReturn: order.return !== null && isOpen(order.return.status),
            returnableUnits
          },
          now,
          windowDays
        )
        return {
          ...order,
          amount_charged: Money.make(order.total + order.shipping_cost),
          items,
          status_history: updates,
          can_cancel: cancellable.includes(order.status),
          can_modify: modifiable.includes(order.status),
          can_return: returnable === "eligible"
        }
      })

      const track = Effect.fnUntraced(function* (owner: UserId, id: OrderId) {
        const shipment = yield* Effect.flatMap(orUnavailable(selectShipment({ owner, id })), found)
        const updates = yield* orUnavailable(selectUpdates(id))
        return Array.isNonEmptyReadonlyArray(updates)
          ? { ...shipment, updates }
          : yield* Effect.dieMessage("an order has no status history")
      })

      return { list, find, track }
    })
  )
}
