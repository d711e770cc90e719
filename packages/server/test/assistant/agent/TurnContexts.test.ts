import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { User, UserId } from "@storefront/domain/Identity"
import { ProductReference } from "@storefront/domain/api/AgentApi"
import { UserText } from "@storefront/domain/tools/UserText"
import { DateTime, Effect, Exit, Layer } from "effect"
import { v7 } from "uuid"
import { PromptFacts } from "../../../src/assistant/agent/PromptFacts.ts"
import { TurnContexts } from "../../../src/assistant/agent/TurnContexts.ts"
import { ada, address, bob, lamp, orderId, placeOrder, seller, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** Ada has seven orders and twelve memories, one of them over; Bob has one of each. */
const past = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Effect.forEach([ada, ada, ada, ada, ada, ada, ada, bob], (owner, index) =>
      placeOrder({
        id: orderId(index),
        owner,
        status: "placed",
        lines: [{ product: lamp, east: 1 }],
        createdAt: `2026-01-0${index + 1}T23:30:00Z`,
        history: []
      })
    )
    yield* sql`UPDATE users SET total_spend = 1200 WHERE id = ${ada.id}`
    yield* sql`INSERT INTO agent_memories ${sql.insert(
      Array.from({ length: 12 }, (_, index) => ({
        user_id: ada.id,
        category: "preference",
        content: `memory ${index}`,
        importance: index === 3 ? 9 : 5,
        created_at: new Date(Date.UTC(2026, 0, 1, 0, index)),
        expires_at: index === 11 ? new Date(Date.UTC(2026, 0, 2)) : null
      }))
    )}`
    yield* sql`INSERT INTO agent_memories (user_id, category, content) VALUES (${bob.id}, 'budget', 'cheap')`
  })
)

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.merge(TurnContexts.layer, PromptFacts.layer).pipe(
    Layer.provideMerge(past),
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the context of a turn on ${engine.name}`, (it) => {
    it.effect("has the person's own newest orders and most important memories", () =>
      Effect.gen(function* () {
        const { load } = yield* TurnContexts
        const context = yield* load(ada, { recentOrders: true, memories: true })
        assert.deepStrictEqual(context.customer, {
          first_name: "Ada",
          role: "customer",
          loyalty_tier: "silver"
        } as never)
        assert.deepStrictEqual(
          context.recent_orders?.map((order): unknown => ({ ...order })),
          [6, 5, 4].map((index) => ({
            order_id: orderId(index),
            status: "placed",
            total: 5_000,
            total_with_shipping: 5_595,
            date: `2026-01-0${index + 1}`,
            delivered_at: null,
            products: [lamp.name],
            more_products: 0,
            can_cancel: true,
            can_return: false
          }))
        )
        assert.deepStrictEqual(
          context.memories?.map((memory) => String(memory.content)),
          [3, 10, 9, 8, 7, 6, 5, 4, 2, 1].map((index) => `memory ${index}`)
        )
        assert.match(context.today, /^\d{4}-\d{2}-\d{2}$/)
        const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        assert.strictEqual(context.weekday, days[new Date(context.today).getUTCDay()])
      })
    )

    it.effect("has only what the agent asks for, and says of that also that there is nothing", () =>
      Effect.gen(function* () {
        const { load } = yield* TurnContexts
        const context = yield* load(ada, { recentOrders: false, memories: false })
        assert.sameMembers(Object.keys(context), ["today", "weekday", "customer"])
        const nothing = yield* load(seller, { recentOrders: true, memories: true })
        assert.deepStrictEqual([nothing.recent_orders, nothing.memories], [[], []])
        assert.notProperty(nothing, "default_address")
      })
    )

    it.effect("names the product whose page the person looks at, if it is for sale", () =>
      Effect.gen(function* () {
        const { load } = yield* TurnContexts
        const viewed = (page: string) =>
          Effect.map(
            load(ada, { recentOrders: false, memories: false }, ProductReference.make(page)),
            ({ viewed_product }) => viewed_product
          )
        assert.deepStrictEqual(yield* viewed(lamp.id), { product_id: lamp.id, name: UserText.make(lamp.name) })
        assert.isUndefined(yield* viewed(v7()))
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE products SET sku = 'LMP-1', external_id = 'lamp one' WHERE id = ${lamp.id}`
        for (const key of ["lmp-1", "Lamp One"]) {
          assert.deepInclude(yield* viewed(key), { product_id: lamp.id })
        }
        assert.isUndefined(yield* viewed("LMP"))
      })
    )

    it.effect("says when an order was delivered, and what can still be done with it", () =>
      Effect.gen(function* () {
        const { load } = yield* TurnContexts
        const now = yield* DateTime.now
        const deliveredDaysAgo = (n: number, days: number) =>
          placeOrder({
            id: orderId(n),
            owner: seller,
            status: "delivered",
            lines: [{ product: lamp, east: 1 }],
            createdAt: DateTime.formatIso(DateTime.subtract(now, { days })),
            history: [["delivered", ""]]
          })
        yield* deliveredDaysAgo(20, 10)
        yield* deliveredDaysAgo(21, 45)
        yield* deliveredDaysAgo(22, 5)
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO returns (order_id, user_id, reason, refund_amount)
          VALUES (${orderId(22)}, ${seller.id}, 'Too loud', 50)`
        const { recent_orders } = yield* load(seller, { recentOrders: true, memories: false })
        const daysAgo = (days: number) => DateTime.formatIsoDateUtc(DateTime.subtract(now, { days }))
        assert.deepStrictEqual(
          recent_orders?.map((order): unknown => [
            order.order_id,
            order.delivered_at,
            order.can_cancel,
            order.can_return
          ]),
          [
            [orderId(22), daysAgo(5), false, false],
            [orderId(20), daysAgo(10), false, true],
            [orderId(21), daysAgo(45), false, false]
          ]
        )
        const ofPower = yield* load(new User({ ...seller, role: "power_user" }), {
          recentOrders: true,
          memories: false
        })
        assert.deepStrictEqual(
          ofPower.recent_orders?.map(({ can_return, only_by_staff }) => [can_return, only_by_staff]),
          [
            [false, undefined],
            [false, ["return"]],
            [false, undefined]
          ]
        )
        yield* sql`DELETE FROM returns`
        yield* sql`DELETE FROM orders WHERE user_id = ${seller.id}`
      })
    )

    it.effect("has the place of the cart's address, or else of the newest order's", () =>
      Effect.gen(function* () {
        const { load } = yield* TurnContexts
        const sql = yield* SqlClient.SqlClient
        const place = Effect.map(
          load(ada, { recentOrders: true, memories: false }),
          ({ default_address }): unknown => ({
            ...default_address
          })
        )
        assert.deepStrictEqual(yield* place, { city: "Boston", state: "MA" })
        yield* sql`INSERT INTO carts (user_id) VALUES (${ada.id})`
        assert.deepStrictEqual(yield* place, { city: "Boston", state: "MA" })
        yield* sql`UPDATE carts SET shipping_address = ${JSON.stringify({ ...address, city: "Portland", state: "OR" })}::jsonb
          WHERE user_id = ${ada.id}`
        assert.deepStrictEqual(yield* place, { city: "Portland", state: "OR" })
      })
    )

    it.effect("does not exist for somebody without an account", () =>
      Effect.gen(function* () {
        const { load } = yield* TurnContexts
        const nobody = new User({ ...ada, id: UserId.make("99999999-0000-4000-8000-000000000000") })
        assert.isTrue(Exit.isFailure(yield* Effect.exit(load(nobody, { recentOrders: false, memories: false }))))
      })
    )

    it.effect("comes with facts of the configuration and of the loyalty programme", () =>
      Effect.gen(function* () {
        const facts = yield* (yield* PromptFacts).read
        assert.strictEqual(facts.returnWindowDays, 30)
        assert.strictEqual(facts.returnAutoApproveLimit, 50_000 as never)
        assert.deepStrictEqual(
          facts.tiers.map((tier): unknown => ({ ...tier })),
          [
            { name: "bronze", minSpend: 0, discountPct: 0, freeShippingThreshold: 10_000, prioritySupport: false },
            { name: "silver", minSpend: 100_000, discountPct: 5, freeShippingThreshold: 7_500, prioritySupport: false },
            { name: "gold", minSpend: 300_000, discountPct: 10, freeShippingThreshold: 0, prioritySupport: true }
          ]
        )
      })
    )
  })
}
