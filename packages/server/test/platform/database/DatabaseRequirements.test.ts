import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as DatabaseRequirements from "../../../src/platform/database/DatabaseRequirements.ts"
import * as Migrations from "../../../src/platform/database/Migrations.ts"
import { tables } from "../../../src/platform/database/Tables.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** What is in the way within a transaction that begins with these statements and leaves nothing. */
const obstaclesAfter = (statements: string, isComplete = true) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* Effect.gen(function* () {
      yield* sql.unsafe(statements)
      const { obstacles } = yield* DatabaseRequirements.examine(isComplete)
      return yield* Effect.fail(obstacles.map(({ remedy: mend, problem: says }) => `${says}: ${mend}`))
    }).pipe(sql.withTransaction, Effect.flip)
  })

layer(TestDatabase.layer, { excludeTestServices: true })("a database", (it) => {
  it.effect("that has everything is fit", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* obstaclesAfter("SELECT 1"), [])
      yield* DatabaseRequirements.check("writing", true)
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
      /^the user may not use the schema of its search_path: [^,]*, CREATE ON SCHEMA … TO <user>$/
    ],
    [
      "whose user may only read",
      "CREATE ROLE reader; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader; SET LOCAL ROLE reader",
      /may not read and write every table: access_requests, .*, warehouses: .*GRANT SELECT, INSERT/
    ],
    [
      "whose user lacks one right to one table",
      "CREATE ROLE clerk; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO clerk; " +
        "REVOKE INSERT ON agent_execution_steps FROM clerk; SET LOCAL ROLE clerk",
      /may not read and write every table: agent_execution_steps: /
    ],
    [
      "whose rows are hidden from the user",
      "CREATE ROLE clerk; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO clerk; " +
        "ALTER TABLE orders ENABLE ROW LEVEL SECURITY; ALTER TABLE users ENABLE ROW LEVEL SECURITY; SET LOCAL ROLE clerk",
      /row security hides rows of these tables from the user: orders, users: .*BYPASSRLS/
    ],
    [
      "with a foreign table of a name of ours",
      "CREATE SCHEMA other; CREATE TABLE other.users (id int); SET LOCAL search_path TO other; ALTER EXTENSION pg_trgm SET SCHEMA other",
      /^it has tables with names of ours \(users\), and no record of the migrations that made them: .*use an empty one/
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

  it.effect("has the tables that its user is to have rights to", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const found = yield* sql<{ readonly name: string }>`
        SELECT relname AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'effect_sql_migrations'`
      assert.sameMembers([...new Set([...found.map(({ name }) => name), "product_embeddings"])], [...tables])
    })
  )

  it.effect("of which the owner forgets row security is fit", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* obstaclesAfter("ALTER TABLE orders ENABLE ROW LEVEL SECURITY"), [])
    })
  )

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
