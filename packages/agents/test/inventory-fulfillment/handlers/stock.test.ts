import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as ToolArguments from "@storefront/server/agent/ToolArguments"
import { Effect, Layer } from "effect"
import {
  catalogue,
  eastgate,
  gone,
  hush,
  kettle,
  pacific,
  trailShoes,
  unknownProduct,
  vacuum
} from "@storefront/server/testing/SmallCatalogue"
import { seller } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../../src/inventory-fulfillment/handlers.ts"
import { toolkit } from "../../../src/inventory-fulfillment/toolkit.ts"
import { callTool } from "../../support/CallTool.ts"
import { ServicesLayer } from "../ServicesLayer.ts"

type Tools = typeof toolkit.tools

const call = <Name extends keyof Tools>(name: Name, params: Tool.ParametersEncoded<Tools[Name]>) =>
  callTool(toolkit, seller, name, params)

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

for (const engine of TestDatabase.engines) {
  const TestLayer = Handlers.layer.pipe(
    Layer.provide(ServicesLayer),
    Layer.provide(catalogue),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the tools of inventory-fulfillment on ${engine.name}`, (it) => {
    it.effect("show the stock of a product", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* call("check_stock", { product_id: hush.id }), {
          product_id: hush.id,
          product_name: hush.name,
          in_stock: true,
          total_quantity: 2,
          warehouses: [
            { warehouse: "Eastgate", region: "east", quantity: 0, low_stock: true },
            { warehouse: "Midland", region: "central", quantity: 0, low_stock: true },
            { warehouse: "Pacific", region: "west", quantity: 2, low_stock: true }
          ]
        })
      })
    )

    it.effect("show when new units come", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date) VALUES
          (${vacuum.id}, ${pacific}, 40, current_date + 9), (${vacuum.id}, ${eastgate}, 50, current_date + 4)`
        assert.deepStrictEqual(yield* call("get_restock_schedule", { product_id: vacuum.id }), {
          product_id: vacuum.id,
          product_name: vacuum.name,
          current_stock: 0,
          upcoming_restocks: [
            { warehouse: "Eastgate", region: "east", expected_quantity: 50, expected_date: dayIn(4) },
            { warehouse: "Pacific", region: "west", expected_quantity: 40, expected_date: dayIn(9) }
          ],
          count: 2,
          next_restock: dayIn(4)
        })
        assert.deepInclude(yield* call("get_restock_schedule", { product_id: kettle.id }), {
          current_stock: 60,
          upcoming_restocks: [],
          count: 0,
          next_restock: null,
          message: "No delivery of this product is planned at the moment."
        })
      })
    )

    it.effect("estimate delivery from the warehouse that serves a region best", () =>
      Effect.gen(function* () {
        const shoes = { product_id: trailShoes.id }
        assert.deepStrictEqual(yield* call("estimate_shipping", { ...shoes, destination_region: "east" }), {
          product_id: trailShoes.id,
          product_name: trailShoes.name,
          quantity: 1,
          available: true,
          ships_from: { warehouse: "Eastgate", region: "east", quantity_available: 40 },
          shipping_options: [
            {
              carrier: "Pigeon Ground",
              speed_tier: "standard",
              price: 5.95,
              estimated_days_min: 3,
              estimated_days_max: 5,
              delivery_window: "3-5 days"
            },
            {
              carrier: "Nightjar Air",
              speed_tier: "overnight",
              price: 29.95,
              estimated_days_min: 1,
              estimated_days_max: 1,
              delivery_window: "1 day"
            }
          ],
          split_possible: true,
          message: "It can be sent in one parcel. The cheapest way comes first."
        })
        // 41 units are only in the west, two zones away.
        assert.deepNestedInclude(
          yield* call("estimate_shipping", { ...shoes, destination_region: "east", quantity: 41 }),
          {
            "ships_from.warehouse": "Pacific",
            "shipping_options[0].price": 9.95,
            "shipping_options[0].delivery_window": "5-7 days"
          }
        )
      })
    )

    it.effect("say whether several parcels would do", () =>
      Effect.gen(function* () {
        const estimate = (quantity: number) =>
          call("estimate_shipping", { product_id: trailShoes.id, destination_region: "west", quantity })
        const none = { available: false, ships_from: null, shipping_options: [] }
        assert.deepInclude(yield* estimate(105), { ...none, split_possible: true })
        assert.deepInclude(yield* estimate(106), { ...none, split_possible: false })
      })
    )

    it.effect("do not call out of stock what no carrier brings", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM shipping_rates WHERE region_to = 'central'`
        const estimate = (quantity: number) =>
          call("estimate_shipping", { product_id: trailShoes.id, destination_region: "central", quantity })
        const none = { available: false, ships_from: null, shipping_options: [], split_possible: false }
        assert.deepInclude(yield* estimate(105), {
          ...none,
          message: "This quantity is in stock, but no carrier brings it from there to the region."
        })
        assert.deepInclude(yield* estimate(106), {
          ...none,
          message: "This quantity is not in stock. Look up when new units are expected."
        })
      })
    )

    it.effect("do not know what is not sold", () =>
      Effect.gen(function* () {
        for (const id of [gone.id, unknownProduct]) {
          const product = { product_id: id }
          const answers = yield* Effect.all([
            call("check_stock", product),
            call("get_restock_schedule", product),
            call("estimate_shipping", { ...product, destination_region: "east" })
          ])
          for (const answer of answers) {
            assert.deepInclude(answer, { error: "not_found", entity: "product", id })
          }
        }
      })
    )

    it.effect("find products by name", () =>
      Effect.gen(function* () {
        assert.deepInclude(yield* call("find_product", { name: "glide vaccum" }), {
          count: 1,
          products: [
            {
              product_id: vacuum.id,
              name: vacuum.name,
              brand: "Brindlecote",
              category: "Home",
              price: 329,
              in_stock: false
            }
          ]
        })
      })
    )
  })
}

layer(Layer.empty)("arguments of the inventory tools", (it) => {
  it.effect("are refused with the values there are", () =>
    Effect.sync(() => {
      const { estimate_shipping } = toolkit.tools
      const id = kettle.id
      assert.deepStrictEqual(ToolArguments.check(estimate_shipping, { product_id: id, destination_region: "north" }), [
        { field: "destination_region", message: "must be one of east, central, west" }
      ])
      assert.deepStrictEqual(
        ToolArguments.check(estimate_shipping, {
          product_id: "kettle",
          destination_region: "east",
          quantity: 0,
          to: 1
        }),
        [
          { field: "to", message: "is not a parameter of this tool" },
          {
            field: "product_id",
            message: "must be a product id (UUID); call find_product or search_products to find it"
          },
          { field: "quantity", message: "must be a whole number from 1 to 999" }
        ]
      )
    })
  )
})
