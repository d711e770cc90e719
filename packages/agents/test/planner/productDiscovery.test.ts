import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as Agent from "@storefront/server/agent/Agent"
import { EffectKey } from "@storefront/server/effects/EffectKey"
import { PromptFacts } from "@storefront/server/agent/PromptFacts"
import { TurnContexts } from "@storefront/server/agent/TurnContexts"
import { Effect, Layer } from "effect"
import { cookbook, hush, kettle } from "@storefront/server/testing/SmallCatalogue"
import { seller } from "@storefront/server/testing/SmallShop"
import { Orchestrator } from "../../src/orchestrator/agent.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import { toolkit } from "../../src/product-discovery/toolkit.ts"
import { callTool } from "../support/CallTool.ts"
import { converse, SurroundingsLayer } from "./support/Converse.ts"
import { statementsOf } from "../support/Statements.ts"
import { ShopLayer } from "../product-discovery/ShopLayer.ts"

type Tools = typeof toolkit.tools

const TestLayer = SurroundingsLayer.pipe(Layer.provideMerge(ShopLayer))

/** Statements of a call under an effect key, as the runtime makes it. */
const count = <Name extends keyof Tools>(name: Name, params: Tool.ParametersEncoded<Tools[Name]>) =>
  statementsOf(Effect.provideService(callTool(toolkit, seller, name, params), EffectKey, `counting ${name}`))

layer(TestLayer, { excludeTestServices: true })("product-discovery", (it) => {
  it.effect("fits together, and its instructions name every tool", () =>
    Effect.gen(function* () {
      yield* Agent.check(ProductDiscovery)
      const text = ProductDiscovery.instructions(yield* PromptFacts)
      for (const name of Object.keys(toolkit.tools)) {
        assert.include(text, name)
      }
      assert.lengthOf(Object.keys(toolkit.tools), 15)
      for (const { examples } of ProductDiscovery.skills) {
        assert.isAtLeast(examples.length, 2)
      }
    })
  )

  it.effect("sends at most three statements a call", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [memory] = yield* sql<{ readonly id: string }>`
        INSERT INTO agent_memories (user_id, category, content) VALUES (${seller.id}, 'other', 'x') RETURNING id`
      const product = { product_id: kettle.id }
      const counts = yield* Effect.all({
        // The first of these also asks whether vectors can be kept, the second whether there are any.
        find_similar_products: count("find_similar_products", { ...product, limit: 50 }),
        search_products: count("search_products", { query: "trail shoes" }),
        semantic_search: count("semantic_search", { query: "hot tea" }),
        get_product_details: count("get_product_details", product),
        compare_products: count("compare_products", { product_ids: [kettle.id, hush.id, cookbook.id] }),
        get_trending_products: count("get_trending_products", {}),
        get_my_products: count("get_my_products", { low_stock_only: true, limit: 50 }),
        remember_preference: count("remember_preference", { category: "size", content: "Shoes 43" }),
        recall_preferences: count("recall_preferences", {}),
        forget_preference: count("forget_preference", { memory_id: memory!.id }),
        get_price_history: count("get_price_history", product),
        check_stock: count("check_stock", product),
        get_warehouse_availability: count("get_warehouse_availability", product),
        get_user_profile: count("get_user_profile", {}),
        get_purchase_history: count("get_purchase_history", { limit: 50 })
      })
      assert.sameMembers(Object.keys(counts), Object.keys(toolkit.tools))
      assert.isAtMost(Math.max(...Object.values(counts)), 3)
      assert.deepInclude(counts, {
        find_similar_products: 2,
        search_products: 2,
        remember_preference: 3,
        compare_products: 1
      })
    })
  )

  it.effect("is told the ten most important memories that have not expired, and so is the front door", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`DELETE FROM agent_memories`
      yield* sql`
        INSERT INTO agent_memories (user_id, category, content, importance, created_at, expires_at)
        SELECT ${seller.id}, 'other', 'wish ' || n, CASE WHEN n <= 2 THEN 9 ELSE 5 END,
          now() - make_interval(hours => n), CASE WHEN n = 3 THEN now() - interval '1 minute' END
        FROM generate_series(1, 14) n`
      const { load } = yield* TurnContexts
      for (const agent of [ProductDiscovery, Orchestrator]) {
        const { memories } = yield* load(seller, agent.context)
        assert.deepStrictEqual(
          memories.map(({ content }) => String(content)),
          [1, 2, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => `wish ${n}`)
        )
      }
    })
  )

  it.effect("calls the tool that an example on its card stands for, without a language model", () =>
    Effect.gen(function* () {
      const examples = ProductDiscovery.skills.flatMap(({ examples, name }) =>
        examples.map((example) => ({ example, name }))
      )
      const answers = yield* Effect.forEach(examples, ({ example, name }) =>
        Effect.map(converse(ProductDiscovery, seller, example), ([report]) => ({
          example,
          isMissed: report?.steps.every(({ toolName }) => toolName !== name) ?? true
        }))
      )
      const missed = answers.filter(({ isMissed }) => isMissed)
      assert.deepStrictEqual(missed, [])
    })
  )
})
