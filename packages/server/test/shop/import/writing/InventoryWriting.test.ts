import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { DateTime, Effect, FastCheck } from "effect"
import * as InventoryWriting from "../../../../src/shop/import/writing/InventoryWriting.ts"
import { importText, told } from "../support/Importing.ts"
import { addProduct, cancel, count, order, people, unitsOf } from "../support/StockLife.ts"

type Step =
  | { readonly act: "order"; readonly units: number }
  | { readonly act: "cancel"; readonly which: number }
  | { readonly act: "count"; readonly units: number; readonly minutesAgo: number }

const step: FastCheck.Arbitrary<Step> = FastCheck.oneof(
  FastCheck.record({ act: FastCheck.constant("order" as const), units: FastCheck.integer({ min: 1, max: 5 }) }),
  FastCheck.record({ act: FastCheck.constant("cancel" as const), which: FastCheck.nat() }),
  FastCheck.record({
    act: FastCheck.constant("count" as const),
    units: FastCheck.integer({ min: 0, max: 12 }),
    minutesAgo: FastCheck.integer({ min: 0, max: 12 })
  })
)

const schedules = FastCheck.sample(FastCheck.array(step, { minLength: 4, maxLength: 14 }), { numRuns: 12, seed: 56 })

for (const engine of TestDatabase.engines) {
  layer(engine.layer, { excludeTestServices: true })(`stock written on ${engine.name}`, (it) => {
    it.effect("reckons orders and cancellations since the count in, in any order, and is never below 0", () =>
      Effect.gen(function* () {
        yield* people
        for (const [at, schedule] of schedules.entries()) {
          const key = `schedule-${at}`
          const product = yield* addProduct(key)
          const orders: Array<{ id: string; units: number; at: number; cancelledAt: number | null }> = []
          let units = 0
          for (const [index, each] of schedule.entries()) {
            const now = 10 * (index + 1)
            if (each.act === "order") {
              const id = yield* order(product, each.units, now)
              assert.strictEqual(id === null, each.units > units)
              if (id !== null) {
                units -= each.units
                orders.push({ id, units: each.units, at: now, cancelledAt: null })
              }
            } else if (each.act === "cancel") {
              const open = orders.filter(({ cancelledAt }) => cancelledAt === null)
              const chosen = open[each.which % Math.max(1, open.length)]
              if (chosen !== undefined) {
                yield* cancel(product, chosen.id, chosen.units, now)
                chosen.cancelledAt = now
                units += chosen.units
              }
            } else {
              const asOf = now - 5 - 10 * each.minutesAgo
              const sum = (of: typeof orders) => of.reduce((total, { units }) => total + units, 0)
              const ordered = sum(orders.filter(({ at }) => at > asOf))
              const cancelled = sum(orders.filter(({ cancelledAt }) => cancelledAt !== null && cancelledAt > asOf))
              yield* count(key, each.units, asOf)
              units = Math.max(0, each.units - ordered + cancelled)
            }
            assert.strictEqual(yield* unitsOf(product), units)
          }
        }
      })
    )

    it.effect(
      "finds products by key, SKU or GTIN, refuses unknown and ambiguous ones, and writes equal lines not at all",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const first = yield* addProduct("first")
          const second = yield* addProduct("second")
          yield* sql`UPDATE products SET sku = 'Twin' WHERE id IN (${first}, ${second})`
          yield* sql`UPDATE products SET gtin = '4006381333931' WHERE id = ${second}`
          const writing = yield* InventoryWriting.make({ source: "shop", asOf: yield* DateTime.now, warehouse: null })
          const file = [
            "product,quantity,reorder_threshold,restock_date,restock_quantity",
            "first,4,2,2026-03-01,50",
            "4006381333931,6,,,",
            "twin,1,,,",
            "none,1,,,",
            "second,7,,,"
          ].join("\n")
          const report = yield* importText(writing, file)
          assert.deepStrictEqual(report.refusals.map(told).toSorted(), [
            '4: product "twin" fits 2 products',
            '5: product "none" is not a product of the shop',
            "6: product is the product and warehouse of line 3 by another name"
          ])
          assert.strictEqual(report.written, 3)
          const again = yield* importText(writing, file)
          assert.deepInclude(again, { refused: 3, written: 0 })
          assert.strictEqual(yield* unitsOf(first), 4)
        })
    )
  })
}
