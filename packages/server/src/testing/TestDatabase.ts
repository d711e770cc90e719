import type { SqlClient } from "@effect/sql"
import { inject } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { openAsBlob } from "node:fs"
import * as Database from "../database/Database.ts"
import * as TestServer from "./TestServer.ts"

/** A prepared database, to be copied: a file for the embedded engine, a template on the server if there is one. */
export interface Prepared {
  readonly snapshot: string
  readonly template: string | undefined
}

declare module "vitest" {
  interface ProvidedContext {
    /** Migrated, without rows but those of the migrations. */
    readonly emptyDatabase: Prepared
    /** Migrated and seeded as `seed` does without options, relative to the start of the tests. */
    readonly seededDatabase: Prepared
    /** Value of `TEST_DATABASE_URL`. */
    readonly testDatabaseUrl: string | undefined
  }
}

/** A kind of PostgreSQL; every build of `layer` is a new database of its own. */
export interface TestEngine {
  readonly name: "PGlite" | "PostgreSQL"
  readonly layer: Layer.Layer<SqlClient.SqlClient, Database.DatabaseUnavailable>
}

const embedded = ({ snapshot }: Prepared) =>
  Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => openAsBlob(snapshot)),
      (blob) => Database.layerEmbedded({ snapshot: blob })
    )
  )

const server = (url: string, template: string | undefined) =>
  Layer.unwrapScoped(Effect.map(TestServer.createDatabase(url, template), (database) => TestServer.layer(database.url)))

/** The embedded engine, and the server of `TEST_DATABASE_URL` when it is set. */
const enginesOf = (pglite: TestEngine["layer"], template: string | undefined): ReadonlyArray<TestEngine> => {
  const url = inject("testDatabaseUrl")
  return [
    { name: "PGlite" as const, layer: pglite },
    ...(url === undefined ? [] : [{ name: "PostgreSQL" as const, layer: server(url, template) }])
  ]
}

/** A migrated, empty database on the embedded engine. */
export const layer = embedded(inject("emptyDatabase"))

/**
 * The same on every engine at hand:
 * `for (const engine of TestDatabase.engines) { layer(engine.layer)(engine.name, (it) => …) }`.
 */
export const engines = enginesOf(layer, inject("emptyDatabase").template)

/** The demonstration shop on the embedded engine, its dates relative to the start of the tests. */
export const seeded = embedded(inject("seededDatabase"))

/** The demonstration shop on every engine at hand. */
export const seededEngines = enginesOf(seeded, inject("seededDatabase").template)

/** Databases without any table. */
export const unmigratedEngines = enginesOf(Database.layerEmbedded(), undefined)
