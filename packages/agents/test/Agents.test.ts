import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { AccountRole } from "@storefront/domain/Identity"
import * as Agent from "@storefront/server/assistant/agent/Agent"
import { PromptFacts } from "@storefront/server/assistant/agent/PromptFacts"
import * as ModelRequest from "@storefront/server/assistant/model/ModelRequest"
import { TurnContexts } from "@storefront/server/assistant/agent/TurnContexts"
import { toolNames } from "@storefront/domain/tools/ToolNames"
import { seller, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { settings } from "@storefront/server/testing/Settings"
import { Effect, Layer } from "effect"
import { InventoryFulfillment, InventoryFulfillmentRemote } from "../src/inventory-fulfillment/agent.ts"
import { Orchestrator } from "../src/orchestrator/agent.ts"
import { OrderManagement, OrderManagementAtTill } from "../src/order-management/agent.ts"
import { PricingPromotions } from "../src/pricing-promotions/agent.ts"
import { ProductDiscovery } from "../src/product-discovery/agent.ts"
import { ReviewSentiment } from "../src/review-sentiment/agent.ts"
import { agents } from "../src/Agents.ts"

const TestLayer = Layer.mergeAll(PromptFacts.layer, TurnContexts.layer).pipe(
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer),
  Layer.provide(settings({ RETURN_WINDOW_DAYS: "17" }))
)

const check = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(agent: Agent.Agent<Tools>) {
  yield* Agent.check(agent)
  const facts = yield* (yield* PromptFacts).read
  for (const role of AccountRole.literals) {
    const named = new Set(Agent.instructionsFor(agent, facts, role).match(/\w+/gu))
    const offered = ModelRequest.offer(agent.toolkit.tools, role).tools
    assert.deepStrictEqual(
      Object.keys(agent.toolkit.tools).filter((name) => named.has(name) && !(name in offered)),
      []
    )
  }
  return Agent.instructionsFor(agent, facts, "customer")
})

layer(TestLayer, { excludeTestServices: true })("the agents", (it) => {
  it.effect("name in the instructions no tool that the person may not use", () =>
    Effect.all([
      check(Orchestrator),
      check(ProductDiscovery),
      check(OrderManagement),
      check(OrderManagementAtTill),
      check(PricingPromotions),
      check(ReviewSentiment),
      check(InventoryFulfillment),
      check(InventoryFulfillmentRemote)
    ])
  )

  it.effect("take windows, tiers, regions and categories from configuration and database", () =>
    Effect.gen(function* () {
      assert.include(yield* check(OrderManagement), "Within 17 days of delivery")
      const pricing = yield* check(PricingPromotions)
      assert.include(pricing, "- silver, from $1,000.00 spent: 5% off and free standard shipping on orders from $75.00")
      assert.include(pricing, "Electronics, Clothing, Home, Sports, Books")
      assert.include(yield* check(ProductDiscovery), "Electronics, Clothing, Home, Sports, Books")
      assert.include(yield* check(InventoryFulfillment), "east, central, west")
    })
  )

  it.effect("are for a guest what they are for a customer, so that the prompt is cached", () =>
    Effect.gen(function* () {
      const facts = yield* (yield* PromptFacts).read
      for (const agent of agents) {
        assert.strictEqual(
          ModelRequest.offer(agent.toolkit.tools, "guest"),
          ModelRequest.offer(agent.toolkit.tools, "customer")
        )
      }
      assert.strictEqual(
        Agent.instructionsFor(Orchestrator, facts, "guest"),
        Agent.instructionsFor(Orchestrator, facts, "customer")
      )
      assert.notStrictEqual(
        Agent.instructionsFor(Orchestrator, facts, "guest"),
        Agent.instructionsFor(Orchestrator, facts, "seller")
      )
    })
  )

  it.effect("show every tool on their card, with examples", () =>
    Effect.sync(() => {
      for (const { skills, toolkit } of [ProductDiscovery, InventoryFulfillment, InventoryFulfillmentRemote]) {
        assert.sameMembers(Object.keys(skills), Object.keys(toolkit.tools))
        assert.isTrue(Object.values(skills).every(({ examples }) => examples.length >= 2))
      }
    })
  )

  it.effect("have no tool that the front door would not know by name", () =>
    Effect.sync(() => {
      const specialists = [...agents.filter(({ name }) => name !== "orchestrator"), InventoryFulfillmentRemote]
      assert.deepStrictEqual(
        [...new Set(specialists.flatMap(({ toolkit }) => Object.keys(toolkit.tools)))].toSorted(),
        [...toolNames].toSorted()
      )
    })
  )

  it.effect("that know memories are told the ten most important ones that have not expired", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO agent_memories (user_id, category, content, importance, created_at, expires_at)
        SELECT ${seller.id}, 'other', 'wish ' || n, CASE WHEN n <= 2 THEN 9 ELSE 5 END,
          now() - make_interval(hours => n), CASE WHEN n = 3 THEN now() - interval '1 minute' END
        FROM generate_series(1, 14) n`
      const { load } = yield* TurnContexts
      for (const agent of [ProductDiscovery, Orchestrator]) {
        const { memories } = yield* load(seller, agent.context)
        assert.deepStrictEqual(
          memories?.map(({ content }) => String(content)),
          [2, 1, 14, 13, 12, 11, 10, 9, 8, 7].map((n) => `wish ${n}`)
        )
      }
    })
  )
})
