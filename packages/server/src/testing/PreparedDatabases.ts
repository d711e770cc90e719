import { HttpRouter, HttpServerResponse } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { PGlite } from "@electric-sql/pglite"
import { hashSync } from "bcryptjs"
import { Config, Effect, Option, Schema, Scope } from "effect"
import * as Database from "../platform/database/Database.ts"
import { seed, SeedOptions } from "../demo/Seed.ts"
import { migrateWithNames } from "./DemoNames.ts"
import * as LoopbackServer from "./LoopbackServer.ts"
import * as SetUp from "./SetUp.ts"
import { temporaryFolder } from "./TemporaryFolder.ts"
import type { DatabaseContent } from "./TestDatabase.ts"
import * as TestPostgres from "./TestPostgres.ts"

/** Rehashes the demo shop's passwords at a low cost: at the stored cost, a check takes a tenth of a second. */
const rehashPasswords = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE users SET password_hash = ${hashSync("storefront-demo", 4)} WHERE password_hash LIKE '$2%'`
)

const seedShop = Effect.zipRight(seed(new SeedOptions({})), rehashPasswords)

/** Statements that make a cluster small, and therefore quick to copy and start. */
const smallClusterSettings = [
  "UPDATE pg_database SET datistemplate = false",
  "DROP DATABASE template0",
  "DROP DATABASE template1",
  "ALTER SYSTEM SET min_wal_size = '2MB'",
  "ALTER SYSTEM SET wal_recycle = off",
  "ALTER SYSTEM SET shared_buffers = '16MB'"
]

const makeUnmigrated = Effect.acquireUseRelease(
  Effect.promise(() => PGlite.create({ initDbStartParams: ["--wal-segsize=1"] })),
  (engine) =>
    Effect.zipRight(
      Effect.forEach([...smallClusterSettings, "CHECKPOINT"], (statement) =>
        Effect.promise(() => engine.exec(statement))
      ),
      Effect.promise(() => engine.dumpDataDir("none"))
    ),
  (engine) => Effect.promise(() => engine.close())
)

/** Starts a database from a snapshot, does some work on it, and returns the new snapshot. */
const snapshotAfter = <E>(snapshot: Blob, work: Effect.Effect<unknown, E, SqlClient.SqlClient>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const engine = yield* Database.startEngine({ snapshot })
      const checkpoint = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`CHECKPOINT`)
      yield* Effect.provide(Effect.zipRight(work, checkpoint), Database.layerFromEngine(engine))
      return yield* Effect.promise(() => engine.dumpDataDir("none"))
    })
  )

/** Makes the snapshots of the embedded engine (`DatabaseContent`), each on first use. */
const makeSnapshots = Effect.gen(function* () {
  const unmigrated = yield* SetUp.once(makeUnmigrated)
  const empty = yield* SetUp.once(Effect.flatMap(unmigrated, (snapshot) => snapshotAfter(snapshot, migrateWithNames)))
  const seeded = yield* SetUp.once(Effect.flatMap(empty, (snapshot) => snapshotAfter(snapshot, seedShop)))
  return { unmigrated, empty, seeded }
})

/** Creates data folders of the embedded engine, each on first use, removed with the scope. */
const makeFolders = Effect.fnUntraced(function* (snapshots: Effect.Effect.Success<typeof makeSnapshots>) {
  const scope = yield* Effect.scope
  const make = (name: DatabaseContent) =>
    SetUp.once(
      Effect.gen(function* () {
        const folder = yield* Scope.extend(temporaryFolder, scope)
        yield* Effect.scoped(Database.startEngineIn(folder, { snapshot: yield* snapshots[name] }))
        return folder
      })
    )
  return { unmigrated: yield* make("unmigrated"), empty: yield* make("empty"), seeded: yield* make("seeded") }
})

/** Creates template databases on the server of `url`, dropped with the scope, and returns their names. */
const makeTemplates = Effect.fnUntraced(function* (url: string) {
  const scope = yield* Effect.scope
  const templateAfter = <E>(template: string, work: Effect.Effect<unknown, E, SqlClient.SqlClient>) =>
    Effect.gen(function* () {
      const database = yield* Scope.extend(TestPostgres.createDatabase(url, template), scope)
      yield* Effect.provide(work, TestPostgres.layer(database.url))
      return database.name
    })
  const unmigrated = Effect.succeed("template0")
  const empty = yield* SetUp.once(templateAfter("template0", migrateWithNames))
  const seeded = yield* SetUp.once(Effect.flatMap(empty, (template) => templateAfter(template, seedShop)))
  return { unmigrated, empty, seeded }
})

const Name = Schema.Literal("unmigrated", "empty", "seeded") satisfies Schema.Schema<DatabaseContent>

const requestedName = Effect.orDie(HttpRouter.schemaPathParams(Schema.Struct({ name: Name })))

const routes = Effect.fnUntraced(function* (url: Option.Option<string>) {
  const snapshots = yield* makeSnapshots
  const folders = yield* makeFolders(snapshots)
  const templates = yield* Effect.transposeMapOption(url, makeTemplates)
  return HttpRouter.empty.pipe(
    HttpRouter.get(
      "/snapshots/:name",
      Effect.gen(function* () {
        const { name } = yield* requestedName
        const snapshot = yield* snapshots[name]
        return HttpServerResponse.uint8Array(new Uint8Array(yield* Effect.promise(() => snapshot.arrayBuffer())))
      })
    ),
    HttpRouter.get(
      "/folders/:name",
      Effect.gen(function* () {
        const { name } = yield* requestedName
        return HttpServerResponse.text(yield* folders[name])
      })
    ),
    HttpRouter.get(
      "/templates/:name",
      Effect.gen(function* () {
        const { name } = yield* requestedName
        return HttpServerResponse.text(yield* Option.getOrThrow(templates)[name])
      })
    )
  )
})

/** Test set-up: a server that prepares each database when a test first asks for it. */
export default SetUp.make(
  Effect.fnUntraced(function* (project) {
    const url = yield* Config.option(Config.string("TEST_DATABASE_URL"))
    project.provide("preparedDatabases", yield* LoopbackServer.serve(yield* routes(url)))
    project.provide("testDatabaseUrl", Option.getOrUndefined(url))
  })
)
