import type { SqlClient } from "@effect/sql"
import { Config, Effect, Exit, Option, Scope } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import * as Database from "../../src/database/Database.ts"
import * as Migrations from "../../src/database/Migrations.ts"
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
    /** Value of `TEST_DATABASE_URL`. */
    readonly testDatabaseUrl: string | undefined
  }
}

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "storefront-test-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

/** Runs `fill` on a new database of each engine and keeps the results until the scope closes. */
const prepare = Effect.fnUntraced(function* <E>(
  url: string | undefined,
  fill: Effect.Effect<unknown, E, SqlClient.SqlClient>
) {
  const snapshot = join(yield* folder, "snapshot.tar")
  yield* Effect.scoped(
    Effect.gen(function* () {
      const engine = yield* Database.startEngine()
      yield* Effect.provide(fill, Database.layerFromEngine(engine))
      const dump = yield* Effect.promise(() => engine.dumpDataDir("none"))
      yield* Effect.promise(() => writeFile(snapshot, dump.stream()))
    })
  )
  if (url === undefined) {
    return { snapshot, template: undefined }
  }
  const database = yield* TestServer.createDatabase(url)
  yield* Effect.provide(fill, TestServer.layer(database))
  return { snapshot, template: new URL(database).pathname.slice(1) }
})

const setup = Effect.fnUntraced(function* (project: TestProject) {
  const url = Option.getOrUndefined(yield* Config.option(Config.string("TEST_DATABASE_URL")))
  project.provide("testDatabaseUrl", url)
  project.provide("emptyDatabase", yield* prepare(url, Migrations.migrate))
})

export default async (project: TestProject) => {
  const scope = Effect.runSync(Scope.make())
  await Effect.runPromise(Scope.extend(setup(project), scope))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
