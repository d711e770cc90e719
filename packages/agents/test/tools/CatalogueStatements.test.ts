import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { EffectKey } from "@storefront/server/platform/effects/EffectKey"
import { cookbook, hush, kettle, vacuum } from "@storefront/server/testing/SmallCatalogue"
import { seller } from "@storefront/server/testing/SmallShop"
import { Effect, Layer } from "effect"
import * as InventoryHandlers from "../../src/inventory-fulfillment/handlers.ts"
import { toolkit as inventoryTools } from "../../src/inventory-fulfillment/toolkit.ts"
import { toolkit as productTools } from "../../src/product-discovery/toolkit.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"
import { ShopLayer } from "../product-discovery/ShopLayer.ts"
import { callTool } from "../support/CallTool.ts"
import { inTurnOf } from "../support/ProposingTurn.ts"
import { statementsOf } from "../support/StatementsOf.ts"

type Tools = typeof productTools.tools

/** Statements of a call under an effect key, as the runtime makes it. */
const count = <Name extends keyof Tools>(name: Name, params: Tool.ParametersEncoded<Tools[Name]>) =>
  inTurnOf(seller)(
    statementsOf(Effect.provideService(callTool(productTools, seller, name, params), EffectKey, `counting ${name}`))
  )

layer(ShopLayer, { excludeTestServices: true })("the tools of product-discovery", (it) => {
  it.effect("send at most three statements a call", () =>
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
        find_policy: count("find_policy", { question: "How long can I send something back?" }),
        get_warehouse_availability: count("get_warehouse_availability", product),
        get_user_profile: count("get_user_profile", {}),
        get_purchase_history: count("get_purchase_history", { limit: 50 })
      })
      const { forget_preference, ...others } = counts
      // One more looks whether it is forgotten at once.
      assert.strictEqual(forget_preference, 4)
      assert.isAtMost(Math.max(...Object.values(others)), 3)
      assert.deepInclude(counts, {
        find_similar_products: 2,
        search_products: 2,
        remember_preference: 3,
        compare_products: 1
      })
    })
  )
})

const TestLayer = InventoryHandlers.layer.pipe(
  Layer.provide([Shop.layer, Proposals.layer]),
  Layer.provideMerge(ShopLayer)
)

layer(TestLayer, { excludeTestServices: true })("the tools for products and delivery", (it) => {
  it.effect("send at most three statements a call", () =>
    Effect.gen(function* () {
      const product = { product_id: kettle.id }
      const counts = yield* Effect.all({
        search_products: statementsOf(callTool(productTools, seller, "search_products", { query: "trail shoes" })),
        semantic_search: statementsOf(callTool(productTools, seller, "semantic_search", { query: "hot tea" })),
        get_product_details: statementsOf(callTool(productTools, seller, "get_product_details", product)),
        get_trending_products: statementsOf(callTool(productTools, seller, "get_trending_products", {})),
        get_price_history: statementsOf(callTool(productTools, seller, "get_price_history", product)),
        find_product: statementsOf(callTool(inventoryTools, seller, "find_product", { name: "kettle" })),
        check_stock: statementsOf(callTool(inventoryTools, seller, "check_stock", product)),
        get_restock_schedule: statementsOf(callTool(inventoryTools, seller, "get_restock_schedule", product)),
        estimate_shipping: statementsOf(
          callTool(inventoryTools, seller, "estimate_shipping", { ...product, destination_region: "east" })
        ),
        get_warehouse_availability: statementsOf(
          callTool(inventoryTools, seller, "get_warehouse_availability", product)
        ),
        compare_carriers: statementsOf(
          callTool(inventoryTools, seller, "compare_carriers", { region_from: "east", region_to: "west" })
        ),
        calculate_fulfillment_plan: statementsOf(
          callTool(inventoryTools, seller, "calculate_fulfillment_plan", {
            items: [{ ...product, quantity: 30 }, { product_id: vacuum.id }],
            destination_region: "east"
          })
        ),
        get_seller_inventory: statementsOf(callTool(inventoryTools, seller, "get_seller_inventory", {}))
      })
      assert.deepStrictEqual(counts, {
        // The first search also asks whether there are vectors to compare.
        search_products: 3,
        semantic_search: 1,
        get_product_details: 1,
        get_trending_products: 1,
        get_price_history: 1,
        find_product: 1,
        check_stock: 1,
        get_restock_schedule: 1,
        estimate_shipping: 1,
        get_warehouse_availability: 1,
        compare_carriers: 1,
        calculate_fulfillment_plan: 1,
        get_seller_inventory: 1
      })
    })
  )
})
