import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { User, UserId } from "@storefront/domain/Identity"
import { ProductId } from "@storefront/domain/Ids"
import { OrderStatus } from "@storefront/domain/Orders"
import { getOrderDetails, getOrderTracking, getUserOrders } from "@storefront/domain/tools/OrderTools"
import { DateTime, Effect } from "effect"
import { ada, address, atlas, bob, lamp, orderId, placeOrder, shoes } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { decodeAs } from "../../support/CallTool.ts"
import { call, day, order, orderTools } from "../SmallOrders.ts"

const asPage = decodeAs(getUserOrders.successSchema)
const asDetails = decodeAs(getOrderDetails.successSchema)
const asTracking = decodeAs(getOrderTracking.successSchema)

const unknownOrder = (id: string) => ({
  error: "not_found",
  message: "The customer has no order with this id. Call get_user_orders to list order ids.",
  entity: "order",
  id
})

for (const engine of TestDatabase.engines) {
  layer(orderTools(engine), { excludeTestServices: true })(`the order tools on ${engine.name}`, (it) => {
    it.effect("list the caller's orders, newest first, with the newest note and the reason of a return", () =>
      Effect.gen(function* () {
        const result = yield* call("get_user_orders", { limit: 3 })
        const common = {
          discount: 0,
          coupon_code: null,
          carrier: "Pigeon Ground",
          item_count: 1,
          total: 100,
          reason: null,
          products: [lamp.name],
          more_products: 0
        }
        assert.deepStrictEqual(result, {
          orders: [
            {
              ...common,
              number: "#0000-0008",
              order_id: orderId(8),
              status: "placed",
              tracking_number: null,
              created_at: day(7),
              note: "Order placed"
            },
            {
              ...common,
              number: "#0000-0007",
              order_id: orderId(7),
              status: "returned",
              total: 130,
              discount: 20,
              item_count: 2,
              products: [atlas.name, shoes.name],
              tracking_number: "SF000000000007",
              created_at: day(7),
              note: "Sent back",
              reason: "Too small"
            },
            {
              ...common,
              number: "#0000-0006",
              order_id: orderId(6),
              status: "cancelled",
              tracking_number: null,
              created_at: day(6),
              note: "Order placed"
            }
          ],
          count: 3,
          total_count: 8
        })
      })
    )

    it.effect("list page by page, and say what an empty page means", () =>
      Effect.gen(function* () {
        const page = asPage(yield* call("get_user_orders", { limit: 4, offset: 4 }))
        assert.deepStrictEqual(
          page.orders.map(({ order_id }) => order_id),
          [orderId(4), orderId(3), orderId(2), orderId(1)]
        )
        assert.strictEqual(page.orders[2]?.note, null)
        assert.deepStrictEqual(yield* call("get_user_orders", { offset: 8 }), {
          orders: [],
          count: 0,
          total_count: 8,
          message: "There are no more orders beyond this offset."
        })
        assert.deepInclude(yield* call("get_user_orders", { status: "shipped" }, bob), {
          total_count: 0,
          message: "The customer has no orders in this status."
        })
      })
    )

    it.effect("list the orders of one status", () =>
      Effect.gen(function* () {
        for (const status of OrderStatus.literals) {
          const result = asPage(yield* call("get_user_orders", { status }))
          assert.isTrue(result.orders.every((order) => order.status === status))
          assert.strictEqual(result.total_count, status === "placed" ? 2 : 1)
        }
      })
    )

    it.effect("show an order with everything that belongs to it", () =>
      Effect.gen(function* () {
        const details = yield* call("get_order_details", { order_id: orderId(7) })
        const line = { quantity: 1, unit_price: 50, subtotal: 50 }
        assert.deepStrictEqual(details, {
          number: "#0000-0007",
          order_id: orderId(7),
          status: "returned",
          subtotal: 150,
          discount: 20,
          total: 130,
          shipping_cost: 5.95,
          amount_charged: 135.95,
          coupon_code: null,
          note: "Leave it at the <b>door</b>",
          shipping_address: address,
          carrier: "Pigeon Ground",
          tracking_number: "SF000000000007",
          created_at: day(7),
          items: [
            {
              ...line,
              product_id: atlas.id,
              name: atlas.name,
              category: "Books",
              brand: atlas.brand,
              quantity: 2,
              subtotal: 100
            },
            { ...line, product_id: shoes.id, name: shoes.name, category: "Sports", brand: shoes.brand }
          ],
          status_history: [
            { status: "placed", notes: "", location: null, timestamp: "2026-02-07T10:00:00.000Z" },
            {
              status: "shipped",
              notes: "Handed over",
              location: "Harrisburg, PA",
              timestamp: "2026-02-07T11:00:00.000Z"
            },
            { status: "delivered", notes: "Left at the door", location: null, timestamp: "2026-02-07T12:00:00.000Z" },
            { status: "returned", notes: "Sent back", location: null, timestamp: "2026-02-07T13:00:00.000Z" }
          ],
          return: {
            number: "#0000-0007",
            return_id: "dddddddd-0000-4000-8000-000000000001",
            order_id: orderId(7),
            status: "refunded",
            reason: "Too small",
            refund_method: "original_payment",
            lines: [{ product_id: atlas.id, name: atlas.name, quantity: 2, refund_amount: 80 }],
            refund_amount: 80,
            shipping_refund: 0,
            created_at: day(20),
            resolved_at: day(21)
          },
          can_cancel: false,
          can_modify: false,
          can_return: false
        })
      })
    )

    it.effect("track an order, oldest step first", () =>
      Effect.gen(function* () {
        const steps = [
          { status: "placed", notes: "Order placed", location: null, timestamp: "2026-02-03T10:00:00.000Z" },
          { status: "confirmed", notes: "Packed", location: null, timestamp: "2026-02-03T11:00:00.000Z" },
          { status: "shipped", notes: "Handed over", location: "Harrisburg, PA", timestamp: "2026-02-03T12:00:00.000Z" }
        ]
        assert.deepStrictEqual(yield* call("get_order_tracking", { order_id: orderId(3) }), {
          number: "#0000-0003",
          order_id: orderId(3),
          status: "shipped",
          carrier: "Pigeon Ground",
          tracking_number: "SF000000000003",
          latest_update: steps[2],
          timeline: steps,
          message: "The order is on its way."
        })
        for (const n of [1, 2]) {
          const result = asTracking(yield* call("get_order_tracking", { order_id: orderId(n) }))
          assert.isNull(result.tracking_number)
          assert.match(result.message, /not shipped yet/)
        }
      })
    )

    it.effect("hide orders of other people behind the answer for unknown ones", () =>
      Effect.gen(function* () {
        for (const id of [orderId(9), orderId(999)]) {
          assert.deepStrictEqual(yield* call("get_order_details", { order_id: id }), unknownOrder(id))
          assert.deepStrictEqual(yield* call("get_order_tracking", { order_id: id }), unknownOrder(id))
          assert.deepStrictEqual(yield* call("cancel_order", { order_id: id, reason: "-" }), unknownOrder(id))
        }
        const admin = new User({ ...bob, role: "admin" })
        assert.deepStrictEqual(
          yield* call("get_order_details", { order_id: orderId(1) }, admin),
          unknownOrder(orderId(1))
        )
      })
    )

    it.effect("show the caller's own profile without the e-mail address", () =>
      Effect.gen(function* () {
        const profile = yield* call("get_user_profile", {}, bob)
        assert.deepStrictEqual(profile, {
          user_id: bob.id,
          name: "Bob Lindqvist",
          role: "customer",
          loyalty_tier: "bronze",
          total_spend: 100,
          member_since: "2026-01-01T00:00:00.000Z",
          tier_benefits: { discount_pct: 0, free_shipping_threshold: 100, priority_support: false }
        })
        const gone = new User({ ...bob, id: UserId.make("77777777-0000-4000-8000-000000000000") })
        assert.deepInclude(yield* call("get_user_profile", {}, gone), { error: "not_found", entity: "user" })
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(orderTools(engine), { excludeTestServices: true })(`the order tools on ${engine.name}`, (it) => {
    it.effect("name three products of an order, and count the rest", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const bench = { ...lamp, id: ProductId.make("aaaaaaaa-0000-4000-8000-000000000009"), name: "Alder Bench" }
        yield* sql`
          INSERT INTO products (id, name, brand, category, seller_id, description, price, original_price, image_url)
          SELECT ${bench.id}, ${bench.name}, brand, category, seller_id, description, price, original_price, image_url
          FROM products WHERE id = ${lamp.id}`
        const lines = [bench, shoes, atlas, lamp].map((product) => ({ product, east: 1 }))
        yield* placeOrder(order(23, "placed", { lines, createdAt: "2027-01-01T10:00:00Z" }))
        const [first] = asPage(yield* call("get_user_orders", { limit: 1 })).orders
        assert.deepInclude(first as object, {
          order_id: orderId(23),
          products: [bench.name, shoes.name, atlas.name],
          more_products: 1
        })
      })
    )

    it.effect("say what the state of an order still allows", () =>
      Effect.gen(function* () {
        const now = DateTime.toEpochMillis(yield* DateTime.now)
        const hour = 3_600_000
        const delivered = (hoursAgo: number) => ({
          createdAt: new Date(now - (hoursAgo + 1) * hour).toISOString(),
          history: [
            ["placed", ""],
            ["delivered", ""]
          ] as const
        })
        yield* placeOrder(order(20, "delivered", delivered(700)))
        yield* placeOrder(order(21, "delivered", delivered(745)))
        yield* placeOrder(order(22, "delivered", delivered(1)))
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO returns (order_id, user_id, reason, status, refund_amount)
          VALUES (${orderId(22)}, ${ada.id}, 'Too loud', 'requested', 100)`
        const allowed = Effect.fnUntraced(function* (n: number) {
          const details = asDetails(yield* call("get_order_details", { order_id: orderId(n) }))
          return [details.can_cancel, details.can_modify, details.can_return]
        })
        assert.deepStrictEqual(yield* allowed(1), [true, true, false])
        assert.deepStrictEqual(yield* allowed(2), [true, true, false])
        assert.deepStrictEqual(yield* allowed(3), [false, false, false])
        assert.deepStrictEqual(yield* allowed(5), [false, false, false])
        assert.deepStrictEqual(yield* allowed(20), [false, false, true])
        assert.deepStrictEqual(yield* allowed(21), [false, false, false])
        assert.deepStrictEqual(yield* allowed(22), [false, false, false])
      })
    )
  })
}
