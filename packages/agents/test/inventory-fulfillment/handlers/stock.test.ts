import { type Role, User, UserId } from "@storefront/domain/Identity"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as ToolArguments from "@storefront/server/assistant/agent/ToolArguments"
import { Effect, Layer, Option } from "effect"
import {
  catalogue,
  eastgate,
  discontinued,
  hush,
  kettle,
  midland,
  pacific,
  trailShoes,
  unknownProduct,
  vacuum
} from "@storefront/server/testing/SmallCatalogue"
import { ada, seller } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../../src/inventory-fulfillment/handlers.ts"
import { toolkit } from "../../../src/inventory-fulfillment/toolkit.ts"
import { callerOf, decodeAs } from "../../support/CallTool.ts"
import { proposedTo } from "../../support/ProposingTurn.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"
import { KnownNames } from "@storefront/domain/ShopNames"
import { demoNames } from "@storefront/server/testing/DemoNames"

const call = callerOf(toolkit, seller)

const as = (role: Role) => new User({ ...seller, id: UserId.make("99999999-0000-4000-8000-000000000000"), role })

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

for (const engine of TestDatabase.engines) {
  const TestLayer = Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
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
          ],
          variants: []
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
          variants: [],
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

    it.effect("do not know what is not sold", () =>
      Effect.gen(function* () {
        for (const id of [discontinued.id, unknownProduct]) {
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
              variant_count: 0,
              price: 329,
              original_price: 329,
              on_sale: false,
              in_stock: false,
              variants: []
            }
          ]
        })
      })
    )
  })

  layer(TestLayer, { excludeTestServices: true })(`the tools for what is short on ${engine.name}`, (it) => {
    it.effect("propose backorders", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
          VALUES (${vacuum.id}, ${midland}, 30, current_date + 6)`
        const wanted = { product_id: vacuum.id, quantity: 4, note: " For the window " }
        assert.deepInclude(yield* call("place_backorder", wanted), { status: "awaiting_confirmation" })
        const [action] = yield* proposedTo(seller)
        assert.deepStrictEqual<unknown>(action?.terms, {
          act: "place_backorder",
          productId: vacuum.id,
          name: vacuum.name,
          quantity: 4,
          expectedOn: dayIn(6),
          forWhom: seller.name,
          note: "For the window"
        })
        assert.lengthOf(yield* sql`SELECT FROM backorders`, 0)
      })
    )

    it.effect("refuse a backorder of what is there, of what is on backorder, and of what is not sold", () =>
      Effect.gen(function* () {
        const [open] = yield* Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql<{ id: string }>`
            INSERT INTO backorders (user_id, product_id, quantity, unit_price, estimated_total)
            VALUES (${seller.id}, ${hush.id}, 3, 10, 30) RETURNING id`
        )
        assert.deepInclude(yield* call("place_backorder", { product_id: hush.id, quantity: 5 }), {
          error: "conflict",
          backorder_id: open!.id
        })
        assert.deepInclude(yield* call("place_backorder", { product_id: hush.id, quantity: 2 }), {
          error: "conflict",
          current_stock: 2
        })
        assert.deepInclude(yield* call("place_backorder", { product_id: discontinued.id, quantity: 500 }), {
          error: "not_found",
          entity: "product",
          id: discontinued.id
        })
      })
    )

    it.effect("keep the stock of sellers apart", () =>
      Effect.gen(function* () {
        assert.deepInclude(yield* call("get_seller_inventory", {}, as("seller")), {
          count: 0,
          total: 0,
          message: "There are no products on sale."
        })
        assert.deepInclude(yield* call("get_seller_inventory", { seller_id: seller.id }, as("seller")), {
          error: "forbidden"
        })
        assert.deepInclude(yield* call("get_seller_inventory", { limit: 50 }, as("admin")), { count: 14 })
        const own = { seller_id: seller.id, limit: 50 }
        assert.deepInclude(yield* call("get_seller_inventory", own, as("admin")), { count: 14 })
        assert.deepInclude(yield* call("get_seller_inventory", own), { count: 14 })
        assert.deepInclude(yield* call("get_seller_inventory", { seller_id: ada.id }, as("admin")), { count: 0 })
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

  layer(TestLayer, { excludeTestServices: true })(`the list of a seller's stock on ${engine.name}`, (it) => {
    it.effect("begins with what there is least of, and says when more comes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
          VALUES (${hush.id}, ${pacific}, 5, current_date - 2), (${hush.id}, ${pacific}, 5, current_date + 2),
            (${vacuum.id}, ${midland}, 30, current_date + 6)`
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
          count: 3,
          total: 3
        })
        const all = decodeAs(toolkit.tools.get_seller_inventory.successSchema)(
          yield* call("get_seller_inventory", { limit: 50 })
        )
        assert.strictEqual(all.count, 14)
        const ties = all.items.filter(({ total_quantity }) => total_quantity === 60).map(({ product_id }) => product_id)
        assert.deepStrictEqual(ties, ties.toSorted())
        const second = yield* call("get_seller_inventory", { limit: 1, offset: 1 })
        assert.deepNestedInclude(second, { "items[0].product_id": hush.id, count: 1, total: 14 })
        assert.deepInclude(yield* call("get_seller_inventory", { offset: 50 }), {
          count: 0,
          total: null,
          message: "There are no more products beyond this offset."
        })
      })
    )
  })
}

layer(Layer.empty)("arguments of the inventory tools", (it) => {
  it.effect("are refused with the values there are", () =>
    Effect.gen(function* () {
      const { estimate_shipping } = toolkit.tools
      const id = kettle.id
      assert.deepStrictEqual(
        yield* ToolArguments.check(estimate_shipping, { product_id: id, destination_region: "north" }),
        [{ field: "destination_region", message: "must be one of east, central, west" }]
      )
      assert.deepStrictEqual(
        yield* ToolArguments.check(estimate_shipping, {
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
    }).pipe(Effect.provideService(KnownNames, Option.some(demoNames)))
  )
})
