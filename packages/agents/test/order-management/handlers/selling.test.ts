import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { User } from "@storefront/domain/Identity"
import { orderIn } from "@storefront/server/testing/OrderWays"
import { bob, lamp, orderId, seller, shoes } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect } from "effect"
import { call, orderTools } from "../SmallOrders.ts"

for (const engine of TestDatabase.engines) {
  layer(orderTools(engine), { excludeTestServices: true })(`the tools of sellers on ${engine.name}`, (it) => {
    it.effect("show sellers their own lines, and administrators everybody's", () =>
      Effect.gen(function* () {
        yield* orderIn(50, "placed", {
          lines: [
            { product: lamp, east: 1 },
            { product: shoes, west: 1 }
          ]
        })
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO users (id, email, name, role, password_hash)
          VALUES ('55555555-0000-4000-8000-000000000000', 'rook@example.com', 'Juniper & Rook', 'seller', '-')`
        yield* sql`UPDATE products SET seller_id = '55555555-0000-4000-8000-000000000000' WHERE id = ${shoes.id}`
        const admin = new User({ ...bob, role: "admin" })

        const mine = yield* call("get_seller_orders", { status: "placed", limit: 1 }, seller)
        assert.deepInclude((mine as { orders: ReadonlyArray<object> }).orders[0], {
          order_id: orderId(50),
          status: "placed",
          lines: [{ product_id: lamp.id, name: lamp.name, quantity: 1, unit_price: 50, subtotal: 50 }],
          seller_subtotal: 50,
          units: 1
        })
        assert.deepInclude(yield* call("get_seller_revenue", { days: 1 }, seller), { revenue: 0, order_count: 0 })
        const all = yield* call("get_seller_revenue", { days: 3 }, admin)
        assert.deepInclude(all, { period_days: 3, gross_revenue: 100, discounts: 0, revenue: 100, units_sold: 2 })
        assert.deepInclude(yield* call("get_seller_revenue", { days: 3, seller_id: seller.id }, seller), {
          revenue: 50
        })
        const forbidden = {
          error: "forbidden",
          message: "Sellers only see their own products. Call the tool again without seller_id.",
          allowed_roles: ["admin"]
        }
        assert.deepStrictEqual(yield* call("get_seller_revenue", { seller_id: bob.id }, seller), forbidden)
        assert.deepStrictEqual(yield* call("get_seller_orders", { seller_id: bob.id }, seller), forbidden)
        assert.deepStrictEqual(yield* call("get_seller_orders", { seller_id: bob.id }, admin), {
          orders: [],
          count: 0,
          message: "Nobody has ordered any of these products yet."
        })
      })
    )
  })
}
