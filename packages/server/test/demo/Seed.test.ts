import { SqlClient } from "@effect/sql"
import { assert, describe, it, layer } from "@effect/vitest"
import { DateTime, Effect, Exit, Layer, Schema } from "effect"
import { DatabaseNotEmpty, isEmpty, seed, SeedOptions } from "../../src/demo/Seed.ts"
import { verify } from "../../src/assistant/usage/Verification.ts"
import * as TestDatabase from "../../src/testing/TestDatabase.ts"

// Most tests seed, which takes a few seconds on a busy machine.

const now = DateTime.unsafeMake("2026-03-01T10:20:30Z")

/** Every table but those that say what has happened to the database. */
const tableNames = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables
    WHERE schemaname = current_schema()
      AND tablename NOT IN ('effect_sql_migrations', 'catalogue_changes', 'product_changes')
    ORDER BY 1`
  return rows.map((row) => row.name)
})

/**
 * A hash of all rows of each table, whatever their order on disk. The search document is derived by the engine, whose
 * word stems differ between versions.
 */
const contents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const hashes = yield* Effect.forEach(yield* tableNames, (table) =>
    Effect.map(
      sql<{ hash: string }>`
        SELECT count(*) || ' ' || md5(coalesce(string_agg(kept, '|' ORDER BY kept COLLATE "C"), '')) AS hash
        FROM (SELECT (to_jsonb(r) - 'search')::text AS kept FROM ${sql(table)} r) rows`,
      (rows) => [table, rows[0]!.hash] as const
    )
  )
  return Object.fromEntries(hashes)
})

const schema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`
    SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = current_schema()
    UNION ALL
    SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = current_schema()::regnamespace
    ORDER BY 1`
})

const reset = (options: Partial<SeedOptions> = {}) => seed(new SeedOptions({ now, reset: true, ...options }))

/** What the first seed did. */
class Original extends Effect.Service<Original>()("@storefront/server/test/demo/Seed.test/Original", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wasEmpty = yield* isEmpty
    const { rows } = yield* seed(new SeedOptions({ now }))
    const counted = yield* Effect.forEach(Object.keys(rows), (table) =>
      Effect.map(
        sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql(table)}`,
        (found) => [table, found[0]!.count] as const
      )
    )
    return { wasEmpty, rows, counted: Object.fromEntries(counted), contents: yield* contents }
  })
}) {}

