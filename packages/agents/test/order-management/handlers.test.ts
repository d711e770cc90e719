import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { User, UserId } from "@storefront/domain/Identity"
import { OrderStatus } from "@storefront/domain/Orders"
import { cancelOrder, getOrderDetails, getOrderTracking, getUserOrders } from "@storefront/domain/tools/OrderTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { EffectKey } from "@storefront/server/agent/EffectKey"
import { ToolEffects } from "@storefront/server/agent/ToolEffects"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { OrderCancellation } from "@storefront/server/orders/OrderCancellation"
import { OrderLookup } from "@storefront/server/orders/OrderLookup"
import { DateTime, Effect, Layer } from "effect"
import {
  ada,
  address,
  atlas,
  bob,
  lamp,
  orderId,
  placeOrder,
  type PlacedOrder,
  shoes,
  shop
} from "../../../server/test/support/shop.ts"
import * as TestDatabase from "../../../server/test/support/TestDatabase.ts"
import * as Handlers from "../../src/order-management/handlers.ts"
import { toolkit } from "../../src/order-management/toolkit.ts"
import { callTool, decodeAs } from "../support/callTool.ts"

const day = (days: number) => `2026-02-${String(days).padStart(2, "0")}T10:00:00.000Z`

const order = (n: number, status: OrderStatus, changes: Partial<PlacedOrder> = {}): PlacedOrder => ({
  id: orderId(n),
  owner: ada,
  status,
  lines: [{ product: lamp, east: 2 }],
  createdAt: day(n),
  history: [["placed", "Order placed"]],
  ...changes
})

const giveBack = (n: number, fields: { status: string; reason: string; resolved_at?: Date }) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`INSERT INTO returns ${sql.insert({
        id: "dddddddd-0000-4000-8000-000000000001",
        order_id: orderId(n),
        user_id: ada.id,
        refund_amount: "80.00",
        created_at: new Date(day(20)),
        ...fields
      })}`
  )

/** Ada has an order in every status, number 1 (placed) to 7 (returned), and one more; Bob has one. */
const orders = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* placeOrder(order(1, "placed"))
    yield* placeOrder(
      order(2, "confirmed", {
        history: [
          ["placed", "Order placed"],
          ["confirmed", ""]
        ]
      })
    )
    yield* placeOrder(
      order(3, "shipped", {
        history: [
          ["placed", "Order placed"],
          ["confirmed", "Packed"],
          ["shipped", "Handed over"]
        ]
      })
    )
    yield* placeOrder(order(4, "out_for_delivery"))
    yield* placeOrder(order(5, "delivered"))
    yield* placeOrder(order(6, "cancelled"))
    yield* placeOrder(
      order(7, "returned", {
        lines: [
          { product: atlas, east: 1, west: 1 },
          { product: shoes, west: 1 }
        ],
        discount: 20,
        note: "Leave it at the <b>door</b>",
        history: [
          ["placed", ""],
          ["shipped", "Handed over"],
          ["delivered", "Left at the door"],
          ["returned", "Sent back"]
        ]
      })
    )
    yield* giveBack(7, { status: "refunded", reason: "Too small", resolved_at: new Date(day(21)) })
    // The same moment as order 7: the id decides.
    yield* placeOrder(order(8, "placed", { createdAt: day(7) }))
    yield* placeOrder(order(9, "placed", { owner: bob }))
  })
)

type Tools = typeof toolkit.tools

const call = <Name extends keyof Tools>(name: Name, params: Tool.ParametersEncoded<Tools[Name]>, user: User = ada) =>
  callTool(toolkit, user, name, params)

const asPage = decodeAs(getUserOrders.successSchema)
const asDetails = decodeAs(getOrderDetails.successSchema)
const asTracking = decodeAs(getOrderTracking.successSchema)
const asFailure = decodeAs(ToolFailure)
const asCancellation = decodeAs(cancelOrder.successSchema)

const unknownOrder = (id: string) => ({
  error: "not_found",
  message: "The customer has no order with this id. Call get_user_orders to list order ids.",
  entity: "order",
  id
})

const RepositoryLayer = Layer.mergeAll(
  OrderLookup.layer,
  OrderCancellation.layer.pipe(Layer.provide(ToolEffects.layer)),
  LoyaltyProgramme.layer,
  ProductFinder.layer
)

