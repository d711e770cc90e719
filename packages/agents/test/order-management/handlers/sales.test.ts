import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { undelivered } from "@storefront/domain/rules/OrderLifecycle"
import { User } from "@storefront/domain/Identity"
import * as ToolArguments from "@storefront/server/assistant/agent/ToolArguments"
import { orderIn } from "@storefront/server/testing/OrderFixtures"
import { bob, lamp, orderId, seller, shoes } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { getSellerOrders, getSellerRevenue } from "@storefront/domain/tools/SellerOrderTools"
import { DateTime, Effect, Number } from "effect"
import { decodeAs } from "../../support/CallTool.ts"
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
        assert.deepInclude(mine, { count: 1, total: 4 })
        const open = yield* Effect.forEach(["open" as const, ...undelivered], (status) =>
          Effect.map(
            call("get_seller_orders", { status, limit: 1 }, seller),
            (page) => (page as { total: number }).total
          )
        )
        assert.strictEqual(open[0], Number.sumAll(open.slice(1)))
        assert.deepInclude((mine as { orders: ReadonlyArray<object> }).orders[0], {
          order_id: orderId(50),
          status: "placed",
          lines: [{ name: lamp.name, quantity: 1, subtotal: 50 }],
          seller_subtotal: 50,
          units: 1
        })
        assert.deepInclude(yield* call("get_seller_revenue", { days: 1 }, seller), { revenue: 0, order_count: 0 })
        const all = yield* call("get_seller_revenue", { days: 3 }, admin)
        assert.deepInclude(all, { period_days: 3, gross_revenue: 100, discounts: 0, revenue: 100, units_sold: 2 })
        assert.deepInclude(yield* call("get_seller_revenue", { days: 3, seller_id: seller.id }, seller), {
          revenue: 50
        })
        const [placed] = decodeAs(getSellerOrders.successSchema)(mine).orders
        const dayAfter = (days: number) => DateTime.formatIsoDateUtc(DateTime.add(placed!.created_at, { days }))
        const [before, ordered, after] = [dayAfter(-1), dayAfter(0), dayAfter(1)]
        const within = (params: object) => call("get_seller_revenue", params, seller)
        assert.deepInclude(yield* within({ from: ordered, to: ordered }), { period_days: 1, revenue: 50 })
        assert.deepInclude(yield* within({ from: ordered }), { revenue: 50 })
        assert.deepInclude(yield* within({ from: before, to: before }), { period_days: 1, revenue: 0 })
        for (const wrong of [{ to: after }, { from: after, to: ordered }, { from: "2020-01-01" }]) {
          assert.deepNestedInclude(yield* within(wrong), {
            error: "invalid_argument",
            "field_errors[0].field": "from"
          })
        }
        for (const from of ["2026-02-30", "yesterday"]) {
          assert.deepStrictEqual(yield* ToolArguments.check(getSellerRevenue, { from }), [
            { field: "from", message: "must be a day, YYYY-MM-DD" }
          ])
        }
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
          total: 0,
          message: "Nobody has ordered any of these products yet."
        })
      })
    )
  })
}
