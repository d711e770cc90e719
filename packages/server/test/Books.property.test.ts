import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Clock, Config, Console, Effect, Layer, Logger, LogLevel } from "effect"
import { verify } from "../src/assistant/usage/Verification.ts"
import { begin, kinds, type Life, live, operations, ServicesLayer } from "./support/shopLife.ts"
import * as TestDatabase from "../src/testing/TestDatabase.ts"

const operationCount = 2_000

/** The books are looked at after each of these parts, so that what unbalanced them is not far. */
const partSize = 500

/** `BOOKS_SEED` repeats the operations of an earlier run. */
const seed = Effect.flatMap(Clock.currentTimeMillis, (now) =>
  Config.integer("BOOKS_SEED").pipe(Config.withDefault(now % 1_000_000))
)

/** Units of every product, in warehouses and in orders that were not cancelled. */
const units = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly id: string; readonly units: number }>`
    SELECT product_id AS id, sum(quantity)::int AS units FROM (
      SELECT product_id, quantity FROM warehouse_inventory
      UNION ALL
      SELECT i.product_id, a.quantity FROM order_item_allocations a
      JOIN order_items i ON i.id = a.order_item_id
      JOIN orders o ON o.id = i.order_id AND o.status <> 'cancelled'
    ) everywhere
    GROUP BY product_id ORDER BY product_id`
  return new Map(rows.map(({ id, units }) => [id, units]))
})

/** What no invariant of the schema or of the seed says: nothing is sold twice, lost or found. */
const check = Effect.fnUntraced(function* (life: Life, received: ReadonlyMap<string, number>, story: string) {
  const sql = yield* SqlClient.SqlClient
  const restocked = new Map([...life.restocked].map(([id, units]) => [String(id), units]))
  const expected = [...received].map(([id, units]) => [id, units + (restocked.get(id) ?? 0)])
  assert.deepStrictEqual([...(yield* units)], expected, `stock and allocations are what was received (${story})`)
  const orders = yield* sql<{ readonly id: string }>`SELECT id FROM orders ORDER BY id`
  assert.deepStrictEqual(
    orders.map(({ id }) => id),
    [...life.orders.keys()].map(String).toSorted(),
    `there is an order for every checkout, and no other (${story})`
  )
  const broken = (yield* verify).filter(({ ok }) => !ok)
  assert.deepStrictEqual(broken, [], `every invariant holds (${story})`)
})

for (const engine of TestDatabase.seededEngines) {
  const TestLayer = ServicesLayer.pipe(
    Layer.provideMerge(engine.layer),
    Layer.merge(Logger.minimumLogLevel(LogLevel.Warning))
  )

  layer(TestLayer, { excludeTestServices: true, timeout: "1 minute" })(`the shop on ${engine.name}`, (it) => {
    it.effect(
      "keeps its books through any mix of operations",
      () =>
        Effect.gen(function* () {
          const chosen = yield* seed
          const story = `BOOKS_SEED=${chosen} on ${engine.name}`
          yield* Console.log(story)
          const received = yield* units
          const life = yield* begin
          const parts = Array.chunksOf(yield* operations(operationCount, chosen), partSize)
          yield* Effect.forEach(parts, (part) => Effect.zipRight(live(life, part), check(life, received, story)))
          const ends = [...life.outcomes].toSorted().map(([end, count]) => `${end} ${count}`)
          for (const kind of kinds) {
            assert.isDefined(
              life.outcomes.get(`${kind}: done`),
              `${kind} never succeeded (${story}): ${ends.join(", ")}`
            )
          }
        }),
      120_000
    )
  })
}
