import { FetchHttpClient, HttpClient, HttpClientResponse } from "@effect/platform"
import type { SqlClient } from "@effect/sql"
import { inject } from "@effect/vitest"
import type { PGlite } from "@electric-sql/pglite"
import { Effect, Layer, Scope } from "effect"
import { cp } from "node:fs/promises"
import * as Database from "../platform/database/Database.ts"
import * as EngineImage from "./EngineImage.ts"
import { temporaryFolder } from "./TemporaryFolder.ts"
import * as TestPostgres from "./TestPostgres.ts"

/**
 * Content of a test's database: no tables (`unmigrated`), only the rows of the migrations and the demonstration's categories and regions (`empty`), or the rows of
 * `seed` without options, with dates relative to the start of the tests (`seeded`).
 */
export type DatabaseContent = "unmigrated" | "empty" | "seeded"

declare module "vitest" {
  interface ProvidedContext {
    /** Address of `PreparedDatabases`. */
    readonly preparedDatabases: string
    /** Value of `TEST_DATABASE_URL`. */
    readonly testDatabaseUrl: string | undefined
  }
}

/** A database engine; each build of `layer` creates a new database. */
export interface TestEngine {
  readonly name: "PGlite" | "PostgreSQL"
  readonly layer: Layer.Layer<SqlClient.SqlClient, Database.DatabaseUnusable>
}

/** Requests a prepared database from `PreparedDatabases`, which runs in the test set-up. */
const requestPrepared = (kind: "snapshots" | "folders" | "templates", name: DatabaseContent) =>
  Effect.flatMap(HttpClient.get(`${inject("preparedDatabases")}/${kind}/${name}`), HttpClientResponse.filterStatusOk)

const runSetUpRequest = <A, E>(request: Effect.Effect<A, E, HttpClient.HttpClient>) =>
  request.pipe(
    Effect.orDie,
    Effect.provide(FetchHttpClient.layer),
    Effect.withTracerEnabled(false),
    Effect.uninterruptible
  )

/** Returns an effect that fetches a snapshot on first use, and then keeps it for this process. */
const cachedSnapshot = (name: DatabaseContent) => {
  const bytes = Effect.flatMap(requestPrepared("snapshots", name), (response) => response.arrayBuffer)
  return Effect.runSync(Effect.cached(Effect.map(runSetUpRequest(bytes), (buffer) => new Blob([buffer]))))
}

/** Snapshots of the embedded engine. */
export const snapshots = {
  unmigrated: cachedSnapshot("unmigrated"),
  empty: cachedSnapshot("empty"),
  seeded: cachedSnapshot("seeded")
} satisfies Record<DatabaseContent, unknown>

/** A running engine, and a function that resets it to its initial state. */
interface RunningEngine {
  readonly engine: PGlite
  readonly restore: () => void
}

/** Engines of this process that no test uses at the moment. */
const idle: Readonly<Record<DatabaseContent, Array<RunningEngine>>> = { unmigrated: [], empty: [], seeded: [] }

/** Scope of the engines, never closed: they end with the process. */
const processScope = Effect.runSync(Scope.make())

const start = (name: DatabaseContent) =>
  Effect.gen(function* () {
    const engine = yield* Scope.extend(Database.startEngine({ snapshot: yield* snapshots[name] }), processScope)
    const started: RunningEngine = { engine, restore: yield* Effect.promise(() => EngineImage.save(engine)) }
    return started
  })

/** Borrows an engine for a test: resets an idle one, or starts another. */
const borrow = (name: DatabaseContent) =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      const used = idle[name].pop()
      return used === undefined ? start(name) : Effect.as(Effect.sync(used.restore), used)
    }),
    (used) => Effect.sync(() => idle[name].push(used))
  )

const embedded = (name: DatabaseContent) =>
  Layer.unwrapScoped(Effect.map(borrow(name), ({ engine }) => Database.layerFromEngine(engine)))

/** Copies a prepared data folder of the embedded engine; the copy is deleted when the scope closes. */
export const folder = Effect.fnUntraced(function* (name: DatabaseContent) {
  const folder = yield* temporaryFolder
  const original = yield* runSetUpRequest(Effect.flatMap(requestPrepared("folders", name), (response) => response.text))
  yield* Effect.promise(() => cp(original, folder, { recursive: true }))
  return folder
})

const server = (url: string, name: DatabaseContent) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const template = yield* runSetUpRequest(
        Effect.flatMap(requestPrepared("templates", name), (response) => response.text)
      )
      const database = yield* TestPostgres.createDatabase(url, template)
      return TestPostgres.layer(database.url)
    })
  )

/** Returns the embedded engine, and the server of `TEST_DATABASE_URL` if set. */
const enginesOf = (pglite: TestEngine["layer"], name: DatabaseContent): ReadonlyArray<TestEngine> => {
  const url = inject("testDatabaseUrl")
  return [
    { name: "PGlite" as const, layer: pglite },
    ...(url === undefined ? [] : [{ name: "PostgreSQL" as const, layer: server(url, name) }])
  ]
}

/** A migrated, empty database on the embedded engine. */
export const layer = embedded("empty")

/**
 * A migrated, empty database on every available engine: `for (const engine of TestDatabase.engines) {
 * layer(engine.layer)(engine.name, (it) => …) }`.
 */
export const engines = enginesOf(layer, "empty")

/** The demonstration shop on the embedded engine, with dates relative to the start of the tests. */
export const seeded = embedded("seeded")

/** The demonstration shop on every available engine. */
export const seededEngines = enginesOf(seeded, "seeded")

/** A database without tables on the embedded engine. */
export const unmigrated = embedded("unmigrated")

/** A database without tables on every available engine. */
export const unmigratedEngines = enginesOf(unmigrated, "unmigrated")
