import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Config, DateTime, Effect } from "effect"
import * as InventoryWriting from "../../../../src/shop/import/writing/InventoryWriting.ts"
import { importProducts, importText, told } from "../support/Importing.ts"
import { addProducts, cancel, count, order, people, play, schedules, together, unitsOf } from "../support/StockLife.ts"

/** The expected deliveries of a product, by warehouse and day. */
const restocks = Effect.fnUntraced(function* (product: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly told: string }>`
    SELECT w.name || ' ' || s.expected_date || ': ' || s.expected_quantity AS told
    FROM restock_schedule s JOIN warehouses w ON w.id = s.warehouse_id
    WHERE s.product_id = ${product} ORDER BY w.name, s.expected_date`
  return rows.map(({ told }) => told)
})

/** `STOCK_SCHEDULES` plays more; `STOCK_SEED` repeats those of an earlier run. */
const options = Config.all({
  count: Config.integer("STOCK_SCHEDULES").pipe(Config.withDefault(together)),
  seed: Config.integer("STOCK_SEED").pipe(Config.withDefault(56))
})

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`stock written on ${engine.name}`, (it) => {
    it.effect(
      "reckons orders and cancellations since the count in, in any order, and is never below 0",
      () =>
        Effect.gen(function* () {
          yield* people
          const { count, seed } = yield* options
          const played = schedules(Math.ceil(count / together), seed)
          yield* Effect.forEach(played, (ticks, at) => play(ticks, `schedule-${at}`), { discard: true })
        }),
      1_800_000
    )

    it.effect("is right after orders, cancellations and files at the same time", () =>
      Effect.gen(function* () {
        const [id = ""] = yield* addProducts(["busy"])
        yield* count(["busy,Main,100"], 0)
        const placed = yield* Effect.forEach(Array.from({ length: 20 }), () => order(id, "Main", 2, 10))
        const files = Effect.repeatN(count(["busy,Main,70"], 20), 3)
        const ordering = Effect.replicateEffect(order(id, "Main", 3, 30), 15, { concurrency: "unbounded" })
        const cancelling = Effect.forEach(placed.slice(0, 10), (order) => cancel(order ?? "", 30), {
          concurrency: "unbounded"
        })
        const [, ordered] = yield* Effect.all([files, ordering, cancelling], { concurrency: "unbounded" })
        assert.notInclude([...placed, ...ordered], null)
        assert.deepStrictEqual(yield* unitsOf([id]), [{ Main: 70 - 45 + 20, Outlet: 0 }])
      })
    )

    it.effect(
      "finds products by key, SKU or GTIN, refuses unknown and ambiguous ones, and writes equal lines not at all",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [first = "", second = ""] = yield* addProducts(["first", "second", "third"])
          yield* sql`UPDATE products SET sku = 'Twin' WHERE id IN (${first}, ${second})`
          yield* sql`UPDATE products SET gtin = '4006381333931' WHERE id = ${second}`
          const writing = yield* InventoryWriting.make({ source: "shop", asOf: yield* DateTime.now, warehouse: "Main" })
          const file = [
            "product,quantity,reorder_threshold,restock_date,restock_quantity",
            "first,4,2,2026-03-01,50",
            "4006381333931,6,,,",
            "twin,1,,,",
            "none,1,,,",
            "second,7,,,",
            "third,8,,,"
          ].join("\n")
          const report = yield* importText(writing, file)
          assert.deepStrictEqual(report.refusals.map(told).toSorted(), [
            "3: product is the product and warehouse of line 6 by another name",
            '4: product "twin" fits 2 products',
            '5: product "none" is not a product of the shop',
            "6: product is the product and warehouse of line 3 by another name"
          ])
          assert.strictEqual(report.written, 3)
          const again = yield* importText(writing, file)
          assert.deepInclude(again, { refused: 4, written: 0 })
          assert.deepStrictEqual(yield* unitsOf([first]), [{ Main: 4, Outlet: 0 }])
        })
    )

    it.effect(
      "finds the active product where a withdrawn one has its SKU or GTIN, in the lines of one product too",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const ids = yield* addProducts(["former", "latter", "gone"])
          yield* sql`
          UPDATE products SET sku = 'REKEYED', gtin = '96385074', is_active = external_id = 'latter'
          WHERE external_id IN ('former', 'latter')`
          yield* sql`UPDATE products SET is_active = false WHERE external_id = 'gone'`
          const writing = yield* InventoryWriting.make({ source: "shop", asOf: yield* DateTime.now, warehouse: "Main" })
          const report = yield* importText(writing, "product,quantity\nrekeyed,3\nsku-gone,4\nformer,5")
          assert.deepInclude(report, { refused: 0, written: 3 })
          const gtin = yield* importText(writing, "product,quantity\n96385074,6")
          assert.deepInclude(gtin, { refused: 0, written: 1 })
          assert.deepStrictEqual(
            (yield* unitsOf(ids)).map(({ Main }) => Main),
            [5, 6, 4]
          )
          // Keys of other products stand between the two names, so that only their unit brings them together.
          const between = Array.from({ length: 120 }, (_, at) => `a-${String(at).padStart(4, "0")}`)
          yield* addProducts(between)
          const twice = yield* importText(
            writing,
            ["product,quantity", ...[...between, "latter", "REKEYED"].map((key) => `${key},7`)].join("\n")
          )
          assert.deepStrictEqual(twice.refusals.map(told).toSorted(), [
            "122: product is the product and warehouse of line 123 by another name",
            "123: product is the product and warehouse of line 122 by another name"
          ])
        })
    )

    it.effect(
      "replaces the deliveries to come by the one that a line states, and leaves them where it states nothing",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [id = ""] = yield* addProducts(["awaited"])
          yield* sql`
          INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
          SELECT ${id}, id, 5, CASE name WHEN 'Main' THEN date '2020-01-01' ELSE date '2099-01-01' END FROM warehouses
          WHERE name IN ('Main', 'Outlet')`
          const others = ["Main 2020-01-01: 5", "Outlet 2099-01-01: 5"] as const
          const writing = yield* InventoryWriting.make({ source: "shop", asOf: yield* DateTime.now, warehouse: "Main" })
          const inventory = (line: string, heading = "product,quantity,restock_date,restock_quantity") =>
            importText(writing, `${heading}\n${line}`)
          const feed = (availability: string, date: string) =>
            importProducts(
              [
                ["id", "title", "link", "price", "availability", "availability_date", "product_type"].join("\t"),
                ["awaited", "Awaited", "https://shop.example/a", "10 USD", availability, date, "Home"].join("\t")
              ],
              { warehouse: "Main", inStockAs: 4 }
            )
          const steps: ReadonlyArray<
            readonly [file: ReturnType<typeof feed> | ReturnType<typeof inventory>, main: string | null]
          > = [
            [inventory("awaited,4,2099-03-01,50"), "Main 2099-03-01: 50"],
            [inventory("awaited,4", "product,quantity"), "Main 2099-03-01: 50"],
            [feed("preorder", "2099-03-01"), "Main 2099-03-01: 50"],
            [feed("preorder", "2099-04-01"), "Main 2099-04-01: 1"],
            [feed("in_stock", ""), "Main 2099-04-01: 1"],
            [inventory("awaited,4,2099-05-01,20"), "Main 2099-05-01: 20"],
            [inventory("awaited,4,2099-05-01,30"), "Main 2099-05-01: 30"],
            [inventory("awaited,4,,"), null]
          ]
          for (const [file, main] of steps) {
            yield* file
            assert.deepStrictEqual(yield* restocks(id), [others[0], ...(main === null ? [] : [main]), others[1]])
            assert.deepInclude(yield* file, { refused: 0, written: 0 })
          }
        })
    )

    it.effect("refuses the lines of one product by two names wherever they stand in the file, in a dry run too", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const keys = Array.from({ length: 120 }, (_, at) => `many-${String(at).padStart(4, "0")}`)
        const ids = yield* addProducts(keys)
        yield* sql`UPDATE products SET sku = 'ZZ-' || upper(external_id) WHERE external_id IN ('many-0000', 'many-0007')`
        const writing = yield* InventoryWriting.make({ source: "shop", asOf: yield* DateTime.now, warehouse: "Main" })
        const lines = [...keys, "zz-many-0000", "ZZ-many-0007"].map((key) => `${key},5`)
        const expected = [
          "122: product is the product and warehouse of line 2 by another name",
          "123: product is the product and warehouse of line 9 by another name",
          "2: product is the product and warehouse of line 122 by another name",
          "9: product is the product and warehouse of line 123 by another name"
        ]
        const dry = yield* importText(writing, ["product,quantity", ...lines].join("\n"), { isDryRun: true })
        assert.deepStrictEqual(dry.refusals.map(told).toSorted(), expected)
        const report = yield* importText(writing, ["product,quantity", ...lines].join("\n"))
        assert.deepStrictEqual(report.refusals.map(told).toSorted(), expected)
        assert.strictEqual(report.written, 118)
        assert.deepStrictEqual(
          (yield* unitsOf(ids.slice(0, 9))).map(({ Main }) => Main),
          [0, 5, 5, 5, 5, 5, 5, 0, 5]
        )
      })
    )
  })
}
