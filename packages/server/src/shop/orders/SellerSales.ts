import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { Money, MoneyFromNumeric } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { divideHalfUp } from "@storefront/domain/rules/Rounding"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, type DateTime, Effect, Layer, Schema } from "effect"
import { withTotal } from "../../platform/database/WithTotal.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"
import { returnedUnits } from "../catalog/ReturnedUnits.ts"

/** Maximum number of products in a report; those with the most revenue are listed. */
const maxReportedProducts = 10

const Sales = Schema.Struct({
  gross_revenue: MoneyFromNumeric,
  discounts: MoneyFromNumeric,
  order_count: Schema.Int,
  units_sold: Schema.Int,
  by_product: Schema.Array(
    Schema.Struct({ product_id: ProductId, name: UserText, units: Schema.Int, revenue: MoneyFromNumeric })
  ),
  by_category: Schema.Array(Schema.Struct({ category: Category, units: Schema.Int, revenue: MoneyFromNumeric }))
})

/** A period; `to` is exclusive. */
export interface Period {
  readonly from: DateTime.Utc
  readonly to: DateTime.Utc
}

/** Sales of a period, without cancelled and returned units. */
export interface SalesReport extends Schema.Schema.Type<typeof Sales>, Period {
  readonly revenue: Money
  /** Revenue per order; null without orders. */
  readonly average_order_value: Money | null
}

const SoldOrder = Schema.Struct({
  order_id: OrderId,
  status: OrderStatus,
  created_at: Schema.DateTimeUtcFromDate,
  seller_subtotal: MoneyFromNumeric,
  units: Schema.Int,
  lines: Schema.Array(Schema.Struct({ name: UserText, quantity: Schema.Int, subtotal: MoneyFromNumeric })),
  total: Schema.Int
})
export type SoldOrder = Omit<typeof SoldOrder.Type, "total">

/** Query for sold orders; null means every seller or every status. */
export const SoldOrderQuery = Schema.Struct({
  seller: Schema.NullOr(UserId),
  statuses: Schema.NullOr(Schema.Array(OrderStatus)),
  limit: Schema.Int,
  offset: Schema.Int
})
export type SoldOrderQuery = typeof SoldOrderQuery.Type

/** Sales of sellers, from the lines of their own products, without data of buyers. Each method runs one statement. */
export class SellerSales extends Context.Tag("@storefront/server/shop/orders/SellerSales")<
  SellerSales,
  {
    /** Reports the sales of orders created in a period; a null seller means all. */
    readonly report: (seller: UserId | null, period: Period) => Effect.Effect<SalesReport, DatabaseUnavailable>
    /**
     * Lists orders that have lines of the seller, newest first, with these lines. `total` counts all matches; null
     * beyond the last page.
     */
    readonly orders: (
      query: SoldOrderQuery
    ) => Effect.Effect<
      { readonly orders: ReadonlyArray<SoldOrder>; readonly total: number | null },
      DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const ofSeller = (seller: UserId | null) => sql.and(optionalCondition(seller, (id) => sql`p.seller_id = ${id}`))

      const selectSales = SqlSchema.single({
        Request: Schema.Struct({
          seller: Schema.NullOr(Schema.typeSchema(UserId)),
          from: Schema.DateTimeUtc,
          to: Schema.DateTimeUtc
        }),
        Result: Sales,
        execute: ({ from, seller, to }) => {
          const inPeriod = sql`o.created_at >= ${from}::timestamptz AND o.created_at < ${to}::timestamptz`
          return sql`
          WITH returned_units AS (${returnedUnits(sql, inPeriod)}), sold AS (
            SELECT i.order_id, i.product_id, p.name, p.category, i.quantity - coalesce(b.units, 0) AS quantity,
              i.subtotal - i.unit_price * coalesce(b.units, 0) AS gross,
              i.subtotal - i.discount_share - coalesce(b.amount, 0) AS revenue
            FROM orders o
            JOIN order_items i ON i.order_id = o.id
            JOIN products p ON p.id = i.product_id
            LEFT JOIN returned_units b ON b.order_item_id = i.id
            WHERE o.status NOT IN ('cancelled', 'returned') AND ${inPeriod} AND ${ofSeller(seller)}
              AND i.quantity > coalesce(b.units, 0)
          )
          SELECT coalesce(sum(gross), 0)::numeric(14,2) AS gross_revenue,
            coalesce(sum(gross - revenue), 0)::numeric(14,2) AS discounts,
            count(DISTINCT order_id)::int AS order_count, coalesce(sum(quantity), 0)::int AS units_sold,
            ARRAY(
              SELECT jsonb_build_object('product_id', product_id, 'name', name, 'units', sum(quantity),
                'revenue', sum(revenue)::text)
              FROM sold GROUP BY product_id, name
              ORDER BY sum(revenue) DESC, product_id LIMIT ${maxReportedProducts}
            ) AS by_product,
            ARRAY(
              SELECT jsonb_build_object('category', category, 'units', sum(quantity),
                'revenue', sum(revenue)::text)
              FROM sold GROUP BY category ORDER BY sum(revenue) DESC, category
            ) AS by_category
          FROM sold`
        }
      })

      const selectOrders = SqlSchema.findAll({
        Request: Schema.typeSchema(SoldOrderQuery),
        Result: SoldOrder,
        execute: ({ limit, offset, seller, statuses }) => sql`
          WITH page AS (
            SELECT o.id, o.status, o.created_at, count(*) OVER ()::int AS total FROM orders o
            WHERE ${sql.and([
              sql`EXISTS (
                SELECT 1 FROM order_items i JOIN products p ON p.id = i.product_id
                WHERE i.order_id = o.id AND ${ofSeller(seller)})`,
              ...optionalCondition(statuses, (values) => sql.in("o.status", values))
            ])}
            ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit} OFFSET ${offset}
          )
          SELECT o.id AS order_id, o.status, o.created_at, sum(i.subtotal) AS seller_subtotal,
            sum(i.quantity)::int AS units, o.total,
            array_agg(jsonb_build_object('name', i.product_name, 'quantity', i.quantity,
              'subtotal', i.subtotal::text) ORDER BY i.line_no) AS lines
          FROM page o
          JOIN order_items i ON i.order_id = o.id
          JOIN products p ON p.id = i.product_id
          WHERE ${ofSeller(seller)}
          GROUP BY o.id, o.status, o.created_at, o.total
          ORDER BY o.created_at DESC, o.id DESC`
      })

      const report = Effect.fn("SellerSales.revenue")(function* (seller: UserId | null, { from, to }: Period) {
        const sales = yield* selectSales({ seller, from, to })
        const net = Money.make(sales.gross_revenue - sales.discounts)
        return {
          ...sales,
          from,
          to,
          revenue: net,
          average_order_value: sales.order_count === 0 ? null : Money.make(divideHalfUp(net, sales.order_count))
        }
      }, orUnavailable)

      const orders = Effect.fn("SellerSales.orders")(function* (query: SoldOrderQuery) {
        const { rows, total } = withTotal(yield* orUnavailable(selectOrders(query)), query.offset)
        return { orders: rows, total }
      })

      return { report, orders }
    })
  )
}
