import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

const Purchase = Schema.Struct({
  order_id: OrderId,
  status: OrderStatus,
  total: MoneyFromNumeric,
  created_at: Schema.DateTimeUtcFromDate,
  /** Distinct categories of the products, by name. */
  categories: Schema.Array(Category),
  /** Products by line, named as sold. */
  products: Schema.Array(Schema.Struct({ product_id: ProductId, name: UserText, quantity: Schema.Int }))
})

/** A customer's past purchases. */
export class PurchaseHistory extends Context.Tag("@storefront/server/shop/orders/PurchaseHistory")<
  PurchaseHistory,
  {
    /** Lists the newest orders first, including cancelled ones. One statement. */
    readonly list: (
      owner: UserId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<typeof Purchase.Type>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: Schema.Struct({ owner: UserId, limit: Schema.Int }),
        Result: Purchase,
        execute: ({ limit, owner }) => sql`
          SELECT o.id AS order_id, o.status, o.total, o.created_at, COALESCE(i.categories, '{}') AS categories,
            COALESCE(i.products, '[]') AS products
          FROM (
            SELECT id, status, total, created_at FROM orders
            WHERE user_id = ${owner}
            ORDER BY created_at DESC, id DESC LIMIT ${limit}
          ) o
          CROSS JOIN LATERAL (
            SELECT array_agg(DISTINCT p.category) AS categories,
              jsonb_agg(
                jsonb_build_object('product_id', l.product_id, 'name', l.product_name, 'quantity', l.quantity)
                ORDER BY l.line_no) AS products
            FROM order_items l
            JOIN products p ON p.id = l.product_id
            WHERE l.order_id = o.id
          ) i
          ORDER BY o.created_at DESC, o.id DESC`
      })
      return {
        list: Effect.fn("PurchaseHistory.list")((owner: UserId, limit: number) =>
          orUnavailable(select({ owner, limit }))
        )
      }
    })
  )
}
