import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type OrderStatus } from "@storefront/domain/Orders"
import { Money } from "@storefront/domain/Money"
import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { ToolEffects } from "@storefront/server/agent/ToolEffects"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { OrderCancellation } from "@storefront/server/orders/OrderCancellation"
import { OrderLookup } from "@storefront/server/orders/OrderLookup"
import { Effect, Layer } from "effect"
import { ada, bob, lamp, orderId, placeOrder, shoes, shop } from "../../../server/test/support/shop.ts"
import * as TestDatabase from "../../../server/test/support/TestDatabase.ts"
import { type Intent, plainWish, type Wish } from "../../src/language/Wish.ts"
import * as Handlers from "../../src/order-management/handlers.ts"
import { answer } from "../../src/order-management/playbook.ts"
import { toolkit } from "../../src/order-management/toolkit.ts"
import { failing, perform, turnOf, withTools } from "../support/perform.ts"

const place = (n: number, status: OrderStatus, changes: object = {}) =>
  placeOrder({
    id: orderId(n),
    owner: ada,
    status,
    lines: [{ product: lamp, east: n }],
    createdAt: `2026-02-0${n}T10:00:00Z`,
    history: [
      ["placed", "Order received"],
      [status, "Noted"]
    ],
    ...changes
  })

/** Ada's orders, oldest first: delivered, shipped, confirmed, placed. */
const orders = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* place(1, "delivered", { lines: [{ product: shoes, west: 1 }], note: "Ring twice" })
    yield* place(2, "out_for_delivery")
    yield* place(3, "shipped")
    yield* place(4, "confirmed")
    yield* place(5, "placed", {
      lines: [
        { product: lamp, east: 1 },
        { product: shoes, west: 2 }
      ],
      discount: 20
    })
  })
)

const TestLayer = Handlers.layer.pipe(
  Layer.provide(
    Layer.mergeAll(
      OrderLookup.layer,
      OrderCancellation.layer.pipe(Layer.provide(ToolEffects.layer)),
      LoyaltyProgramme.layer,
      ProductFinder.layer
    )
  ),
  Layer.provideMerge(Layer.provideMerge(orders, shop)),
  Layer.provideMerge(TestDatabase.layer)
)

const wish = (intent: Intent, slots: Partial<Wish> = {}): Wish => ({ ...plainWish(intent, intent), ...slots })

const reply = (asked: Wish, turn = turnOf(asked.text), user = ada) =>
  perform(answer(turn, asked), withTools(toolkit, user), [turn.context.recent_orders, asked])

const toolsOf = ({ calls }: { readonly calls: ReadonlyArray<readonly [string, unknown]> }) =>
  calls.map(([name]) => name)

const statusOf = (n: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly status: OrderStatus }>`SELECT status FROM orders WHERE id = ${orderId(n)}`,
      (rows) => rows[0]?.status
    )
  )

