import { type Tool } from "@effect/ai"
import { assert, layer } from "@effect/vitest"
import * as Agent from "@storefront/server/agent/Agent"
import { EffectKey } from "@storefront/server/effects/EffectKey"
import { PromptFacts } from "@storefront/server/agent/PromptFacts"
import { Effect, Layer } from "effect"
import { kettle, vacuum } from "@storefront/server/testing/SmallCatalogue"
import { seller } from "@storefront/server/testing/SmallShop"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import * as InventoryHandlers from "../../src/inventory-fulfillment/handlers.ts"
import { toolkit as inventoryTools } from "../../src/inventory-fulfillment/toolkit.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import { toolkit as productTools } from "../../src/product-discovery/toolkit.ts"
import { ServicesLayer as InventoryServices } from "../inventory-fulfillment/ServicesLayer.ts"
import { ShopLayer } from "../product-discovery/ShopLayer.ts"
import { callTool } from "../support/CallTool.ts"
import { statementsOf } from "../support/Statements.ts"
import { converse, SurroundingsLayer } from "./support/Converse.ts"

const TestLayer = Layer.merge(InventoryHandlers.layer, SurroundingsLayer).pipe(
  Layer.provide(InventoryServices),
  Layer.provideMerge(ShopLayer)
)

const check = Effect.fnUntraced(function* <Tools extends Record<string, Tool.Any>>(agent: Agent.Agent<Tools>) {
  yield* Agent.check(agent)
  const text = agent.instructions(yield* PromptFacts)
  for (const name of Object.keys(agent.toolkit.tools)) {
    assert.include(text, name)
  }
  return text
})

layer(TestLayer, { excludeTestServices: true })("the agents for products and delivery", (it) => {
  it.effect("name all their tools in the instructions, and no others", () =>
    Effect.gen(function* () {
      assert.include(yield* check(ProductDiscovery), "Electronics, Clothing, Home, Sports, Books")
      assert.include(yield* check(InventoryFulfillment), "east, central, west")
    })
  )

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
        place_backorder: statementsOf(
          Effect.provideService(
            callTool(inventoryTools, seller, "place_backorder", { product_id: vacuum.id, quantity: 2 }),
            EffectKey,
            "counted:0"
          )
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
        // Two of them keep the result for a repetition of the call.
        place_backorder: 3,
        get_seller_inventory: 1
      })
    })
  )

  it.effect("know what a follow-up is about", () =>
    Effect.gen(function* () {
      const [stock, delivery] = yield* converse(
        InventoryFulfillment,
        seller,
        "Is the K87 in stock?",
        "and how long would it take to California?"
      )
      assert.include(stock!.answer, "Yes, we have the Voltarra K87 Mechanical Keyboard: 60 units in stock")
      assert.include(delivery!.answer, "Delivery of the Voltarra K87 Mechanical Keyboard to the West")
      const [found, price] = yield* converse(ProductDiscovery, seller, "Show me trail shoes", "how much are they?")
      assert.include(found!.answer, "1. Strydevale Ridge Runner Trail Shoes, $119.95")
      assert.include(price!.answer, "Strydevale Ridge Runner Trail Shoes")
      assert.include(price!.answer, "$119.95")
    })
  )
})
