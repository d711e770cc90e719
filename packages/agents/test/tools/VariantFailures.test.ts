import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { checkStock, estimateShipping } from "@storefront/domain/tools/InventoryTools"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"
import { black41, black42, boots, group, red42 } from "@storefront/server/testing/SmallGroup"
import { cartOf, market, newcomer } from "@storefront/server/testing/SmallMarket"
import { lamp, seller } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer, Schema } from "effect"
import * as InventoryHandlers from "../../src/inventory-fulfillment/handlers.ts"
import { toolkit as inventoryTools } from "../../src/inventory-fulfillment/toolkit.ts"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import { toolkit as orderTools } from "../../src/order-management/toolkit.ts"
import * as PricingHandlers from "../../src/pricing-promotions/handlers.ts"
import { toolkit as pricingTools } from "../../src/pricing-promotions/toolkit.ts"
import { callerOf, callTool, decodeAs } from "../support/CallTool.ts"

/** A failure without its sentence, as the model gets it. */
const factsOf = (result: unknown): object => {
  const { message, ...facts } = Schema.encodeSync(ToolFailure)(decodeAs(ToolFailure)(result))
  assert.isAbove(message.length, 0)
  return facts
}

const open = {
  error: "conflict",
  reason: "choose_option",
  product_id: boots.id,
  choices: [
    { name: "Size", values: ["41", "42"] },
    { name: "Colour", values: ["Black", "Red"] }
  ]
}

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(InventoryHandlers.layer, OrderHandlers.layer, PricingHandlers.layer).pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provide(group),
    Layer.provideMerge(market),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`tools asked for a product with variants on ${engine.name}`, (it) => {
    it.effect("put the chosen one into the cart, or say what there is to choose from", () =>
      Effect.gen(function* () {
        const buyer = yield* newcomer
        const add = (params: object) => callTool(orderTools, buyer, "add_to_cart", params)
        assert.deepStrictEqual(factsOf(yield* add({ product_name: "Summit Boots" })), open)
        assert.deepStrictEqual(factsOf(yield* add({ product_id: boots.id, options: [{ value: "42" }] })), {
          ...open,
          choices: [{ name: "Colour", values: ["Red"] }]
        })
        assert.deepStrictEqual(
          factsOf(yield* add({ product_id: boots.id, options: [{ name: "Size", value: "45" }] })),
          {
            ...open,
            reason: "no_such_variant"
          }
        )
        assert.deepInclude(
          yield* add({ product_name: "summit boots", options: [{ value: "black" }, { name: "size", value: "41" }] }),
          { product_id: black41.id, name: black41.name }
        )
        yield* add({ product_id: red42.id, quantity: 2 })
        const change = (params: { readonly product_name: string; readonly quantity: number }) =>
          callTool(orderTools, buyer, "update_cart_quantity", params)
        assert.deepInclude(yield* change({ product_name: "red boots", quantity: 1 }), { product_id: red42.id })
        assert.deepStrictEqual(factsOf(yield* change({ product_name: "boots", quantity: 1 })), {
          error: "conflict",
          reason: "ambiguous_name",
          candidates: [black41, red42].map(({ id, name, price }) => ({ product_id: id, name, price: Number(price) }))
        })
        assert.deepInclude(yield* callTool(orderTools, buyer, "remove_from_cart", { product_name: "the black" }), {
          error: "not_found"
        })
        assert.deepInclude(yield* callTool(orderTools, buyer, "remove_from_cart", { product_name: "black" }), {
          product_id: black41.id,
          item_count: 1
        })
        assert.deepStrictEqual(yield* cartOf(buyer), [[red42.id, 1]])
      })
    )

    it.effect("plan, price and backorder only variants and singles", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const inventory = callerOf(inventoryTools, seller)
        const pricing = callerOf(pricingTools, seller)
        const results = yield* Effect.all([
          inventory("place_backorder", { product_id: boots.id, quantity: 900 }),
          inventory("calculate_fulfillment_plan", {
            items: [{ product_id: lamp.id }, { product_id: boots.id }],
            destination_region: "east"
          }),
          pricing("optimize_cart", {
            product_ids_with_quantities: [{ product_id: lamp.id }, { product_id: boots.id }]
          }),
          pricing("check_bundle_eligibility", { product_ids: [lamp.id, boots.id] })
        ])
        for (const result of results) {
          assert.deepStrictEqual(factsOf(result), open)
        }
        yield* sql`UPDATE warehouse_inventory SET quantity = 0 WHERE product_id = ${red42.id}`
        const soldOut = [
          yield* inventory("place_backorder", { product_id: boots.id, quantity: 900 }),
          yield* pricing("check_bundle_eligibility", { product_ids: [boots.id] })
        ]
        assert.deepStrictEqual(soldOut.map(factsOf), [
          open,
          { ...open, choices: open.choices.map((choice) => ({ ...choice, values: choice.values.slice(0, 1) })) }
        ])
        yield* sql`UPDATE warehouse_inventory SET quantity = ${red42.units} WHERE product_id = ${red42.id}`
        assert.lengthOf(yield* sql`SELECT FROM backorders`, 0)
        const priced = yield* pricing("optimize_cart", { product_ids_with_quantities: [{ product_id: black42.id }] })
        assert.deepInclude(priced, { original_total: 119.95 })
      })
    )

    it.effect("tell the stock of all, with that of each, and send the one with most units", () =>
      Effect.gen(function* () {
        const inventory = callerOf(inventoryTools, seller)
        const stock = decodeAs(checkStock.successSchema)(yield* inventory("check_stock", { product_id: boots.id }))
        assert.strictEqual(stock.total_quantity, 8)
        assert.sameDeepMembers(
          stock.variants.map(({ product_id, quantity }) => [product_id, quantity]),
          [black41, black42, red42].map(({ id, units }) => [id, units])
        )
        for (const name of ["get_warehouse_availability", "get_restock_schedule"] as const) {
          const found = yield* inventory(name, { product_id: boots.id })
          assert.lengthOf(Reflect.get(found as object, "variants"), 3)
        }
        const shipping = yield* inventory("estimate_shipping", { product_id: boots.id, destination_region: "east" })
        const { product_id, product_name } = decodeAs(estimateShipping.successSchema)(shipping)
        assert.deepStrictEqual<unknown>([product_id, product_name], [red42.id, red42.name])
      })
    )

    it.effect("list what a seller sells, without groups", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE products SET seller_id = ${seller.id} WHERE id = ${boots.id} OR group_id = ${boots.id}`
        const listed = JSON.stringify(yield* callerOf(inventoryTools, seller)("get_seller_inventory", { limit: 50 }))
        assert.notInclude(listed, boots.id)
        assert.include(listed, black41.id)
      })
    )
  })
}
