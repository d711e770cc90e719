import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { User, UserId } from "@storefront/domain/Identity"
import { ProductId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { getOrderDetails, getOrderTracking, getUserOrders } from "@storefront/domain/tools/OrderTools"
import { day as dayInWords } from "@storefront/domain/EnglishWording"
import { DateTime, Effect } from "effect"
import {
  ada,
  address,
  atlas,
  bob,
  lamp,
  orderId,
  placeOrder,
  type PlacedOrder,
  shoes
} from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { decodeAs } from "../../support/CallTool.ts"
import { call, day, order, orderTools, shownDay } from "../SmallOrders.ts"

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
          total_with_shipping: 105.95,
          reason: null,
          products: [lamp.name],
          more_products: 0,
          delivered_at: null,
          can_cancel: false,
          return_status: null,
          can_return: false
        }
        assert.deepStrictEqual(result, {
          orders: [
            {
              ...common,
              number: "#0000-0008",
              order_id: orderId(8),
              status: "placed",
              tracking_number: null,
              can_cancel: true,
              created_at: shownDay(7),
              note: "Order placed",
              noted_at: shownDay(7)
            },
            {
              ...common,
              number: "#0000-0007",
              order_id: orderId(7),
              status: "returned",
              total: 130,
              total_with_shipping: 135.95,
              discount: 20,
              item_count: 2,
              products: [atlas.name, shoes.name],
              tracking_number: "SF000000000007",
              created_at: shownDay(7),
              delivered_at: "2026-02-07T12:00Z",
              note: "Sent back",
              noted_at: "2026-02-07T13:00Z",
              reason: "Too small",
              return_status: "refunded"
            },
            {
              ...common,
              number: "#0000-0006",
              order_id: orderId(6),
              status: "cancelled",
              tracking_number: null,
              created_at: shownDay(6),
              note: "Order placed",
              noted_at: shownDay(6)
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
        assert.deepStrictEqual([page.orders[2]?.note, page.orders[2]?.noted_at], [null, null])
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

    it.effect("say what an order allows and the person's role does not, and who does it", () =>
      Effect.gen(function* () {
        const power = new User({ ...ada, role: "power_user" })
        const message =
          "What only_by_staff names is possible. This account cannot do it itself; the shop's people do it. Say both. Offer a support case, and open it with open_support_case if the customer wants it."
        const { orders, ...page } = asPage(yield* call("get_user_orders", { status: "confirmed" }, power))
        assert.strictEqual(page.message, message)
        assert.deepInclude(orders[0], { can_cancel: false, can_return: false, only_by_staff: ["cancel", "modify"] })
        assert.deepInclude(asDetails(yield* call("get_order_details", { order_id: orderId(2) }, power)), {
          can_cancel: false,
          can_modify: false,
          only_by_staff: ["cancel", "modify"],
          message
        })
        const shipped = asPage(yield* call("get_user_orders", { status: "shipped" }, power))
        assert.deepStrictEqual([shipped.message, shipped.orders[0]?.only_by_staff], [undefined, undefined])
        const own = asDetails(yield* call("get_order_details", { order_id: orderId(2) }))
        assert.deepStrictEqual([own.can_cancel, own.can_modify, own.only_by_staff], [true, true, undefined])
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
          recipient_name: "Ada Byron",
          shipping_address: address,
          billing_address: null,
          carrier: "Pigeon Ground",
          speed_tier: "standard",
          tracking_number: "SF000000000007",
          created_at: shownDay(7),
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
            { status: "placed", notes: "", location: null, timestamp: "2026-02-07T10:00Z" },
            {
              status: "shipped",
              notes: "Handed over",
              location: "Harrisburg, PA",
              timestamp: "2026-02-07T11:00Z"
            },
            { status: "delivered", notes: "Left at the door", location: null, timestamp: "2026-02-07T12:00Z" },
            { status: "returned", notes: "Sent back", location: null, timestamp: "2026-02-07T13:00Z" }
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
          refund: { amount: 80, method: "original_payment", at: shownDay(21) },
          can_cancel: false,
          can_modify: false,
          can_return: false
        })
      })
    )

    it.effect("track an order, oldest step first", () =>
      Effect.gen(function* () {
        const steps = [
          { status: "placed", notes: "Order placed", location: null, timestamp: "2026-02-03T10:00Z" },
          { status: "confirmed", notes: "Packed", location: null, timestamp: "2026-02-03T11:00Z" },
          { status: "shipped", notes: "Handed over", location: "Harrisburg, PA", timestamp: "2026-02-03T12:00Z" }
        ]
        assert.deepStrictEqual(yield* call("get_order_tracking", { order_id: orderId(3) }), {
          number: "#0000-0003",
          order_id: orderId(3),
          status: "shipped",
          carrier: "Pigeon Ground",
          tracking_number: "SF000000000003",
          latest_update: steps[2],
          timeline: steps,
          // No carrier of this shop has said how many days it takes.
          expected_from: null,
          expected_to: null,
          is_late: false,
          days_late: 0,
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

    it.effect("say what was paid back", () =>
      Effect.gen(function* () {
        const refundOf = (n: number) =>
          Effect.map(call("get_order_details", { order_id: orderId(n) }), (details) => asDetails(details).refund)
        const cancelled: PlacedOrder["history"] = [
          ["placed", ""],
          ["cancelled", "Found it cheaper"]
        ]
        yield* placeOrder(order(19, "cancelled", { history: cancelled }))
        const all = yield* refundOf(19)
        assert.strictEqual(all?.amount, Money.make(10_595))
        assert.strictEqual(all?.method, "original_payment")
        assert.strictEqual(DateTime.formatIso(all!.at), "2026-02-19T11:00:00.000Z")
        assert.isNull(yield* refundOf(1))
        yield* placeOrder(order(24, "returned"))
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO returns (order_id, user_id, reason, status, refund_method, refund_amount)
          VALUES (${orderId(24)}, ${ada.id}, 'Too loud', 'received', 'store_credit', 100)`
        assert.isNull(yield* refundOf(24))
        yield* sql`UPDATE returns SET status = 'refunded', resolved_at = ${day(26)} WHERE order_id = ${orderId(24)}`
        const credit = yield* refundOf(24)
        assert.deepStrictEqual([credit?.amount, credit?.method], [Money.make(10_000), "store_credit"])
        assert.strictEqual(DateTime.formatIso(credit!.at), day(26))
      })
    )

    it.effect("tell the reason of a return once, and when an order was delivered", () =>
      Effect.gen(function* () {
        const history: PlacedOrder["history"] = [
          ["placed", ""],
          ["delivered", "Left at the door"],
          ["returned", "Too dim"]
        ]
        yield* placeOrder(order(25, "returned", { history, createdAt: "2027-02-01T10:00:00Z" }))
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO returns (order_id, user_id, reason, status, refund_amount)
          VALUES (${orderId(25)}, ${ada.id}, 'Too dim', 'approved', 100)`
        const [first] = asPage(yield* call("get_user_orders", { limit: 1 })).orders
        assert.deepInclude(first as object, { order_id: orderId(25), reason: "Too dim", note: null })
        assert.strictEqual(DateTime.formatIso(first!.delivered_at!), "2027-02-01T11:00:00.000Z")
      })
    )

    it.effect("tell by which days an order was to come, for the slowest of its parcels", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const track = (n: number) => Effect.map(call("get_order_tracking", { order_id: orderId(n) }), asTracking)
        const rate = (from: string, min: number, max: number) => sql`
          INSERT INTO shipping_rates (carrier_id, region_from, region_to, price, days_min, days_max)
          SELECT id, ${from}, 'east', 5, ${min}::int, ${max}::int FROM carriers`
        const now = yield* DateTime.now
        const sentDaysAgo = (days: number) => ({
          createdAt: DateTime.formatIso(DateTime.subtract(now, { days })),
          history: [["shipped", ""]] as const
        })
        const inDays = (days: number) => DateTime.formatIsoDateUtc(DateTime.add(now, { days }))
        yield* rate("east", 2, 3)
        yield* placeOrder(order(26, "shipped", sentDaysAgo(1)))
        const both = [{ product: lamp, east: 1, west: 1 }]
        yield* placeOrder(order(27, "out_for_delivery", { ...sentDaysAgo(9), lines: both }))
        yield* placeOrder(order(28, "confirmed"))

        const one = yield* track(26)
        assert.deepInclude(one as object, {
          expected_from: inDays(1),
          expected_to: inDays(2),
          is_late: false,
          days_late: 0,
          message: "The order is on its way."
        })
        // No carrier has said how long it takes from the west.
        assert.isNull((yield* track(27)).expected_to)
        yield* rate("west", 4, 6)
        const two = yield* track(27)
        assert.deepInclude(two as object, {
          expected_from: inDays(-5),
          expected_to: inDays(-3),
          is_late: true,
          days_late: 3,
          message: `The order is out for delivery. It is late: it was expected by ${dayInWords(inDays(-3))}.`
        })
        assert.deepInclude((yield* track(28)) as object, {
          expected_from: null,
          expected_to: null,
          is_late: false,
          message:
            "The order is not shipped yet: it is being prepared. The carrier takes 2-3 days from the day it is sent."
        })

        const { orders } = asPage(yield* call("get_user_orders", {}))
        assert.deepStrictEqual(
          [26, 27, 28].map((n) => {
            const listed = orders.find(({ order_id }) => order_id === orderId(n))
            return [listed?.expected_to, listed?.is_late]
          }),
          [
            [inDays(2), false],
            [inDays(-3), true],
            [undefined, undefined]
          ]
        )
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
          const listed = asPage(yield* call("get_user_orders", { limit: 50 })).orders.find(
            ({ order_id }) => order_id === orderId(n)
          )
          assert.deepStrictEqual([listed?.can_cancel, listed?.can_return], [details.can_cancel, details.can_return])
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
