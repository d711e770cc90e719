import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type Role, User, UserId } from "@storefront/domain/Identity"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import * as ToolExecution from "@storefront/server/assistant/agent/ToolExecution"
import { OrderNumbers } from "@storefront/server/shop/orders/OrderNumbers"
import { Effect, Layer, Option } from "effect"
import {
  catalogue,
  discontinued,
  kettle,
  trailShoes,
  unknownProduct,
  vacuum
} from "@storefront/server/testing/SmallCatalogue"
import { ada, bob, lamp, orderId, placeOrder, seller, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../../src/inventory-fulfillment/handlers.ts"
import { toolkit } from "../../../src/inventory-fulfillment/toolkit.ts"
import { callerOf, decodeAs } from "../../support/CallTool.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"
import { KnownNames } from "@storefront/domain/ShopNames"
import { demoNames } from "@storefront/server/testing/DemoNames"

type Tools = typeof toolkit.tools

const call = callerOf(toolkit, seller)

const as = (role: Role) => new User({ ...seller, id: UserId.make("99999999-0000-4000-8000-000000000000"), role })

const route = (region_from: "east" | "central" | "west", region_to: "east" | "central" | "west") =>
  call("compare_carriers", { region_from, region_to })

for (const engine of TestDatabase.engines) {
  const TestLayer = Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provide(catalogue),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the tools for sending products on ${engine.name}`, (it) => {
    it.effect("plan the fewest shipments, filled from the destination first, and leave out what is short", () =>
      Effect.gen(function* () {
        const plan = yield* call("calculate_fulfillment_plan", {
          items: [
            { product_id: trailShoes.id, quantity: 60 },
            { product_id: vacuum.id },
            { product_id: kettle.id, quantity: 2 },
            { product_id: trailShoes.id, quantity: 10 }
          ],
          destination_region: "east"
        })
        const shipment = { carrier: "Pigeon Ground", speed_tier: "standard" }
        assert.deepStrictEqual<unknown>(plan, {
          destination_region: "east",
          total_items: 3,
          total_units: 73,
          total_shipments: 2,
          total_shipping_cost: 15.9,
          shipments: [
            {
              warehouse: "Eastgate",
              region: "east",
              items: [
                { product_id: trailShoes.id, name: trailShoes.name, quantity: 40 },
                { product_id: kettle.id, name: kettle.name, quantity: 2 }
              ],
              ...shipment,
              shipping_cost: 5.95,
              estimated_days_min: 3,
              estimated_days_max: 5
            },
            {
              warehouse: "Pacific",
              region: "west",
              items: [{ product_id: trailShoes.id, name: trailShoes.name, quantity: 30 }],
              ...shipment,
              shipping_cost: 9.95,
              estimated_days_min: 5,
              estimated_days_max: 7
            }
          ],
          unavailable: [{ product_id: vacuum.id, name: vacuum.name, requested: 1, available: 0 }],
          all_available: false
        })
      })
    )

    it.effect("name the products of a plan that are not sold", () =>
      Effect.gen(function* () {
        const plan = yield* call("calculate_fulfillment_plan", {
          items: [{ product_id: discontinued.id }, { product_id: kettle.id }, { product_id: unknownProduct }],
          destination_region: "east"
        })
        assert.deepInclude(plan, {
          error: "not_found",
          entity: "product",
          missing_ids: [discontinued.id, unknownProduct]
        })
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`the tools for sending products on ${engine.name}`, (it) => {
    it.effect("never send from where no carrier goes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM shipping_rates WHERE region_from = 'central' AND region_to = 'west'`
        // 100 is what the other two warehouses hold.
        const plan = (quantity: number) =>
          call("calculate_fulfillment_plan", {
            items: [{ product_id: trailShoes.id, quantity }],
            destination_region: "west"
          })
        assert.deepInclude(yield* plan(100), { total_shipments: 2, all_available: true })
        assert.deepInclude(yield* plan(101), {
          total_shipments: 0,
          total_shipping_cost: 0,
          shipments: [],
          unavailable: [{ product_id: trailShoes.id, name: trailShoes.name, requested: 101, available: 100 }],
          all_available: false,
          message: "None of the products can be sent to the region in this quantity."
        })
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`the tools for sending products on ${engine.name}`, (it) => {
    it.effect("compare carriers by price, and name the cheapest and the fastest", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual<unknown>(yield* route("east", "west"), {
          region_from: "east",
          region_to: "west",
          carriers: [
            {
              carrier: "Pigeon Ground",
              speed_tier: "standard",
              price: 9.95,
              estimated_days_min: 5,
              estimated_days_max: 7,
              delivery_window: "5-7 days",
              base_rate: 5.95
            },
            {
              carrier: "Nightjar Air",
              speed_tier: "overnight",
              price: 33.95,
              estimated_days_min: 3,
              estimated_days_max: 3,
              delivery_window: "3 days",
              base_rate: 29.95
            }
          ],
          count: 2,
          best_value: "Pigeon Ground",
          fastest: "Nightjar Air"
        })
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM shipping_rates WHERE region_from = 'central' AND region_to = 'west'`
        assert.deepStrictEqual<unknown>(yield* route("central", "west"), {
          region_from: "central",
          region_to: "west",
          carriers: [],
          count: 0,
          best_value: null,
          fastest: null,
          message: "No carrier goes there."
        })
        const anywhere = yield* call("compare_carriers", { region_to: "west" })
        assert.deepNestedInclude(anywhere, {
          region_from: null,
          count: 4,
          best_value: "Pigeon Ground",
          "carriers[0].region_from": "west",
          "carriers[0].price": 5.95,
          "carriers[1].region_from": "east"
        })
      })
    )
  })

  layer(TestLayer, { excludeTestServices: true })(`estimate_shipping on ${engine.name}`, (it) => {
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
          message:
            "It can be sent in one parcel, the cheapest way first. A parcel has one price, whatever is in it: with other products from the same warehouse it is not paid again."
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
        const parcel = { available: false, ships_from: null, "shipping_options[0].price": 5.95 }
        assert.deepNestedInclude(yield* estimate(105), { ...parcel, split_possible: true })
        assert.deepNestedInclude(yield* estimate(106), {
          ...parcel,
          split_possible: false,
          message:
            "This quantity is not in stock. No new units are planned. shipping_options is what one parcel of it costs once it is there."
        })
      })
    )

    it.effect("price a parcel of what is sold out, from where it is stocked, and say when it is back", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
          SELECT ${vacuum.id}, id, 5, '2999-12-03' FROM warehouses WHERE region = 'west'`
        const estimate = call("estimate_shipping", { product_id: vacuum.id, destination_region: "east" })
        assert.deepNestedInclude(yield* estimate, {
          available: false,
          ships_from: null,
          "shipping_options[0].price": 5.95,
          message:
            "This quantity is not in stock. New units are expected on 2999-12-03. shipping_options is what one parcel of it costs once it is there."
        })
        yield* sql`DELETE FROM warehouse_inventory i USING warehouses w
          WHERE w.id = i.warehouse_id AND i.product_id = ${vacuum.id} AND w.region <> 'west'`
        assert.deepNestedInclude(yield* estimate, { available: false, "shipping_options[0].price": 9.95 })
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`estimate_shipping on ${engine.name}`, (it) => {
    it.effect("do not call out of stock what no carrier brings", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM shipping_rates WHERE region_to = 'central'`
        const estimate = (quantity: number) =>
          call("estimate_shipping", { product_id: trailShoes.id, destination_region: "central", quantity })
        const none = { available: false, ships_from: null, shipping_options: [], split_possible: false }
        assert.deepInclude(yield* estimate(105), {
          ...none,
          message: "This quantity is in stock, but no carrier delivers it from there to the region."
        })
        assert.deepInclude(yield* estimate(106), {
          ...none,
          message: "This quantity is not in stock. No new units are planned."
        })
      })
    )
  })

  const ParcelLayer = Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provide(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(ParcelLayer, { excludeTestServices: true })(`the tool for parcels on ${engine.name}`, (it) => {
    const track = (n: number, user = ada) => call("get_order_tracking", { order_id: orderId(n) }, user)

    it.effect("shows what the carrier recorded, and knows no order of somebody else", () =>
      Effect.gen(function* () {
        yield* placeOrder({
          id: orderId(1),
          owner: ada,
          status: "shipped",
          lines: [{ product: lamp, east: 1 }],
          history: [
            ["placed", "Order placed"],
            ["confirmed", ""],
            ["shipped", "Left the warehouse"]
          ]
        })
        const found = decodeAs(toolkit.tools.get_order_tracking.successSchema)(yield* track(1))
        assert.deepInclude(found as object, {
          status: "shipped",
          carrier: "Pigeon Ground",
          message: "The order is on its way."
        })
        assert.match(found.tracking_number ?? "", /^SF/)
        assert.deepStrictEqual<unknown>(
          found.timeline.map(({ notes, status }) => [status, notes]),
          [
            ["placed", "Order placed"],
            ["confirmed", ""],
            ["shipped", "Left the warehouse"]
          ]
        )
        assert.deepStrictEqual(found.latest_update, found.timeline[2])
        for (const [n, user] of [
          [1, bob],
          [99, ada]
        ] as const) {
          assert.deepInclude(yield* track(n, user), {
            error: "not_found",
            message: "The customer has no order with this id. Ask which order is meant, and for its number.",
            entity: "order",
            id: orderId(n)
          })
        }
      })
    )
  })
}

layer(
  Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provide(catalogue),
    Layer.provideMerge(TestDatabase.layer)
  ),
  { excludeTestServices: true }
)("the tools for sellers", (it) => {
  const execute = <Name extends keyof Tools & string>(role: Role, name: Name, params: unknown) =>
    toolkit.pipe(
      Effect.flatMap((handlers) => ToolExecution.execute(handlers, name, params, as(role))),
      Effect.provideService(KnownNames, Option.some(demoNames)),
      Effect.provide(OrderNumbers.layerTest)
    )

  it.effect("refuse customers and power users before anything is read, and offer what helps them", () =>
    Effect.gen(function* () {
      const asked = {
        calculate_fulfillment_plan: { items: [{ product_id: kettle.id }], destination_region: "east" },
        place_backorder: { product_id: vacuum.id, quantity: 1 },
        get_seller_inventory: {}
      } as const
      for (const role of ["customer", "power_user"] as const) {
        for (const name of ["calculate_fulfillment_plan", "place_backorder", "get_seller_inventory"] as const) {
          const { isFailure, value } = yield* execute(role, name, asked[name])
          assert.isTrue(isFailure)
          const failure = decodeAs(ToolFailure)(value)
          assert.strictEqual(failure.error, "forbidden")
          assert.deepStrictEqual(failure.allowed_roles, ["seller", "admin"])
          assert.match(failure.message, name === "place_backorder" ? /get_restock_schedule/ : /support/)
        }
      }
      const rows = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM backorders`)
      assert.lengthOf(rows, 0)
    })
  )

  it.effect("say which arguments do not fit", () =>
    Effect.gen(function* () {
      const { value } = yield* execute("admin", "calculate_fulfillment_plan", {
        items: [{ product_id: kettle.id, quantity: 1000 }],
        destination_region: "north"
      })
      assert.deepStrictEqual(decodeAs(ToolFailure)(value).field_errors, [
        { field: "items.0.quantity", message: "must be a whole number from 1 to 999" },
        { field: "destination_region", message: "must be one of east, central, west" }
      ])
      const none = yield* execute("admin", "calculate_fulfillment_plan", { items: [], destination_region: "east" })
      assert.deepStrictEqual(decodeAs(ToolFailure)(none.value).field_errors, [
        { field: "items", message: "must be a list of 1 to 20 products" }
      ])
    })
  )
})
