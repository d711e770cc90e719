import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, describe, it } from "@effect/vitest"
import * as TestPostgres from "@storefront/server/testing/TestPostgres"
import { Config, ConfigProvider, Context, Effect, Layer, Option } from "effect"
import { seed } from "../src/commands/seed.ts"
import { heard, typed } from "./support/Heard.ts"

const serverUrl = Effect.runSync(Config.option(Config.string("TEST_DATABASE_URL")))

/** Runs the command on a server, with nobody to ask; what it fails with. */
const run = (url: string, ...args: ReadonlyArray<string>) =>
  heard(typed(seed, args)).pipe(
    Effect.withConfigProvider(ConfigProvider.fromMap(new Map([["DATABASE_URL", url]]))),
    Effect.map(({ failure }) => failure)
  )

// The embedded database is somebody's own: only a server can be somebody else's.
describe.runIf(Option.isSome(serverUrl))("seeding a server anew", () => {
  it.scopedLive("takes the name of its database, and nobody who works with it", () =>
    Effect.gen(function* () {
      const { name, url } = yield* TestPostgres.createDatabase(Option.getOrThrow(serverUrl))
      assert.isNull(yield* run(url, "--reviews", "120", "--history-days", "1"))
      const service = yield* Layer.build(TestPostgres.layer(url))
      const sql = Context.get(service, SqlClient.SqlClient)
      const marks = sql`SELECT FROM users WHERE name = 'Somebody Real'`
      yield* sql`UPDATE users SET name = 'Somebody Real' WHERE email = 'alice@example.com'`

      assert.include(yield* run(url, "--reset"), "Confirm with --yes and the database's name")
      assert.include(yield* run(url, "--reset", "--yes", "storefront"), "is not the database's name")
      assert.include(yield* run(url, "--reset", "--yes", name), "services are connected to the database")
      assert.lengthOf(yield* marks, 1)
    }).pipe(Effect.provide(NodeContext.layer))
  )

  it.scopedLive("deletes everything when it is confirmed", () =>
    Effect.gen(function* () {
      const { name, url } = yield* TestPostgres.createDatabase(Option.getOrThrow(serverUrl))
      const rename = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE users SET name = 'Somebody Real'`)
      const people = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT FROM users WHERE name = 'Somebody Real'`)
      assert.isNull(yield* run(url, "--reviews", "120", "--history-days", "1"))
      yield* Effect.provide(rename, TestPostgres.layer(url))
      assert.isNull(yield* run(url, "--reviews", "120", "--history-days", "1", "--reset", "--yes", name))
      assert.lengthOf(yield* Effect.provide(people, TestPostgres.layer(url)), 0)
    }).pipe(Effect.provide(NodeContext.layer))
  )
})
