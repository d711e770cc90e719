import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { WarehouseAvailability } from "../../../src/shop/inventory/WarehouseAvailability.ts"
import {
  catalogue,
  eastgate,
  discontinued,
  hush,
  kettle,
  pacific,
  unknownProduct
} from "../../../src/testing/SmallCatalogue.ts"
import { black41, boots, group, red42 } from "../../../src/testing/SmallGroup.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

for (const engine of TestDatabase.engines) {
  const TestLayer = WarehouseAvailability.layer.pipe(
    Layer.provide(group),
    Layer.provide(catalogue),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`availability in warehouses on ${engine.name}`, (it) => {
    it.effect("has every warehouse by name, and deliveries from today on by date, then warehouse", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { find } = yield* WarehouseAvailability
        yield* sql`DELETE FROM warehouse_inventory WHERE product_id = ${hush.id} AND warehouse_id = ${eastgate}`
        yield* sql`
          INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date) VALUES
            (${hush.id}, ${pacific}, 99, current_date - 1), (${hush.id}, ${pacific}, 30, current_date + 5),
            (${hush.id}, ${eastgate}, 50, current_date + 5), (${hush.id}, ${pacific}, 40, current_date)`
        const [days] = yield* sql<{ today: string; later: string }>`
          SELECT current_date::text AS today, (current_date + 5)::text AS later`
        assert.deepStrictEqual<unknown>(yield* find(hush.id), {
          product_id: hush.id,
          product_name: hush.name,
          is_group: false,
          in_stock: true,
          total_quantity: 2,
          warehouses: [
            {
              warehouse: "Eastgate",
              region: "east",
              quantity: 0,
              low_stock: true,
              location: "Harrisburg, PA",
              reorder_threshold: null
            },
            {
              warehouse: "Midland",
              region: "central",
              quantity: 0,
              low_stock: true,
              location: "Wichita, KS",
              reorder_threshold: 10
            },
            {
              warehouse: "Pacific",
              region: "west",
              quantity: 2,
              low_stock: true,
              location: "Sacramento, CA",
              reorder_threshold: 10
            }
          ],
          upcoming_restocks: [
            { warehouse: "Pacific", region: "west", expected_quantity: 40, expected_date: days!.today },
            { warehouse: "Eastgate", region: "east", expected_quantity: 50, expected_date: days!.later },
            { warehouse: "Pacific", region: "west", expected_quantity: 30, expected_date: days!.later }
          ]
        })
      })
    )

    it.effect("is that of all active variants of a group together", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { find } = yield* WarehouseAvailability
        yield* sql`UPDATE warehouse_inventory SET reorder_threshold = 3 WHERE product_id = ${black41.id}`
        yield* sql`
          INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date) VALUES
            (${black41.id}, ${eastgate}, 1, current_date), (${red42.id}, ${eastgate}, 2, current_date)`
        const { is_group, total_quantity, upcoming_restocks, warehouses } = yield* find(boots.id)
        assert.deepStrictEqual([is_group, total_quantity], [true, 8])
        assert.deepInclude(warehouses[0], { warehouse: "Eastgate", quantity: 8, low_stock: true })
        assert.deepStrictEqual(
          upcoming_restocks.map(({ expected_quantity, warehouse }) => [warehouse, expected_quantity]),
          [["Eastgate", 3]]
        )
      })
    )

    it.effect("is that of one product, and of none that is not sold", () =>
      Effect.gen(function* () {
        const { find } = yield* WarehouseAvailability
        const { total_quantity, upcoming_restocks } = yield* find(kettle.id)
        assert.deepStrictEqual([total_quantity, upcoming_restocks], [60, []])
        for (const id of [discontinued.id, unknownProduct]) {
          assert.strictEqual((yield* Effect.flip(find(id)))._tag, "ProductNotFound")
        }
      })
    )
  })
}
