import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Restocks } from "../../../src/shop/inventory/Restocks.ts"
import { Shipping } from "../../../src/shop/inventory/Shipping.ts"
import { Stock } from "../../../src/shop/inventory/Stock.ts"
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
} from "../../../src/testing/SmallCatalogue.ts"
import { black41, black42, boots, group, red42, red43 } from "../../../src/testing/SmallGroup.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { Region } from "@storefront/domain/Inventory"

const restock = (product: { readonly id: string }, warehouse: string, days: number, quantity: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
      VALUES (${product.id}, ${warehouse}, ${quantity}, current_date + ${days}::int)`
  )

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(Stock.layer, Restocks.layer, Shipping.layer).pipe(
    Layer.provide(group),
    Layer.provide(catalogue),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`reading stock on ${engine.name}`, (it) => {
    it.effect("lists every warehouse by name and says which run low", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { find } = yield* Stock
        yield* sql`UPDATE warehouse_inventory SET reorder_threshold = 40
          WHERE product_id = ${trailShoes.id} AND warehouse_id = ${eastgate}`
        assert.deepStrictEqual<unknown>(yield* find(trailShoes.id), {
          product_id: trailShoes.id,
          product_name: trailShoes.name,
          is_group: false,
          in_stock: true,
          total_quantity: 105,
          warehouses: [
            { warehouse: "Eastgate", region: "east", quantity: 40, low_stock: true },
            { warehouse: "Midland", region: "central", quantity: 5, low_stock: true },
            { warehouse: "Pacific", region: "west", quantity: 60, low_stock: false }
          ]
        })
        assert.deepInclude(yield* find(vacuum.id), { in_stock: false, total_quantity: 0 })
      })
    )

    it.effect("counts a warehouse that never had it as empty", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM warehouse_inventory WHERE product_id = ${kettle.id} AND warehouse_id <> ${pacific}`
        const { total_quantity, warehouses } = yield* Effect.flatMap(Stock, ({ find }) => find(kettle.id))
        assert.strictEqual(total_quantity, 20)
        assert.deepStrictEqual(
          warehouses.map(({ low_stock, quantity }) => [quantity, low_stock]),
          [
            [0, true],
            [0, true],
            [20, false]
          ]
        )
      })
    )

    it.effect("lists deliveries from today on by date, then warehouse", () =>
      Effect.gen(function* () {
        yield* restock(vacuum, pacific, -1, 99)
        yield* restock(vacuum, pacific, 5, 30)
        yield* restock(vacuum, eastgate, 5, 50)
        yield* restock(vacuum, midland, 0, 40)
        const { find } = yield* Restocks
        const schedule = yield* find(vacuum.id, 10)
        assert.deepStrictEqual<unknown>(schedule, {
          product_id: vacuum.id,
          product_name: vacuum.name,
          is_group: false,
          current_stock: 0,
          upcoming_restocks: [
            { warehouse: "Midland", region: "central", expected_quantity: 40, expected_date: dayIn(0) },
            { warehouse: "Eastgate", region: "east", expected_quantity: 50, expected_date: dayIn(5) },
            { warehouse: "Pacific", region: "west", expected_quantity: 30, expected_date: dayIn(5) }
          ]
        })
        const next = yield* find(vacuum.id, 1)
        assert.deepStrictEqual(next.upcoming_restocks, schedule.upcoming_restocks.slice(0, 1))
        assert.deepInclude(yield* find(trailShoes.id, 10), { current_stock: 105, upcoming_restocks: [] })
      })
    )

    it.effect("knows from where and by whom a region is reached", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM shipping_rates WHERE region_from = 'central' AND region_to = 'west'`
        const { origins } = yield* Effect.flatMap(Shipping, ({ find }) => find(hush.id, Region.make("west")))
        assert.deepStrictEqual(
          origins.map(({ quantity, rates, region, warehouse }) => [warehouse, region, quantity, rates.length]),
          [
            ["Eastgate", "east", 0, 2],
            ["Midland", "central", 0, 0],
            ["Pacific", "west", 2, 2]
          ]
        )
        assert.deepInclude(origins[2]!.rates, {
          carrier: "Pigeon Ground",
          speed_tier: "standard",
          price: 595,
          estimated_days_min: 3,
          estimated_days_max: 5
        })
      })
    )

    it.effect("adds up what the active variants of a group have and will have", () =>
      Effect.gen(function* () {
        yield* restock(black41, eastgate, 5, 10)
        yield* restock(black42, eastgate, 5, 20)
        yield* restock(red42, pacific, 7, 30)
        yield* restock(red43, eastgate, 5, 99)
        const stock = yield* Effect.flatMap(Stock, ({ find }) => find(boots.id))
        assert.deepInclude(stock, { product_id: boots.id, is_group: true, total_quantity: 8, in_stock: true })
        assert.deepStrictEqual(
          stock.warehouses.map(({ quantity }) => quantity),
          [8, 0, 0]
        )
        assert.deepInclude(yield* Effect.flatMap(Restocks, ({ find }) => find(boots.id, 10)), {
          is_group: true,
          current_stock: 8,
          upcoming_restocks: [
            { warehouse: "Eastgate", region: Region.make("east"), expected_quantity: 30, expected_date: dayIn(5) },
            { warehouse: "Pacific", region: Region.make("west"), expected_quantity: 30, expected_date: dayIn(7) }
          ]
        })
        assert.deepInclude(yield* Effect.flatMap(Stock, ({ find }) => find(black41.id)), {
          is_group: false,
          total_quantity: 3
        })
      })
    )

    it.effect("sends the variant of a group that most units are of", () =>
      Effect.gen(function* () {
        const { product_id, product_name } = yield* Effect.flatMap(Shipping, ({ find }) =>
          find(boots.id, Region.make("east"))
        )
        assert.deepStrictEqual<unknown>([product_id, product_name], [red42.id, red42.name])
      })
    )

    it.effect("knows nothing of what is not sold", () =>
      Effect.gen(function* () {
        const stock = yield* Stock
        const restocks = yield* Restocks
        const shipping = yield* Shipping
        for (const id of [discontinued.id, unknownProduct]) {
          const errors = yield* Effect.all([
            Effect.flip(stock.find(id)),
            Effect.flip(restocks.find(id, 1)),
            Effect.flip(shipping.find(id, Region.make("east")))
          ])
          assert.deepStrictEqual(
            errors.map(({ _tag }) => _tag),
            ["ProductNotFound", "ProductNotFound", "ProductNotFound"]
          )
        }
      })
    )

    it.effect("shows the greatest number for more units than it can hold", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const greatest = 2_147_483_647
        yield* sql`UPDATE warehouse_inventory SET quantity = ${greatest} WHERE product_id IN (${black41.id}, ${black42.id})`
        yield* Effect.forEach([10, 11], (days) => restock(boots, midland, days, greatest))
        assert.strictEqual((yield* Effect.flatMap(Stock, ({ find }) => find(boots.id))).total_quantity, greatest)
      })
    )
  })
}
