import { SqlClient, SqlSchema } from "@effect/sql"
import { OrderDetail, OrderItem, type OrderQuery, OrderReturn } from "@storefront/domain/api/OrdersApi"
import { type DatabaseUnavailable, OrderNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
import { type CardOrder } from "@storefront/domain/turn/Cards"
import { Array, Context, Effect, Layer, Schema, Struct } from "effect"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import * as JsonText from "../../platform/database/JsonText.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"

/** Columns of an order as the driver returns them; amounts within JSON are text. */
const DetailRow = Schema.Struct({
  ...OrderDetail.fields,
  /** Key in the system where it was placed; null if that is this one. */
  external_id: Schema.NullOr(Schema.String),
  total: MoneyFromNumeric,
  date: Schema.DateTimeUtcFromDate,
  discount: MoneyFromNumeric,
  items: Schema.Array(Schema.Struct({ ...OrderItem.fields, unit_price: MoneyFromNumeric, subtotal: MoneyFromNumeric })),
  return: Schema.NullOr(Schema.Struct({ ...OrderReturn.fields, refund_amount: MoneyFromNumeric }))
})

const toDetail = (row: typeof DetailRow.Type) =>
  new OrderDetail(
    {
      ...Struct.omit(row, "external_id"),
      items: row.items.map((item) => new OrderItem(item, skipValidation)),
      return: row.return === null ? null : new OrderReturn(row.return, skipValidation)
    },
    skipValidation
  )

const toCard = (row: typeof DetailRow.Type): typeof CardOrder.Type => ({
  ...toDetail(row),
  number: row.external_id ?? orderNumberOf(row.id)
})

/** Orders as their owner sees them; another customer's order is not found. */
export class OrderRepository extends Context.Tag("@storefront/server/shop/orders/OrderRepository")<
  OrderRepository,
  {
    /** Returns the JSON text of an `OrderPage`, newest first. */
    readonly list: (owner: UserId, query: OrderQuery) => Effect.Effect<string, DatabaseUnavailable>
    readonly find: (owner: UserId, id: OrderId) => Effect.Effect<OrderDetail, OrderNotFound | DatabaseUnavailable>
    /** Reads several orders for cards, in no particular order, without those that are not the owner's. */
    readonly details: (
      owner: UserId,
      ids: ReadonlyArray<OrderId>
    ) => Effect.Effect<ReadonlyArray<typeof CardOrder.Type>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const itemCount = sql.literal("(SELECT count(*)::int FROM order_items i WHERE i.order_id = o.id) AS item_count")

      const list = Effect.fn("OrderRepository.list")((owner: UserId, { limit, offset, status }: OrderQuery) => {
        const matches = sql.and([
          sql`o.user_id = ${owner}`,
          ...optionalCondition(status, (value) => sql`o.status = ${value}`)
        ])
        return JsonText.read(sql`
          SELECT row_to_json(page)::text AS json FROM (
            SELECT ARRAY(
              SELECT row_to_json(listed) FROM (
                SELECT o.id, o.status, trim_scale(o.total) AS total, c.name AS carrier,
                  COALESCE(o.tracking_number, '') AS tracking, ${itemCount}, ${JsonText.time(sql, "o.created_at")} AS date
                FROM orders o JOIN carriers c ON c.id = o.carrier_id WHERE ${matches}
                ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit} OFFSET ${offset}
              ) listed
            ) AS orders, (SELECT count(*) FROM orders o WHERE ${matches}) AS total
          ) page`)
      })

      const select = SqlSchema.findAll({
        Request: Schema.Struct({ owner: UserId, ids: Schema.Array(OrderId) }),
        Result: DetailRow,
        execute: ({ ids, owner }) => sql`
          SELECT o.id, o.external_id, o.status, o.total, c.name AS carrier, COALESCE(o.tracking_number, '') AS tracking,
            o.created_at AS date, ${itemCount}, o.shipping_address, COALESCE(o.coupon_code, '') AS coupon, o.discount_amount AS discount,
            ARRAY(
              SELECT jsonb_build_object('product_id', i.product_id, 'name', i.product_name, 'category', p.category,
                'image_url', p.image_url, 'quantity', i.quantity, 'unit_price', i.unit_price::text,
                'subtotal', i.subtotal::text)
              FROM order_items i JOIN products p ON p.id = i.product_id
              WHERE i.order_id = o.id ORDER BY i.line_no
            ) AS items,
            ARRAY(
              SELECT jsonb_build_object('status', h.status, 'notes', h.notes, 'location', h.location,
                'timestamp', h.recorded_at)
              FROM order_status_history h
              WHERE h.order_id = o.id ORDER BY h.id
            ) AS status_history,
            (
              SELECT jsonb_build_object('id', r.id, 'reason', r.reason, 'status', r.status,
                'refund_method', r.refund_method, 'refund_amount', r.refund_amount::text,
                'created_at', r.created_at, 'resolved_at', r.resolved_at)
              FROM returns r WHERE r.order_id = o.id AND r.status <> 'withdrawn' ORDER BY r.seq DESC LIMIT 1
            ) AS "return"
          FROM orders o JOIN carriers c ON c.id = o.carrier_id
          WHERE o.id IN ${sql.in(ids)} AND o.user_id = ${owner}`
      })

      const details = Effect.fn("OrderRepository.details")((owner: UserId, ids: ReadonlyArray<OrderId>) =>
        orUnavailable(Effect.map(select({ owner, ids }), Array.map(toCard)))
      )

      const find = Effect.fn("OrderRepository.find")(function* (owner: UserId, id: OrderId) {
        const [order] = yield* orUnavailable(select({ owner, ids: [id] }))
        return order === undefined ? yield* new OrderNotFound() : toDetail(order)
      })

      return { list, find, details }
    })
  )
}
