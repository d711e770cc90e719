import { assert, layer } from "@effect/vitest"
import { seller as smallShopSeller } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import { InventoryFulfillment } from "../../src/inventory-fulfillment/agent.ts"
import * as InventoryHandlers from "../../src/inventory-fulfillment/handlers.ts"
import { ProductDiscovery } from "../../src/product-discovery/agent.ts"
import * as Shop from "@storefront/server/shop/Shop"
import { ShopLayer } from "../product-discovery/ShopLayer.ts"
import { layerPreviewing } from "../support/Proposing.ts"
import { converse, SurroundingsLayer } from "./support/Converse.ts"
import { userOf } from "@storefront/server/testing/UserOf"

const SmallShopLayer = Layer.merge(InventoryHandlers.layer, SurroundingsLayer).pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.provideMerge(ShopLayer)
)

layer(SmallShopLayer, { excludeTestServices: true })("the agents for products and delivery", (it) => {
  it.effect("know what a follow-up is about", () =>
    Effect.gen(function* () {
      const [stock, delivery] = yield* converse(
        InventoryFulfillment,
        smallShopSeller,
        "Is the K87 in stock?",
        "and how long would it take to California?"
      )
      assert.include(stock!.answer, "Voltarra K87 Mechanical Keyboard: 60 units in stock")
      assert.include(delivery!.answer, "Delivery of the Voltarra K87 Mechanical Keyboard to the West")
      const [found, price] = yield* converse(
        ProductDiscovery,
        smallShopSeller,
        "Show me trail shoes",
        "how much are they?"
      )
      assert.include(found!.answer, "1. Strydevale Ridge Runner Trail Shoes, $119.95")
      assert.include(price!.answer, "Strydevale Ridge Runner Trail Shoes")
      assert.include(price!.answer, "$119.95")
    })
  )
})

layer(SmallShopLayer, { excludeTestServices: true })("an amount in another currency", (it) => {
  it.effect("is not taken for the shop's, which the answer says", () =>
    Effect.gen(function* () {
      const [foreign, own] = yield* converse(
        ProductDiscovery,
        smallShopSeller,
        "Show me trail shoes under €50",
        "Show me trail shoes under $50"
      )
      assert.include(foreign!.answer, "Prices here are in US dollars, so I took no account of “€50”.")
      assert.include(foreign!.answer, "1. Strydevale Ridge Runner Trail Shoes, $119.95")
      assert.notInclude(own!.answer, "Prices here")
      assert.notInclude(own!.answer, "1. Strydevale Ridge Runner Trail Shoes, $119.95")
    })
  )
})

const SeededLayer = InventoryHandlers.layer.pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.merge(SurroundingsLayer),
  Layer.provideMerge(TestDatabase.seeded)
)

/** The tools that one message after the other of a conversation leads to, and the answers. */
const talk = Effect.fnUntraced(function* (...messages: ReadonlyArray<string>) {
  const reports = yield* converse(InventoryFulfillment, yield* userOf("seller@example.com"), ...messages)
  return reports.map(({ answer, steps }) => ({ answer, tools: steps.map(({ toolName }) => toolName) }))
})

layer(SeededLayer, { excludeTestServices: true })("inventory-fulfillment", (it) => {
  it.effect("proposes a backorder that is asked for, and not for a question", () =>
    Effect.gen(function* () {
      const [asked, told] = yield* talk(
        "Can I put 900 Nordvind jackets on backorder?",
        "Put 900 Nordvind jackets on backorder"
      )
      assert.notInclude(asked?.tools ?? [], "place_backorder")
      assert.deepStrictEqual(told, { tools: ["find_product", "place_backorder"], answer: "" })
    })
  )

  it.effect("takes the number that it asked for", () =>
    Effect.gen(function* () {
      const [, placed] = yield* talk("Please backorder the Ridge Runner trail shoes", "950")
      assert.deepStrictEqual(placed, { tools: ["find_product", "place_backorder"], answer: "" })
    })
  )
})