layer(TestLayer, { excludeTestServices: true })("the playbook of order-management", (it) => {
  it.effect("lists orders one per line with their full ids", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("list_orders", { limit: 2 }))
      assert.deepStrictEqual(calls, [["get_user_orders", { limit: 2 }]])
      assert.strictEqual(
        answer,
        [
          "You have 5 orders. The newest 2:",
          `1. Order ${orderId(5)}, February 5, 2026, $130.00, placed`,
          `2. Order ${orderId(4)}, February 4, 2026, $200.00, confirmed`
        ].join("\n")
      )
    })
  )

  it.effect("lists what is on its way, also what is out for delivery", () =>
    Effect.gen(function* () {
      const both = yield* reply(wish("list_orders", { orderStatus: "shipped", text: "what is on its way" }))
      assert.include(both.answer, `1. Order ${orderId(3)}`)
      assert.include(both.answer, `2. Order ${orderId(2)}`)
      const one = yield* reply(wish("list_orders", { orderStatus: "shipped", text: "my shipped orders" }))
      assert.strictEqual(
        one.answer,
        `You have 1 shipped order:\n1. Order ${orderId(3)}, February 3, 2026, $150.00, shipped`
      )
      const none = yield* reply(wish("list_orders", { orderStatus: "returned" }))
      assert.strictEqual(none.answer, "You have no returned orders.")
    })
  )

  it.effect("lists the orders of a period", () =>
    Effect.gen(function* () {
      const { answer } = yield* reply(wish("list_orders", { days: 25 }))
      assert.include(answer, "You have 2 orders from the last 25 days:")
      assert.notInclude(answer, orderId(3))
    })
  )

  it.effect("shows what is in an order", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("order_details", { order: { kind: "position", index: 0 } }))
      assert.deepStrictEqual(calls, [
        ["get_user_orders", { limit: 1 }],
        ["get_order_details", { order_id: orderId(5) }]
      ])
      assert.strictEqual(
        answer,
        [
          `Order ${orderId(5)} of February 5, 2026 is placed and waiting to be confirmed.`,
          "- Hearthlow Ember Lamp, $50.00",
          "- Strydevale Trail Shoes, $50.00 × 2",
          "Goods $150.00, discount $20.00, shipping $5.95: $135.95 in total.",
          "Delivery to Boston, MA with Pigeon Ground. It can still be cancelled."
        ].join("\n")
      )
    })
  )

  it.effect("finds an order by the product in it", () =>
    Effect.gen(function* () {
      const { calls } = yield* reply(wish("order_details", { order: { kind: "product", name: "trail shoe" } }))
      assert.deepStrictEqual(calls.at(-1), ["get_order_details", { order_id: orderId(5) }])
    })
  )

  it.effect("tracks the parcel that is under way when none is named", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("track_order"))
      assert.deepStrictEqual(calls.at(-1), ["get_order_tracking", { order_id: orderId(3) }])
      assert.strictEqual(
        answer,
        `Order ${orderId(3)} is shipped and on its way with Pigeon Ground. Its tracking number is SF000000000003. Last update on February 3, 2026 in Harrisburg, PA: Noted.`
      )
      const waiting = yield* reply(wish("track_order", { order: { kind: "id", id: orderId(4) } }))
      assert.include(waiting.answer, "is not shipped yet: it is confirmed and being prepared.")
    })
  )

  it.effect("says so when an order is not among those of the customer", () =>
    Effect.gen(function* () {
      const foreign = wish("order_details", { order: { kind: "id", id: orderId(5) } })
      const { answer } = yield* reply(foreign, turnOf(""), bob)
      assert.include(answer, `I found no order ${orderId(5)} among yours.`)
      assert.strictEqual(
        (yield* reply(wish("track_order"), turnOf(""), bob)).answer,
        "You have not ordered anything yet."
      )
    })
  )

  it.effect("answers a question about cancelling without cancelling", () =>
    Effect.gen(function* () {
      const open = yield* reply(wish("cancel_question", { order: { kind: "position", index: 0 } }))
      assert.notInclude(toolsOf(open), "cancel_order")
      assert.strictEqual(
        open.answer,
        `Order ${orderId(5)} is placed and can still be cancelled. You would get $135.95 back. Nothing is changed yet: say "cancel order ${orderId(5)}" if you want that.`
      )
      const late = yield* reply(wish("cancel_question", { order: { kind: "id", id: orderId(3) } }))
      assert.strictEqual(late.answer, `Order ${orderId(3)} can no longer be cancelled: it is shipped.`)
      const policy = yield* reply(wish("cancel_question"))
      assert.deepStrictEqual(policy.calls, [])
      assert.match(policy.answer, /placed or confirmed/)
      const power = yield* reply(
        wish("cancel_question", { order: { kind: "id", id: orderId(5) } }),
        turnOf("", { role: "power_user" })
      )
      assert.match(power.answer, /not by your account in this chat; please contact our support/)
      assert.strictEqual(yield* statusOf(5), "placed")
    })
  )

  it.effect("asks which order to cancel when several could be meant, and offers those that can be", () =>
    Effect.gen(function* () {
      const result = yield* reply(wish("cancel_order"))
      assert.notInclude(toolsOf(result), "cancel_order")
      assert.strictEqual(
        result.answer,
        [
          "Which order shall I cancel? These have not been shipped:",
          `1. Order ${orderId(5)}, February 5, 2026, $130.00, placed`,
          `2. Order ${orderId(4)}, February 4, 2026, $200.00, confirmed`
        ].join("\n")
      )
    })
  )

  it.effect("cancels the order that is meant, for the reason that was given", () =>
    Effect.gen(function* () {
      const known = turnOf("cancel it", {
        tier: "silver",
        recentOrders: [{ order_id: orderId(4), status: "confirmed", total: Money.make(20_000), date: "2026-02-04" }]
      })
      const { answer, calls } = yield* reply(
        wish("cancel_order", { order: { kind: "position", index: 0 }, reason: "bought the wrong one" }),
        known
      )
      assert.deepStrictEqual(calls, [["cancel_order", { order_id: orderId(4), reason: "bought the wrong one" }]])
      assert.strictEqual(
        answer,
        `Order ${orderId(4)} is cancelled. You get $205.95 back to your original payment. Your spend is now $430.00, which makes your loyalty tier bronze.`
      )
      assert.strictEqual(yield* statusOf(4), "cancelled")
      const again = yield* reply(wish("cancel_order", { order: { kind: "id", id: orderId(4) } }))
      assert.strictEqual(again.answer, `Order ${orderId(4)} is cancelled already.`)
      const late = yield* reply(wish("cancel_order", { order: { kind: "id", id: orderId(1) } }))
      assert.include(late.answer, "can no longer be cancelled: it is delivered.")
    })
  )

  it.effect("says who can help when the account may not cancel", () =>
    Effect.gen(function* () {
      const part = answer(turnOf("cancel it"), wish("cancel_order", { order: { kind: "id", id: orderId(5) } }))
      const forbidden = failing({ error: "forbidden", message: "-", allowed_roles: ["customer", "seller", "admin"] })
      const result = yield* perform(part, forbidden)
      assert.match(result.answer, /cannot cancel orders through this chat; please contact our support/)
    })
  )

  it.effect("says plainly what is not possible here yet, and what is known about a return", () =>
    Effect.gen(function* () {
      for (const intent of ["change_order", "cart", "checkout", "seller_sales", "return", "refund"] as const) {
        const result = yield* reply(wish(intent))
        assert.deepStrictEqual(result.calls, [])
        assert.match(result.answer, /yet/)
      }
      const late = yield* reply(wish("return", { order: { kind: "id", id: orderId(1) } }))
      assert.match(late.answer, /cannot be returned any more\. Returns and refunds cannot be arranged here yet/)
    })
  )

  it.effect("tells what became of a return, and counts only delivered orders for a new one", () =>
    Effect.gen(function* () {
      const none = yield* reply(wish("refund", { text: "did my refund come through" }))
      assert.match(none.answer, /^Returns and refunds cannot be arranged here yet/)
      const latest = yield* reply(wish("return", { order: { kind: "position", index: 0 } }))
      assert.deepStrictEqual(latest.calls.at(-1), ["get_order_details", { order_id: orderId(1) }])

      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO returns (order_id, user_id, reason, refund_amount) VALUES (${orderId(1)}, ${ada.id}, 'Torn', 50)`
      const asked = yield* reply(wish("refund", { text: "did my refund come through" }))
      assert.strictEqual(asked.answer, `The return of order ${orderId(1)} is requested and being reviewed ($50.00).`)
    })
  )

  it.effect("shows the customer's account", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("profile"), turnOf(""), bob)
      assert.deepStrictEqual(calls, [["get_user_profile", {}]])
      assert.strictEqual(
        answer,
        "You are Bob Lindqvist, with us since January 1, 2026. You have spent $0.00 so far, which makes you a bronze member. You get free standard shipping from $100.00."
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
