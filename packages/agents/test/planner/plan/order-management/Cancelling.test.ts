import { SqlClient } from "@effect/sql"
import { assert } from "@effect/vitest"
import { Money } from "@storefront/domain/Money"
import { User } from "@storefront/domain/Identity"
import { Effect } from "effect"
import { bob, lamp, orderId, placeOrder, seller, shoes } from "@storefront/server/testing/SmallShop"
import { rollingBack } from "@storefront/server/testing/RolledBackTests"
import { emptyState } from "../../../../src/planner/DialogueState.ts"
import { type Wish } from "../../../../src/planner/Wish.ts"
import { answer } from "../../../../src/planner/plan/order-management/Plan.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { place, reply, statusOf, TestLayer, toolsOf, wish } from "./Shopping.ts"

const contents = { products: [], more_products: 0, delivered_at: null, can_cancel: true, can_return: false }

/** The customer tells us to cancel. */
const told = (slots: Partial<Wish> = {}) => wish("cancel_order", slots)

rollingBack(TestLayer)("the playbook of order-management, asked about cancelling,", (it) => {
  it.effect("answers a question about cancelling without cancelling", () =>
    Effect.gen(function* () {
      const open = yield* reply(wish("cancel_question", { order: { kind: "position", index: 0 } }))
      assert.notInclude(toolsOf(open), "cancel_order")
      assert.strictEqual(
        open.answer,
        `Order #0000-0005 is placed and can still be cancelled as a whole: Hearthlow Ember Lamp and Strydevale Trail Shoes. You would get $135.95 back. Nothing is changed: tell me to cancel it if you want that.`
      )
      const late = yield* reply(wish("cancel_question", { order: { kind: "id", id: orderId(3) } }))
      assert.strictEqual(
        late.answer,
        `Order #0000-0003 can no longer be cancelled: it is shipped. Only an order that has not left the warehouse can.`
      )
      assert.strictEqual(yield* statusOf(5), "placed")
    })
  )

  it.effect("asks which order to cancel when several could be meant, and offers those that can be", () =>
    Effect.gen(function* () {
      const result = yield* reply(told())
      assert.notInclude(toolsOf(result), "cancel_order")
      assert.strictEqual(
        result.answer,
        [
          "Which order shall I cancel? These are placed or confirmed:",
          `1. Order #0000-0005 (${lamp.name} and 1 more), February 5, 2026, $130.00, placed`,
          `2. Order #0000-0004 (${lamp.name}), February 4, 2026, $200.00, confirmed`
        ].join("\n")
      )
      assert.strictEqual(result.state.asked, "order")
      assert.deepStrictEqual(
        result.state.list.map((entry) => entry.orderId),
        [orderId(5), orderId(4)]
      )
    })
  )

  it.effect("proposes to cancel the order that is meant, for the reason that was given", () =>
    Effect.gen(function* () {
      const known = turnOf("cancel it", {
        tier: "silver",
        recentOrders: [
          {
            order_id: orderId(4),
            status: "confirmed",
            total: Money.make(20_000),
            total_with_shipping: Money.make(20_595),
            date: "2026-02-04",
            ...contents
          }
        ]
      })
      const { answer, calls, state } = yield* reply(
        told({ order: { kind: "position", index: 0 }, reason: "bought the wrong one" }),
        known
      )
      assert.deepStrictEqual(calls, [
        ["get_order_details", { order_id: orderId(4) }],
        ["cancel_order", { order_id: orderId(4), reason: "bought the wrong one" }]
      ])
      assert.strictEqual(answer, "")
      assert.deepStrictEqual(state, { ...emptyState, orders: [orderId(4)] })
      assert.strictEqual(yield* statusOf(4), "confirmed")
      yield* place(6, "cancelled", { createdAt: "2026-01-06T10:00:00Z" })
      const again = yield* reply(told({ order: { kind: "id", id: orderId(6) } }))
      assert.match(again.answer, /^Order #0000-0006 is cancelled already\.$/u)
      const late = yield* reply(told({ order: { kind: "id", id: orderId(1) } }))
      assert.include(late.answer, "can no longer be cancelled: it is delivered.")
    })
  )

  it.effect("says of an order placed elsewhere that it cannot be cancelled here", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE orders SET source = 'web', external_id = '1001' WHERE id = ${orderId(5)}`
      for (const intent of ["cancel_order", "cancel_question"] as const) {
        const { answer } = yield* reply(wish(intent, { order: { kind: "id", id: orderId(5) } }))
        assert.match(
          answer,
          /^Order #0000-0005 was placed elsewhere, so I can only look at it: nothing here can change, cancel or return it\. Say “open a case”/u
        )
      }
    })
  )

  it.effect("cuts a long reason between characters", () =>
    Effect.gen(function* () {
      const reason = `${"x".repeat(499)}😀 and more`
      const { calls } = yield* reply(told({ order: { kind: "id", id: orderId(5) }, reason }))
      assert.deepStrictEqual(calls, [
        ["get_order_details", { order_id: orderId(5) }],
        ["cancel_order", { order_id: orderId(5), reason: `${"x".repeat(499)}😀` }]
      ])
    })
  )

  it.effect("explains how cancelling works", () =>
    Effect.gen(function* () {
      const policy = yield* reply(wish("cancel_question"))
      assert.deepStrictEqual(policy.calls, [])
      assert.match(policy.answer, /^An order can be cancelled as long as it is placed or confirmed/u)
    })
  )

  it.effect("also offers orders that are not among the newest", () =>
    Effect.gen(function* () {
      yield* place(8, "placed", { createdAt: "2025-12-01T10:00:00Z" })
      for (const n of [20, 21, 22, 23, 24]) {
        yield* place(n, "shipped", { createdAt: `2026-02-${n}T10:00:00Z`, lines: [{ product: lamp, east: 1 }] })
      }
      const result = yield* reply(told())
      assert.include(result.answer, "#0000-0008")
      assert.notInclude(result.answer, "#0000-0024")
    })
  )

  it.effect("proposes the only order that is left", () =>
    Effect.gen(function* () {
      yield* placeOrder({
        id: orderId(30),
        owner: bob,
        status: "placed",
        lines: [{ product: lamp, east: 1 }],
        history: [["placed", ""]]
      })
      yield* placeOrder({
        id: orderId(31),
        owner: bob,
        status: "delivered",
        lines: [{ product: lamp, east: 1 }],
        history: [["placed", ""]]
      })
      const { answer: said, calls } = yield* reply(told(), turnOf(""), bob)
      assert.deepStrictEqual(
        [said, calls.at(-1)],
        ["", ["cancel_order", { order_id: orderId(30), reason: "Not given" }]]
      )
      const none = yield* reply(told(), turnOf(""), new User({ ...bob, id: seller.id }))
      assert.match(none.answer, /^I found no order to cancel/u)
    })
  )

  it.effect("proposes by a product only when exactly one order that can be cancelled holds it", () =>
    Effect.gen(function* () {
      const owner = new User({ ...bob, name: "Bob" })
      const basket = (n: number, ...products: ReadonlyArray<typeof lamp>) =>
        placeOrder({
          id: orderId(n),
          owner,
          status: "placed",
          lines: products.map((product) => ({ product, west: 1 })),
          createdAt: `2026-02-0${n - 40}T10:00:00Z`,
          history: [["placed", ""]]
        })
      yield* basket(41, lamp)
      yield* basket(42, lamp, shoes)
      const by = (name: string) => reply(told({ order: { kind: "product", name } }), turnOf(""), owner)

      const vague = yield* by("running shoes")
      assert.strictEqual(
        vague.answer,
        "I looked at the first three products of each of your newest orders, and found no “running shoes”. Ask me for your orders to see all of them."
      )
      const both = yield* by("ember lamp")
      assert.match(both.answer, /^Which order shall I cancel\?/u)
      assert.notInclude(toolsOf(both), "cancel_order")
      const one = yield* by("trail shoes")
      const reason = "Not given"
      assert.deepStrictEqual(one.calls.at(-1), ["cancel_order", { order_id: orderId(42), reason }])
      assert.strictEqual(yield* statusOf(42), "placed")
    })
  )

  it.effect("says what it could not do when the tools are out of reach", () =>
    Effect.gen(function* () {
      const down = failing({ error: "unavailable", message: "-", retryable: true })
      for (const order of [null, { kind: "product", name: "lamp" }] as const) {
        const { answer: said } = yield* perform(answer(turnOf(""), told({ order })), down)
        assert.strictEqual(said, "I could not look that up just now. Please try again in a moment.")
      }
    })
  )
})
