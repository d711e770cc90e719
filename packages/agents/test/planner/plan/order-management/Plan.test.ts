import { SqlClient } from "@effect/sql"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { bob, lamp, orderId, shoes } from "@storefront/server/testing/SmallShop"
import { rollingBack } from "@storefront/server/testing/RolledBackTests"
import { answer } from "../../../../src/planner/plan/order-management/Plan.ts"
import { order } from "../../support/Kept.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { place, reply, TestLayer, wish } from "./Shopping.ts"

rollingBack(TestLayer)("the playbook of order-management", (it) => {
  it.effect("lists orders one per line with their numbers and what is in them", () =>
    Effect.gen(function* () {
      const { answer, calls, state } = yield* reply(wish("list_orders", { limit: 2 }))
      assert.deepStrictEqual(calls, [["get_user_orders", { limit: 2 }]])
      assert.strictEqual(
        answer,
        [
          "You have 5 orders. The newest 2:",
          `1. Order #0000-0005 (${lamp.name} and 1 more), February 5, 2026, $130.00, placed`,
          `2. Order #0000-0004 (${lamp.name}), February 4, 2026, $200.00, confirmed`
        ].join("\n")
      )
      assert.deepStrictEqual(state.list, [
        { ...order(orderId(5), null), name: `${lamp.name} and ${shoes.name}` },
        { ...order(orderId(4), null), name: lamp.name }
      ])
    })
  )

  it.effect("lists what is on its way, also what is out for delivery", () =>
    Effect.gen(function* () {
      const both = yield* reply(wish("list_orders", { orderStatus: "shipped", text: "what is on its way" }))
      assert.include(both.answer, `You have 2 shipped or out for delivery orders:\n1. Order #0000-0003`)
      assert.include(both.answer, `2. Order #0000-0002`)
      const out = yield* reply(wish("list_orders", { orderStatus: "out_for_delivery" }))
      assert.match(out.answer, /^You have 1 out for delivery order:\n/u)
      const none = yield* reply(wish("list_orders", { orderStatus: "returned" }))
      assert.strictEqual(none.answer, "You have no returned orders.")
    })
  )

  it.effect("shows what is in an order", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("order_details", { order: { kind: "position", index: 0 } }))
      assert.deepStrictEqual(calls, [
        ["get_user_orders", { limit: 50 }],
        ["get_order_details", { order_id: orderId(5) }]
      ])
      assert.strictEqual(
        answer,
        [
          `Order #0000-0005 of February 5, 2026 is placed and waiting to be confirmed.`,
          "- Hearthlow Ember Lamp, $50.00",
          "- Strydevale Trail Shoes, $50.00 × 2",
          "Goods $150.00, discount $20.00, shipping $5.95: $135.95 in total.",
          "Delivery to 1 Elm Street, Boston, MA 02101, US with Pigeon Ground. It can still be cancelled."
        ].join("\n")
      )
    })
  )

  it.effect("does not speak of the delivery of a cancelled order", () =>
    Effect.gen(function* () {
      yield* place(6, "cancelled", { createdAt: "2026-01-06T10:00:00Z" })
      const { answer } = yield* reply(wish("order_details", { order: { kind: "id", id: orderId(6) } }))
      assert.include(answer, "is cancelled.")
      assert.notInclude(answer, "Delivery")
    })
  )

  it.effect("finds an order by the product in it", () =>
    Effect.gen(function* () {
      const { calls, state } = yield* reply(wish("order_details", { order: { kind: "product", name: "trail shoe" } }))
      assert.deepStrictEqual(calls.at(-1), ["get_order_details", { order_id: orderId(5) }])
      assert.deepStrictEqual(state.orders, [orderId(5)])
      const { answer } = yield* reply(wish("order_details", { order: { kind: "product", name: "books" } }))
      assert.match(answer, /^I looked at the first three products of each of your newest orders, and found no “books”/u)
    })
  )

  it.effect("tracks the newest order that is awaited when none is named", () =>
    Effect.gen(function* () {
      const open = yield* reply(wish("track_order"))
      assert.deepStrictEqual(open.calls.at(-1), ["get_order_tracking", { order_id: orderId(5) }])
      const { answer, calls } = yield* reply(wish("track_order", { order: { kind: "id", id: orderId(3) } }))
      assert.deepStrictEqual(calls.at(-1), ["get_order_tracking", { order_id: orderId(3) }])
      assert.strictEqual(
        answer,
        `Order #0000-0003 is shipped and on its way with Pigeon Ground. Its tracking number is SF000000000003. Last update on February 3, 2026 in Harrisburg, PA: Noted. I have no exact day of delivery for it.`
      )
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO shipping_rates (carrier_id, region_from, region_to, price, days_min, days_max)
        SELECT c.id, w.region, 'east', 5, 3, 5 FROM carriers c, warehouses w`
      const late = yield* reply(wish("track_order", { order: { kind: "id", id: orderId(3) } }))
      assert.match(late.answer, /It was expected by February 8, 2026\.$/u)
      const waiting = yield* reply(wish("track_order", { order: { kind: "id", id: orderId(4) } }))
      assert.include(waiting.answer, "is confirmed and being prepared.")
      assert.match(waiting.answer, /I have no exact day of delivery for it\.$/u)
    })
  )

  it.effect("says so when an order is not among those of the customer", () =>
    Effect.gen(function* () {
      const foreign = wish("order_details", { order: { kind: "id", id: orderId(5) } })
      const { answer } = yield* reply(foreign, turnOf(""), bob)
      assert.include(answer, `I found no single order #0000-0005 among yours.`)
      assert.strictEqual(
        (yield* reply(wish("track_order"), turnOf(""), bob)).answer,
        "You have no such order. Ask me for your orders to see all of them."
      )
    })
  )

  it.effect("shows the customer's account", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("profile"), turnOf(""), bob)
      assert.deepStrictEqual(calls, [["get_user_profile", {}]])
      assert.strictEqual(
        answer,
        "You are Bob Lindqvist, with us since January 1, 2026. You have spent $0.00 so far, which makes you a bronze member. You get free standard shipping on orders from $100.00. Ask me what I remember about you to hear that, too."
      )
    })
  )

  it.effect("says what it could not do when the tools are out of reach", () =>
    Effect.gen(function* () {
      const down = failing({ error: "unavailable", message: "-", retryable: true })
      for (const intent of ["list_orders", "order_details", "track_order", "cancel_order", "profile"] as const) {
        const result = yield* perform(
          answer(turnOf(""), wish(intent, { order: { kind: "id", id: orderId(1) } })),
          down,
          [orderId(1)]
        )
        assert.match(result.answer, /just now\. Please try again in a moment\.$/u)
      }
    })
  )
})
