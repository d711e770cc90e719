import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as DatabaseFitness from "../../src/database/DatabaseFitness.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import * as TestDatabase from "../../src/testing/TestDatabase.ts"

/** What is in the way within a transaction that begins with these statements and leaves nothing. */
const obstaclesAfter = (statements: string, isComplete = true) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* Effect.gen(function* () {
      yield* sql.unsafe(statements)
      const { obstacles } = yield* DatabaseFitness.examine(isComplete)
      return yield* Effect.fail(obstacles.map(({ mend, says }) => `${says}: ${mend}`))
    }).pipe(sql.withTransaction, Effect.flip)
  })

layer(TestDatabase.layer, { excludeTestServices: true })("a database", (it) => {
  it.effect("that has everything is fit", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* obstaclesAfter("SELECT 1"), [])
      yield* DatabaseFitness.check("writing", true)
    })
  )

  const cases: ReadonlyArray<readonly [name: string, statements: string, says: RegExp, isComplete?: boolean]> = [
    ["whose schema is missing", "SET LOCAL search_path TO nowhere", /no schema .* exists: Run CREATE SCHEMA/],
    ["that only reads", "SET LOCAL transaction_read_only TO on", /read-only: Unset default_transaction_read_only/],
    [
      "whose user may not create tables",
      "CREATE ROLE clerk; GRANT USAGE ON SCHEMA public TO clerk; SET LOCAL ROLE clerk",
      /may not create tables in the schema public: .*GRANT USAGE, CREATE/,
      false
    ],
    [
      "whose user may not use the schema",
      "CREATE ROLE guest; REVOKE ALL ON SCHEMA public FROM PUBLIC; SET LOCAL ROLE guest",
      /may not use the schema/
    ],
    [
      "whose user may only read",
      "CREATE ROLE reader; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader; SET LOCAL ROLE reader",
      /may not read and write every table: conversations, .*: .*GRANT SELECT, INSERT/
    ],
    [
      "without pg_trgm in its path",
      "CREATE SCHEMA apart; ALTER EXTENSION pg_trgm SET SCHEMA apart",
      /pg_trgm is in the schema apart/
    ]
  ]
  for (const [name, statements, says, isComplete] of cases) {
    it.effect(`${name} is told what is wrong and how to mend it`, () =>
      Effect.gen(function* () {
        assert.match(String(yield* obstaclesAfter(statements, isComplete)), says)
      })
    )
  }

  it.effect("that has tables and no record of their migrations is not migrated", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const refusal = yield* sql`DELETE FROM effect_sql_migrations`.pipe(
        Effect.zipRight(Migrations.migrate),
        sql.withTransaction,
        Effect.flip
      )
      assert.include(String(refusal.message), "no record of the migrations that made them. Restore it from a backup")
    })
  )
})
