import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Database from "../../../src/platform/database/Database.ts"
import * as EngineImage from "../../../src/testing/EngineImage.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** What a test may leave behind, and where one would see it. */
const traces = {
  "rows, added and changed": ["UPDATE carriers SET name = name || '!'", "SELECT string_agg(name, ',') FROM carriers"],
  "a table": ["CREATE TABLE left_over AS SELECT generate_series(1, 50000)", "SELECT to_regclass('left_over')"],
  "no table": ["DROP TABLE coupons CASCADE", "SELECT to_regclass('coupons')"],
  "a setting": ["SET statement_timeout TO '1s'", "SHOW statement_timeout"],
  "a prepared statement": ["PREPARE left_over AS SELECT 1", "SELECT count(*) FROM pg_prepared_statements"],
  "a lock": ["SELECT pg_advisory_lock(1)", "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"],
  "an open transaction": ["BEGIN; DELETE FROM promotions", "SELECT count(*) FROM promotions"]
} as const

it.scoped("an engine that is made new again shows nothing of what was done with it", () =>
  Effect.gen(function* () {
    const engine = yield* Database.startEngine({ snapshot: yield* TestDatabase.snapshots.seeded })
    const restore = yield* Effect.promise(() => EngineImage.save(engine))
    const seen = Effect.forEach(Object.values(traces), ([, look]) =>
      Effect.promise(() => engine.query(look).then(({ rows }) => JSON.stringify(rows)))
    )
    const before = yield* seen
    restore()
    for (const [name, [leave]] of Object.entries(traces)) {
      yield* Effect.promise(() => engine.exec(leave))
      const dirty = yield* seen
      restore()
      assert.notDeepEqual(dirty, before, name)
      assert.deepStrictEqual(yield* seen, before, name)
      restore()
    }
    // It goes on working as one that was just started does.
    yield* Effect.promise(() => engine.exec("CREATE TABLE left_over (id int); INSERT INTO left_over VALUES (1)"))
  })
)