for (const engine of TestDatabase.engines) {
  describe(`on ${engine.name}`, () => {
    const TestLayer = Layer.provideMerge(Original.Default, engine.layer)

    layer(TestLayer, { excludeTestServices: true })("a seeded database", (it) => {
      it.effect("was empty until it was seeded, with the rows that are reported", () =>
        Effect.gen(function* () {
          const { counted, rows, wasEmpty } = yield* Original
          assert.isTrue(wasEmpty)
          assert.isFalse(yield* isEmpty)
          assert.deepStrictEqual(counted, { ...rows })
        })
      )

      it.effect("is not seeded twice, and nothing changes when that is refused", () =>
        Effect.gen(function* () {
          const before = yield* contents
          const refusal = yield* Effect.flip(seed(new SeedOptions({ now, seed: 7 })))
          assert.instanceOf(refusal, DatabaseNotEmpty)
          assert.include(refusal.message, "--reset")
          assert.deepStrictEqual(yield* contents, before)
        })
      )

      it.effect("has the same rows after the same options, ids included", () =>
        Effect.gen(function* () {
          yield* reset()
          assert.deepStrictEqual(yield* contents, (yield* Original).contents)
        })
      )

      it.effect("has other people, orders and reviews after another seed, and still fulfils every invariant", () =>
        Effect.gen(function* () {
          yield* reset({ seed: 43 })
          const { contents: first } = yield* Original
          const second = yield* contents
          const same = Object.keys(first).filter((table) => first[table] === second[table])
          assert.deepStrictEqual(
            same.filter((table) => !first[table]!.startsWith("0 ")),
            [
              "categories",
              "delivery_areas",
              "loyalty_tiers",
              "policies",
              "policy_passages",
              "policy_words",
              "product_counts",
              "regions",
              "shop"
            ]
          )
          assert.deepStrictEqual(
            (yield* verify).filter((verdict) => !verdict.ok),
            []
          )
        })
      )

      it.effect("keeps nothing of products that are not there any more", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* reset({ products: 61 })
          yield* reset()
          assert.deepStrictEqual(
            yield* sql`SELECT product_id FROM product_changes WHERE product_id NOT IN (SELECT id FROM products)`,
            []
          )
        })
      )

      it.effect("is as it was when a seed fails on its last rows", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const before = yield* contents
          yield* sql`ALTER TABLE usage_daily_users ADD CONSTRAINT refuse_all CHECK (false) NOT VALID`
          assert.isTrue(Exit.isFailure(yield* Effect.exit(reset({ seed: 9 }))))
          yield* sql`ALTER TABLE usage_daily_users DROP CONSTRAINT refuse_all`
          assert.deepStrictEqual(yield* contents, before)
        })
      )

      // Last, because it leaves a large database, all of whose rows the others compare.
      it.effect("keeps indexes, keys and invariants when a large load was made without them", () =>
        Effect.gen(function* () {
          const before = yield* schema
          yield* reset({ orders: 5000, users: 200, reviews: 3000, historyDays: 2 })
          assert.deepStrictEqual(yield* schema, before)
          assert.deepStrictEqual(
            (yield* verify).filter((verdict) => !verdict.ok),
            []
          )
        })
      )
    })
  })
}

describe.runIf(TestDatabase.engines.length > 1)("two engines", () => {
  it.effect("hold the same rows after the same options", () =>
    Effect.gen(function* () {
      const [first, ...others] = yield* Effect.forEach(TestDatabase.engines, (engine) =>
        Effect.provide(Effect.zipRight(reset(), contents), engine.layer)
      )
      for (const other of others) {
        assert.deepStrictEqual({ ...other, product_embeddings: undefined }, { ...first, product_embeddings: undefined })
      }
    })
  )
})

layer(Layer.empty)("the options", (it) => {
  const decode = Schema.decodeUnknown(SeedOptions)

  it.effect("have defaults", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        { ...(yield* decode({})) },
        { seed: 42, products: 60, users: 25, orders: 240, reviews: 900, historyDays: 90, reset: false }
      )
    })
  )

  it.effect("take a day, and a time with its zone", () =>
    Effect.gen(function* () {
      for (const [text, time] of [
        ["2028-02-29", "2028-02-29T00:00:00.000Z"],
        ["2026-11-22T09:00Z", "2026-11-22T09:00:00.000Z"],
        ["2026-11-22T23:00:00.5-05:00", "2026-11-23T04:00:00.500Z"]
      ] as const) {
        const { now } = yield* decode({ now: text })
        assert.strictEqual(now && DateTime.formatIso(now), time)
      }
    })
  )

  it.effect("are refused with a sentence when they are out of range", () =>
    Effect.gen(function* () {
      const cases = [
        [{ products: 59 }, "products: must be a whole number between 60 and 10000000"],
        [{ orders: 10 }, "orders: must be a whole number between 240 and 100000000"],
        [{ reviews: 2000 }, "reviews: 25 users can write at most 900 reviews of 60 products"],
        [{ now: "2026-02-29" }, "now: must be a day or a time with its zone, for example 2026-11-22T09:00:00Z"],
        [{ now: "2026-11-22T09:00" }, "now: must be a day or a time with its zone"],
        [{ now: "12" }, "now: must be a day or a time with its zone"]
      ] as const
      for (const [options, sentence] of cases) {
        const error = yield* Effect.flip(decode(options))
        assert.include(error.message, sentence)
      }
    })
  )
})
