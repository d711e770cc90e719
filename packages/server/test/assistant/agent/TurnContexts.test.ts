import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { User, UserId } from "@storefront/domain/Identity"
import { Effect, Exit, Layer } from "effect"
import { PromptFacts } from "../../../src/assistant/agent/PromptFacts.ts"
import { TurnContexts } from "../../../src/assistant/agent/TurnContexts.ts"
import { ada, bob, lamp, orderId, placeOrder, shop } from "../../../src/testing/SmallShop.ts"
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
          context.recent_orders.map((order): unknown => ({ ...order })),
          [6, 5, 4, 3, 2].map((index) => ({
            order_id: orderId(index),
            status: "placed",
            total: 5_000,
            date: `2026-01-0${index + 1}`,
            products: [lamp.name],
            more_products: 0
          }))
        )
        assert.deepStrictEqual(
          context.memories.map((memory) => String(memory.content)),
          [3, 10, 9, 8, 7, 6, 5, 4, 2, 1].map((index) => `memory ${index}`)
        )
        assert.match(context.today, /^\d{4}-\d{2}-\d{2}$/)
      })
    )

    it.effect("has only what the agent asks for", () =>
      Effect.gen(function* () {
        const { load } = yield* TurnContexts
        const context = yield* load(ada, { recentOrders: false, memories: false })
        assert.deepStrictEqual([context.recent_orders, context.memories], [[], []])
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
        const facts = yield* PromptFacts
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
