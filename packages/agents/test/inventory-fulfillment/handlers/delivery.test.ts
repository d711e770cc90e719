import { type Tool } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type Role, User, UserId } from "@storefront/domain/Identity"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { EffectKey } from "@storefront/server/effects/EffectKey"
import * as ToolExecution from "@storefront/server/agent/ToolExecution"
import { Effect, Layer, Schema } from "effect"
import {
  catalogue,
  eastgate,
  gone,
  hush,
  kettle,
  midland,
  pacific,
  trailShoes,
  unknownProduct,
  vacuum
} from "@storefront/server/testing/SmallCatalogue"
import { ada, bob, lamp, orderId, placeOrder, seller, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../../src/inventory-fulfillment/handlers.ts"
import { toolkit } from "../../../src/inventory-fulfillment/toolkit.ts"
import { callTool, decodeAs } from "../../support/CallTool.ts"
import { ServicesLayer } from "../ServicesLayer.ts"

type Tools = typeof toolkit.tools

const callAs = <Name extends keyof Tools>(user: User, name: Name, params: Tool.ParametersEncoded<Tools[Name]>) =>
  callTool(toolkit, user, name, params)

const call = <Name extends keyof Tools>(name: Name, params: Tool.ParametersEncoded<Tools[Name]>) =>
  callAs(seller, name, params)

const as = (role: Role) => new User({ ...seller, id: UserId.make("99999999-0000-4000-8000-000000000000"), role })

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const route = (region_from: "east" | "central" | "west", region_to: "east" | "central" | "west") =>
  call("compare_carriers", { region_from, region_to })

for (const engine of TestDatabase.engines) {
  const TestLayer = Handlers.layer.pipe(
    Layer.provide(ServicesLayer),
    Layer.provide(catalogue),
    Layer.provideMerge(engine.layer)
  )

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
          message: "No carrier goes from the one region to the other."
        })
      })
    )

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

    it.effect("never send from where no carrier goes", () =>
      Effect.gen(function* () {
        // The central warehouse has no carrier to the west: 100 is what the other two hold.
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

    it.effect("name the products of a plan that are not sold", () =>
      Effect.gen(function* () {
        const plan = yield* call("calculate_fulfillment_plan", {
          items: [{ product_id: gone.id }, { product_id: kettle.id }, { product_id: unknownProduct }],
          destination_region: "east"
        })
        assert.deepInclude(plan, { error: "not_found", entity: "product", missing_ids: [gone.id, unknownProduct] })
      })
    )

    it.effect("place backorders, once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
          VALUES (${vacuum.id}, ${midland}, 30, current_date + 6)`
        const wanted = { product_id: vacuum.id, quantity: 4, note: " For the window " }
        const placing = Effect.provideService(call("place_backorder", wanted), EffectKey, "a turn of its own:0")
        const placed = decodeAs(toolkit.tools.place_backorder.successSchema)(yield* placing)
        const { backorder_id } = placed
        assert.deepStrictEqual(Schema.encodeSync(toolkit.tools.place_backorder.successSchema)(placed) as unknown, {
          backorder_id,
          status: "open",
          product_id: vacuum.id,
          product_name: vacuum.name,
          quantity: 4,
          unit_price: 329,
          estimated_total: 1316,
          expected_restock: { date: dayIn(6), quantity: 30, warehouse: "Midland" },
          message: "The backorder is placed and nothing is charged. It can be served from the next delivery on."
        })
        assert.deepInclude(yield* placing, { backorder_id, replayed: true })
        const [row] = yield* sql`SELECT note, user_id FROM backorders WHERE id = ${backorder_id}`
        assert.deepStrictEqual(row, { note: "For the window", user_id: seller.id })
      })
    )

    it.effect("refuse a backorder of what is there, of what is on backorder, and of what is not sold", () =>
      Effect.gen(function* () {
        yield* call("place_backorder", { product_id: hush.id, quantity: 3 })
        const [open] = yield* Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ id: string }>`SELECT id FROM backorders WHERE product_id = ${hush.id}`
        )
        assert.deepInclude(yield* call("place_backorder", { product_id: hush.id, quantity: 5 }), {
          error: "conflict",
          backorder_id: open!.id
        })
        assert.deepInclude(yield* call("place_backorder", { product_id: hush.id, quantity: 2 }), {
          error: "conflict",
          current_stock: 2
        })
        assert.deepInclude(yield* call("place_backorder", { product_id: gone.id, quantity: 500 }), {
          error: "not_found",
          entity: "product",
          id: gone.id
        })
      })
    )

    it.effect("list the stock of a seller, lowest first", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
          VALUES (${hush.id}, ${pacific}, 5, current_date - 2), (${hush.id}, ${pacific}, 5, current_date + 2)`
        yield* sql`DELETE FROM warehouse_inventory WHERE product_id = ${hush.id} AND warehouse_id = ${eastgate}`
        const low = yield* call("get_seller_inventory", { low_stock_only: true })
        assert.deepStrictEqual<unknown>(low, {
          items: [
            {
              product_id: vacuum.id,
              name: vacuum.name,
              category: "Home",
              total_quantity: 0,
              low_stock: true,
              warehouses: [
                { warehouse: "Eastgate", region: "east", quantity: 0, reorder_threshold: 10 },
                { warehouse: "Midland", region: "central", quantity: 0, reorder_threshold: 10 },
                { warehouse: "Pacific", region: "west", quantity: 0, reorder_threshold: 10 }
              ],
              next_restock: dayIn(6)
            },
            {
              product_id: hush.id,
              name: hush.name,
              category: "Electronics",
              total_quantity: 2,
              low_stock: true,
              warehouses: [
                { warehouse: "Eastgate", region: "east", quantity: 0, reorder_threshold: null },
                { warehouse: "Midland", region: "central", quantity: 0, reorder_threshold: 10 },
                { warehouse: "Pacific", region: "west", quantity: 2, reorder_threshold: 10 }
              ],
              next_restock: dayIn(2)
            },
            {
              product_id: trailShoes.id,
              name: trailShoes.name,
              category: "Sports",
              total_quantity: 105,
              low_stock: true,
              warehouses: [
                { warehouse: "Eastgate", region: "east", quantity: 40, reorder_threshold: 10 },
                { warehouse: "Midland", region: "central", quantity: 5, reorder_threshold: 10 },
                { warehouse: "Pacific", region: "west", quantity: 60, reorder_threshold: 10 }
              ],
              next_restock: null
            }
          ],
          count: 3
        })
        const all = decodeAs(toolkit.tools.get_seller_inventory.successSchema)(
          yield* call("get_seller_inventory", { limit: 50 })
        )
        assert.strictEqual(all.count, 14)
        const ties = all.items.filter(({ total_quantity }) => total_quantity === 60).map(({ product_id }) => product_id)
        assert.deepStrictEqual(ties, ties.toSorted())
        const second = yield* call("get_seller_inventory", { limit: 1, offset: 1 })
        assert.deepNestedInclude(second, { "items[0].product_id": hush.id, count: 1 })
        assert.deepInclude(yield* call("get_seller_inventory", { offset: 50 }), {
          count: 0,
          message: "There are no more products beyond this offset."
        })
      })
    )

    it.effect("keep the stock of sellers apart", () =>
      Effect.gen(function* () {
        assert.deepInclude(yield* callAs(as("seller"), "get_seller_inventory", {}), {
          count: 0,
          message: "There are no products on sale."
        })
        assert.deepInclude(yield* callAs(as("seller"), "get_seller_inventory", { seller_id: seller.id }), {
          error: "forbidden"
        })
        assert.deepInclude(yield* callAs(as("admin"), "get_seller_inventory", { limit: 50 }), { count: 14 })
        const own = { seller_id: seller.id, limit: 50 }
        assert.deepInclude(yield* callAs(as("admin"), "get_seller_inventory", own), { count: 14 })
        assert.deepInclude(yield* call("get_seller_inventory", own), { count: 14 })
        assert.deepInclude(yield* callAs(as("admin"), "get_seller_inventory", { seller_id: ada.id }), { count: 0 })
      })
    )

    it.effect("show where a product is and will be", () =>
      Effect.gen(function* () {
        const availability = yield* call("get_warehouse_availability", { product_id: trailShoes.id })
        assert.deepNestedInclude(availability, {
          total_quantity: 105,
          "warehouses[0].location": "Harrisburg, PA",
          "warehouses[1].low_stock": true,
          "warehouses[2].reorder_threshold": 10,
          upcoming_restocks: []
        })
      })
    )
  })

  const ParcelLayer = Handlers.layer.pipe(
    Layer.provide(ServicesLayer),
    Layer.provide(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(ParcelLayer, { excludeTestServices: true })(`the tool for parcels on ${engine.name}`, (it) => {
    const track = (n: number, user = ada) => callAs(user, "get_tracking_status", { order_id: orderId(n) })

    it.effect("shows what the carrier recorded, newest first", () =>
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
        const status = decodeAs(toolkit.tools.get_tracking_status.successSchema)(yield* track(1))
        assert.deepInclude(status, {
          status: "shipped",
          carrier: "Pigeon Ground",
          message: "The parcel is on its way."
        })
        assert.match(status.tracking_number ?? "", /^SF/)
        assert.deepStrictEqual<unknown>(
          status.history.map(({ notes, status }) => [status, notes]),
          [
            ["shipped", "Left the warehouse"],
            ["confirmed", ""],
            ["placed", "Order placed"]
          ]
        )
        assert.deepStrictEqual(status.latest_update, status.history[0])
      })
    )

    it.effect("explains why there is nothing yet, and knows no order of somebody else", () =>
      Effect.gen(function* () {
        for (const [n, status] of [
          [2, "placed"],
          [3, "confirmed"],
          [4, "cancelled"]
        ] as const) {
          yield* placeOrder({
            id: orderId(n),
            owner: ada,
            status,
            lines: [{ product: lamp, east: 1 }],
            history: [["placed", "Order placed"]]
          })
          const tracked = yield* track(n)
          assert.deepInclude(tracked, { status, tracking_number: null, history: [], latest_update: null })
          assert.match(decodeAs(Schema.Struct({ message: Schema.String }))(tracked).message, /carrier has it/)
        }
        for (const [n, user] of [
          [2, bob],
          [99, ada]
        ] as const) {
          assert.deepInclude(yield* track(n, user), { error: "not_found", entity: "order", id: orderId(n) })
        }
      })
    )
  })
}

layer(
  Handlers.layer.pipe(Layer.provide(ServicesLayer), Layer.provide(catalogue), Layer.provideMerge(TestDatabase.layer)),
  { excludeTestServices: true }
)("the tools for sellers", (it) => {
  const execute = <Name extends keyof Tools & string>(role: Role, name: Name, params: unknown) =>
    Effect.flatMap(toolkit, (handlers) => ToolExecution.execute(handlers, name, params, as(role)))

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
