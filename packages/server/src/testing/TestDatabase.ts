import { FetchHttpClient, HttpClient, HttpClientResponse } from "@effect/platform"
import type { SqlClient } from "@effect/sql"
import { inject } from "@effect/vitest"
import type { PGlite } from "@electric-sql/pglite"
import { Effect, Layer, Scope } from "effect"
import { cp } from "node:fs/promises"
import * as Database from "../platform/database/Database.ts"
import * as EngineImage from "./EngineImage.ts"
import { temporaryFolder } from "./TemporaryFolder.ts"
import * as TestServer from "./TestServer.ts"

/**
 * What a test's database is a copy of: without any table; migrated, without rows but those of the migrations; migrated
 * and seeded as `seed` does without options, relative to the start of the tests.
 */
export type PreparedName = "bare" | "empty" | "seeded"

declare module "vitest" {
  interface ProvidedContext {
    /** Where `PreparedDatabases` answers. */
    readonly preparedDatabases: string
    /** Value of `TEST_DATABASE_URL`. */
    readonly testDatabaseUrl: string | undefined
  }
}

/** A kind of PostgreSQL; every build of `layer` is a new database of its own. */
export interface TestEngine {
  readonly name: "PGlite" | "PostgreSQL"
  readonly layer: Layer.Layer<SqlClient.SqlClient, Database.DatabaseUnusable>
}

/** Asks the set-up of the tests, outside of what a test times and traces. */
const prepared = (kind: "snapshots" | "folders" | "templates", name: PreparedName) =>
  Effect.flatMap(HttpClient.get(`${inject("preparedDatabases")}/${kind}/${name}`), HttpClientResponse.filterStatusOk)

const answered = <A, E>(answer: Effect.Effect<A, E, HttpClient.HttpClient>) =>
  answer.pipe(
    Effect.orDie,
    Effect.provide(FetchHttpClient.layer),
    Effect.withTracerEnabled(false),
    Effect.uninterruptible
  )

/** Fetched once a process, when it is first needed. */
const fetched = (name: PreparedName) => {
  const bytes = Effect.flatMap(prepared("snapshots", name), (response) => response.arrayBuffer)
  return Effect.runSync(Effect.cached(Effect.map(answered(bytes), (buffer) => new Blob([buffer]))))
}

/** Files of the embedded engine. */
export const snapshots = { bare: fetched("bare"), empty: fetched("empty"), seeded: fetched("seeded") } satisfies Record<
  PreparedName,
  unknown
>

/** An engine, and what makes it new again. */
interface Started {
  readonly engine: PGlite
  readonly restore: () => void
}

/** Engines of this process that nobody uses any more. */
const idle: Readonly<Record<PreparedName, Array<Started>>> = { bare: [], empty: [], seeded: [] }

/** The process ends with its tests, and its engines with it. */
const lasting = Effect.runSync(Scope.make())

const start = (name: PreparedName) =>
  Effect.gen(function* () {
    const engine = yield* Scope.extend(Database.startEngine({ snapshot: yield* snapshots[name] }), lasting)
    const started: Started = { engine, restore: yield* Effect.promise(() => EngineImage.take(engine)) }
    return started
  })

/** An engine for a test: a used one, if there is one, made new again. */
const borrow = (name: PreparedName) =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      const used = idle[name].pop()
      return used === undefined ? start(name) : Effect.as(Effect.sync(used.restore), used)
    }),
    (used) => Effect.sync(() => idle[name].push(used))
  )

const embedded = (name: PreparedName) =>
  Layer.unwrapScoped(Effect.map(borrow(name), ({ engine }) => Database.layerFromEngine(engine)))

/** A data folder of the embedded engine with a database in it, until the scope closes. */
export const folder = Effect.fnUntraced(function* (name: PreparedName) {
  const folder = yield* temporaryFolder
  const original = yield* answered(Effect.flatMap(prepared("folders", name), (response) => response.text))
  yield* Effect.promise(() => cp(original, folder, { recursive: true }))
  return folder
})

const server = (url: string, name: PreparedName) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const template = yield* answered(Effect.flatMap(prepared("templates", name), (response) => response.text))
      const database = yield* TestServer.createDatabase(url, template)
      return TestServer.layer(database.url)
    })
  )

/** The embedded engine, and the server of `TEST_DATABASE_URL` when it is set. */
const enginesOf = (pglite: TestEngine["layer"], name: PreparedName): ReadonlyArray<TestEngine> => {
  const url = inject("testDatabaseUrl")
  return [
    { name: "PGlite" as const, layer: pglite },
    ...(url === undefined ? [] : [{ name: "PostgreSQL" as const, layer: server(url, name) }])
  ]
}

/** A migrated, empty database on the embedded engine. */
export const layer = embedded("empty")

/**
 * The same on every engine at hand:
 * `for (const engine of TestDatabase.engines) { layer(engine.layer)(engine.name, (it) => …) }`.
 */
export const engines = enginesOf(layer, "empty")

/** The demonstration shop on the embedded engine, its dates relative to the start of the tests. */
export const seeded = embedded("seeded")

/** The demonstration shop on every engine at hand. */
export const seededEngines = enginesOf(seeded, "seeded")

/** A database without any table on the embedded engine. */
export const unmigrated = embedded("bare")

/** Databases without any table. */
export const unmigratedEngines = enginesOf(unmigrated, "bare")
