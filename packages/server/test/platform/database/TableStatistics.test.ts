import { SqlClient } from "@effect/sql"
import { assert, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Database from "../../../src/platform/database/Database.ts"
import { refresh } from "../../../src/platform/database/TableStatistics.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { rowsRead } from "../../support/rowsRead.ts"

const addKeys = (count: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      INSERT INTO revoked_tokens (jti, expires_at)
      SELECT gen_random_uuid()::text, now() FROM generate_series(1, ${count}::integer)`
  )

const lookUp = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  rowsRead("revoked_tokens", sql`SELECT FROM revoked_tokens WHERE jti = ${"another"}`)
)

layer(TestDatabase.layer, { excludeTestServices: true })("the statistics of tables", (it) => {
  it.effect("let a statement use an index once its table has grown", () =>
    Effect.gen(function* () {
      yield* addKeys(20)
      yield* refresh
      // After several uses the engine keeps one plan for all values.
      yield* Effect.replicateEffect(lookUp, 8)
      yield* addKeys(2_000)
      assert.deepStrictEqual(yield* lookUp, { scanned: 2_020, fetched: 0 })
      yield* refresh
      assert.deepStrictEqual(yield* lookUp, { scanned: 0, fetched: 0 })
    })
  )

  it.effect("are made for the tables that have grown since, and for no others", () =>
    Effect.gen(function* () {
      yield* refresh
      assert.deepStrictEqual(yield* refresh, [])
      yield* addKeys(5_000)
      assert.deepStrictEqual(yield* refresh, ["revoked_tokens"])
      yield* addKeys(1_000)
      assert.deepStrictEqual(yield* refresh, [])
    })
  )
})

it.scopedLive("are made by a suite that has its data folder open", () =>
  Effect.gen(function* () {
    const folder = yield* TestDatabase.folder("empty")
    yield* Effect.provide(addKeys(1_000), Database.layerDataFolder(folder))
    yield* Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`SELECT FROM pg_stats WHERE tablename = 'revoked_tokens'`
    ).pipe(Effect.repeat({ while: (rows) => rows.length === 0 }), Effect.provide(Database.layerDataFolder(folder)))
  })
)
