import { SqlClient, SqlSchema } from "@effect/sql"
import { Day } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import * as PriceNow from "../pricing/PriceNow.ts"

const PricedProduct = Schema.Struct({
  product_id: ProductId,
  product_name: UserText,
  current_price: MoneyFromNumeric,
  ...PriceNow.fields,
  /** Daily list prices, oldest first. */
  points: Schema.Array(Schema.Struct({ date: Day, price: MoneyFromNumeric }))
})

/** SQL for an `INSERT` that makes the prices of a query (`id`, `price`) those of today: the price of a day is its last one. */
export const recordPrices = (query: string): string => `
  INSERT INTO price_history (product_id, day, price) SELECT id, current_date, price FROM (${query}) AS prices
  ON CONFLICT (product_id, day) DO UPDATE SET price = EXCLUDED.price`

/** Daily list prices of products. */
export class PriceHistory extends Context.Tag("@storefront/server/shop/catalog/PriceHistory")<
  PriceHistory,
  {
    /** Finds an active product with its prices of the last `days` days, today included. */
    readonly find: (
      id: ProductId,
      days: number
    ) => Effect.Effect<typeof PricedProduct.Type, ProductNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: Schema.Struct({ id: ProductId, days: Schema.Int }),
        Result: PricedProduct,
        execute: ({ days, id }) => sql`
          WITH ${PriceNow.flashSales(sql)}
          SELECT p.id AS product_id, p.name AS product_name, p.price AS current_price, ${PriceNow.columns(sql)}, COALESCE(h.points, '[]') AS points
          FROM products p
          LEFT JOIN LATERAL (
            SELECT jsonb_agg(jsonb_build_object('date', day::text, 'price', price::text) ORDER BY day) AS points
            FROM price_history
            WHERE product_id = p.id AND day > current_date - ${days}::int AND day <= current_date
          ) h ON true
          WHERE p.id = ${id} AND p.is_active`
      })
      return {
        find: Effect.fn("PriceHistory.find")(function* (id: ProductId, days: number) {
          const row = yield* orUnavailable(select({ id, days }))
          return yield* Effect.mapError(row, () => new ProductNotFound())
        })
      }
    })
  )
}