for (const engine of TestDatabase.engines) {
  const TestLayer = Handlers.layer.pipe(
    Layer.provide(RepositoryLayer),
    Layer.provideMerge(Layer.provideMerge(orders, shop)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the order tools on ${engine.name}`, (it) => {
    it.effect("list the caller's orders, newest first, with the newest note and the reason of a return", () =>
      Effect.gen(function* () {
        const result = yield* call("get_user_orders", { limit: 3 })
        const common = {
          discount: 0,
          coupon_code: null,
          carrier: "Pigeon Ground",
          item_count: 1,
          total: 100,
          reason: null
        }
        assert.deepStrictEqual(result, {
          orders: [
            {
              ...common,
              order_id: orderId(8),
              status: "placed",
              tracking_number: null,
              created_at: day(7),
              note: "Order placed"
            },
            {
              ...common,
              order_id: orderId(7),
              status: "returned",
              total: 130,
              discount: 20,
              item_count: 2,
              tracking_number: "SF000000000007",
              created_at: day(7),
              note: "Sent back",
              reason: "Too small"
            },
            {
              ...common,
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
            return_id: "dddddddd-0000-4000-8000-000000000001",
            order_id: orderId(7),
            status: "refunded",
            reason: "Too small",
            refund_method: "original_payment",
            refund_amount: 80,
            created_at: day(20),
            resolved_at: day(21)
          },
          can_cancel: false,
          can_modify: false,
          can_return: false
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
        yield* placeOrder(order(20, "delivered", delivered(719)))
        yield* placeOrder(order(21, "delivered", delivered(721)))
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

    it.effect("track an order, oldest step first", () =>
      Effect.gen(function* () {
        const steps = [
          { status: "placed", notes: "Order placed", location: null, timestamp: "2026-02-03T10:00:00.000Z" },
          { status: "confirmed", notes: "Packed", location: null, timestamp: "2026-02-03T11:00:00.000Z" },
          { status: "shipped", notes: "Handed over", location: "Harrisburg, PA", timestamp: "2026-02-03T12:00:00.000Z" }
        ]
        assert.deepStrictEqual(yield* call("get_order_tracking", { order_id: orderId(3) }), {
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

    it.effect("cancel an order, and answer a repetition from what was stored", () =>
      Effect.gen(function* () {
        yield* placeOrder(order(30, "confirmed"))
        const cancel = call("cancel_order", { order_id: orderId(30), reason: "  Ordered <i>twice</i> " })
        const repeated = Effect.provideService(cancel, EffectKey, "trace-30:0")
        const first = yield* repeated
        assert.deepInclude(first, {
          order_id: orderId(30),
          previous_status: "confirmed",
          status: "cancelled",
          reason: "Ordered <i>twice</i>",
          refund_amount: 105.95,
          restocked: [{ product_id: lamp.id, name: lamp.name, warehouse: "Eastgate", quantity: 2 }],
          coupon_released: false
        })
        assert.notProperty(first, "replayed")
        const second = yield* repeated
        assert.isTrue(asCancellation(second).replayed)
        assert.deepInclude(second, first as object)
        assert.deepStrictEqual(
          yield* call("cancel_order", { order_id: orderId(1), reason: "-" }).pipe(
            Effect.provideService(EffectKey, "trace-30:0")
          ),
          {
            error: "conflict",
            message: "This call was made before with other arguments. Look at the order before you try again.",
            reason: "effect_key_reused"
          }
        )
      })
    )

    it.effect("say why an order cannot be cancelled", () =>
      Effect.gen(function* () {
        const messages = yield* Effect.forEach([3, 4, 5, 6, 7], (n) =>
          Effect.map(call("cancel_order", { order_id: orderId(n), reason: "-" }), (result) => {
            const failure = asFailure(result)
            assert.strictEqual(failure.error, "conflict")
            assert.deepStrictEqual(failure.allowed_statuses, ["placed", "confirmed"])
            return [failure.current_status, failure.message]
          })
        )
        assert.deepStrictEqual(messages, [
          [
            "shipped",
            "The order has left the warehouse and can no longer be cancelled. It can be sent back after delivery."
          ],
          [
            "out_for_delivery",
            "The order has left the warehouse and can no longer be cancelled. It can be sent back after delivery."
          ],
          [
            "delivered",
            "A delivered order can no longer be cancelled. Offer to send it back with initiate_return instead."
          ],
          ["cancelled", "The order is cancelled already. Tell the customer so."],
          ["returned", "A returned order can no longer be cancelled. Tell the customer so."]
        ])
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
}
