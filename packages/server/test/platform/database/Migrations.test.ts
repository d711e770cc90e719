import { SqlClient } from "@effect/sql"
import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as Database from "../../../src/platform/database/Database.ts"
import * as Migrations from "../../../src/platform/database/Migrations.ts"
import * as ProductEmbeddings from "../../../src/platform/database/VectorTable.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

for (const engine of TestDatabase.unmigratedEngines) {
  layer(engine.layer, { excludeTestServices: true })(`migrations on ${engine.name}`, (it) => {
    it.effect("run once when two processes start together, and not again", () =>
      Effect.gen(function* () {
        const applied = yield* Effect.all([Migrations.migrate, Migrations.migrate], { concurrency: 2 })
        const numbers = yield* (yield* SqlClient.SqlClient)`SELECT FROM effect_sql_migrations`
        assert.isNotEmpty(numbers)
        assert.sameMembers(
          applied.map((done) => done.length),
          [0, numbers.length]
        )
        assert.deepStrictEqual(yield* Migrations.migrate, [])
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(engine.layer, { excludeTestServices: true })(`migrations on ${engine.name}`, (it) => {
    it.effect("leave the vectors of products out exactly where the server has no such type", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* Migrations.migrate
        const available = yield* sql`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`
        assert.strictEqual(yield* ProductEmbeddings.isUsable(384), available.length === 1)
        assert.isFalse(yield* ProductEmbeddings.isUsable(256))
      })
    )
  })
}

const engineWith = (extensions: { readonly pg_trgm?: typeof pg_trgm }) =>
  Effect.acquireRelease(
    Effect.flatMap(TestDatabase.snapshots.unmigrated, (snapshot) =>
      Effect.promise(() => PGlite.create({ extensions, loadDataDir: snapshot }))
    ),
    (engine) => Effect.promise(() => engine.close())
  )

describe("migrations and extensions", () => {
  it.scopedLive("say what to do when pg_trgm is missing", () =>
    Effect.gen(function* () {
      const engine = yield* engineWith({})
      const error = yield* Effect.flip(Effect.provide(Migrations.migrate, Database.layerFromEngine(engine)))
      assert.strictEqual(error._tag, "DatabaseUnfit")
      assert.include(
        String(error.message),
        "the server does not have the extension pg_trgm. Install PostgreSQL's contrib"
      )
    })
  )

  it.scopedLive("create the vectors of products at a later start, when the extension has appeared", () =>
    Effect.gen(function* () {
      const before = yield* engineWith({ pg_trgm })
      const isUsable = Effect.zipRight(Migrations.migrate, ProductEmbeddings.isUsable(384))
      assert.isFalse(yield* Effect.provide(isUsable, Database.layerFromEngine(before)))
      const snapshot = yield* Effect.promise(() => before.dumpDataDir("none"))
      const after = yield* Database.startEngine({ snapshot })
      assert.isTrue(yield* Effect.provide(isUsable, Database.layerFromEngine(after)))
    })
  )
})
