import { SqlClient } from "@effect/sql"
import { assert, it, layer } from "@effect/vitest"
import { Effect, Exit } from "effect"
import * as Database from "../../../src/platform/database/Database.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** Texts that are kept, with the number of times that they were planned. */
const kept = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ readonly statement: string; readonly uses: number }>`
    SELECT statement, (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements ORDER BY name`
})

layer(TestDatabase.unmigrated)("the embedded engine", (it) => {
  it.effect("keeps a statement by its text, whatever it is told", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const number of [1, 2, 3]) {
        assert.deepStrictEqual(yield* sql`SELECT ${number}::int AS number`, [{ number }])
      }
      assert.deepInclude(yield* kept, { statement: "SELECT $1::int AS number", uses: 3 })
    })
  )

  it.effect("answers the statement after one that failed, wherever it failed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const inverse = (number: unknown) => sql`SELECT (6 / ${number}::int) AS inverse`
      for (const fails of [inverse(0), inverse("x"), sql`SELEC ${1}`, sql`SELEC ${1}`]) {
        assert.strictEqual((yield* Effect.flip(fails))._tag, "SqlError")
        assert.deepStrictEqual(yield* inverse(2), [{ inverse: 3 }])
      }
      assert.isEmpty((yield* kept).filter(({ statement }) => statement.startsWith("SELEC ")))
    })
  )

  it.effect("sees a table as it is by now, in a transaction the second time", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE toys (id int)`
      const insert = sql`INSERT INTO toys ${sql.insert({ id: 1 })}`
      const all = sql`SELECT * FROM toys WHERE id = ${1}`
      yield* insert
      assert.deepStrictEqual(yield* all, [{ id: 1 }])
      yield* sql`ALTER TABLE toys ADD COLUMN name text NOT NULL DEFAULT 'bear'`
      yield* insert
      const bear = { id: 1, name: "bear" }
      assert.deepStrictEqual(yield* all, [bear, bear])
      assert.deepStrictEqual(yield* all, [bear, bear])
      yield* sql`ALTER TABLE toys DROP COLUMN name`
      assert.isTrue(Exit.isFailure(yield* Effect.exit(sql.withTransaction(all))))
      assert.deepStrictEqual(yield* sql.withTransaction(all), [{ id: 1 }, { id: 1 }])
    })
  )
})

layer(TestDatabase.unmigrated)("the embedded engine, told ever more", (it) => {
  it.effect("does not keep it all", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (let number = 1; number <= 510; number++) {
        assert.deepStrictEqual(yield* sql.unsafe(`SELECT $1::int + ${number} AS sum`, [1]), [{ sum: number + 1 }])
      }
      assert.isAtMost((yield* kept).length, 500)
    })
  )
})

it.scoped("keeps apart what is said over one connection after the other", () =>
  Effect.gen(function* () {
    const engine = yield* Database.startEngine({ snapshot: yield* TestDatabase.snapshots.unmigrated })
    for (const word of ["one", "other"]) {
      const said = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`SELECT $1 AS ${word}`, [word]))
      assert.deepStrictEqual(yield* Effect.provide(said, Database.layerFromEngine(engine)), [{ [word]: word }])
    }
  })
)
