import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"
import { flashSales } from "../pricing/PriceNow.ts"
import * as ProductRow from "./ProductRow.ts"
import { returnedUnits } from "./ReturnedUnits.ts"

const TrendingProduct = Schema.Struct({ ...ProductRow.fields, order_count: Schema.Int, units_sold: Schema.Int })

const TrendingQuery = Schema.Struct({
  category: Schema.NullOr(Category),
  /** Length of the period, in days of 24 hours. */
  days: Schema.Int,
  limit: Schema.Int
})

/** Best-selling products. */
export class TrendingProducts extends Context.Tag("@storefront/server/shop/catalog/TrendingProducts")<
  TrendingProducts,
  {
    /**
     * Lists listed products by units sold, then by orders, then by id. The sales of a group's variants are its own.
     * Cancelled and returned units do not count.
     */
    readonly list: (
      query: typeof TrendingQuery.Type
    ) => Effect.Effect<ReadonlyArray<typeof TrendingProduct.Type>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: TrendingQuery,
        Result: TrendingProduct,
        execute: ({ category, days, limit }) => {
          const filters = sql.and([
            sql`g.is_listed`,
            ...optionalCondition(category, (category) => sql`g.category = ${category}`)
          ])
          const recent = sql`o.created_at <= now() AND o.created_at >= now() - make_interval(days => ${days}::int)`
          return sql`
            WITH ${flashSales(sql)}, returned_units AS (${returnedUnits(sql, recent)}), sold AS (
              SELECT g.id AS product_id, count(DISTINCT o.id)::int AS order_count,
                sum(i.quantity - coalesce(b.units, 0))::int AS units_sold
              FROM orders o
              JOIN order_items i ON i.order_id = o.id
              JOIN products a ON a.id = i.product_id
              JOIN products g ON g.id = COALESCE(a.group_id, a.id)
              LEFT JOIN returned_units b ON b.order_item_id = i.id
              WHERE o.status NOT IN ('cancelled', 'returned') AND ${recent} AND ${filters}
                AND i.quantity > coalesce(b.units, 0)
              GROUP BY g.id
              ORDER BY units_sold DESC, order_count DESC, g.id
              LIMIT ${limit}
            )
            SELECT ${ProductRow.columns(sql)}, s.order_count, s.units_sold
            FROM sold s
            JOIN products p ON p.id = s.product_id
            ORDER BY s.units_sold DESC, s.order_count DESC, p.id`
        }
      })
      return {
        list: Effect.fn("TrendingProducts.list")((query: typeof TrendingQuery.Type) => orUnavailable(select(query)))
      }
    })
  )
}
