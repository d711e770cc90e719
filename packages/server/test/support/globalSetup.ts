import { Config, Effect, Exit, Option, Scope } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Prepared } from "../../src/testing/TestDatabase.ts"
import type { TestProject } from "vitest/node"
import * as Database from "../../src/database/Database.ts"
import * as Migrations from "../../src/database/Migrations.ts"
import { seed, SeedOptions } from "../../src/demo/Seed.ts"
import { temporaryFolder } from "../../src/testing/TemporaryFolder.ts"
import * as TestServer from "../../src/testing/TestServer.ts"

const demonstration = seed(new SeedOptions({}))

/** Writes snapshots of the embedded engine: files in a folder that goes with the scope. */
const makeSnapshots = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const empty = join(folder, "empty.tar")
  const seeded = join(folder, "seeded.tar")
  yield* Effect.scoped(
    Effect.gen(function* () {
      const engine = yield* Database.startEngine()
      const dump = (path: string) =>
        Effect.promise(async () => writeFile(path, (await engine.dumpDataDir("none")).stream()))
      yield* Migrations.migrate.pipe(
        Effect.zipRight(dump(empty)),
        Effect.zipRight(demonstration),
        Effect.zipRight(dump(seeded)),
        Effect.provide(Database.layerFromEngine(engine))
      )
    })
  )
  return { empty, seeded }
})

/** Creates template databases on the server of `url`, dropped with the scope. */
const makeTemplates = Effect.fnUntraced(function* (url: string) {
  const empty = yield* TestServer.createDatabase(url)
  yield* Effect.provide(Migrations.migrate, TestServer.layer(empty.url))
  const seeded = yield* TestServer.createDatabase(url, empty.name)
  yield* Effect.provide(demonstration, TestServer.layer(seeded.url))
  return { empty: empty.name, seeded: seeded.name }
})

const setup = Effect.fnUntraced(function* (project: TestProject) {
  const url = Option.getOrUndefined(yield* Config.option(Config.string("TEST_DATABASE_URL")))
  const snapshots = yield* makeSnapshots
  const templates = url === undefined ? undefined : yield* makeTemplates(url)
  project.provide("testDatabaseUrl", url)
  project.provide("emptyDatabase", { snapshot: snapshots.empty, template: templates?.empty } satisfies Prepared)
  project.provide("seededDatabase", { snapshot: snapshots.seeded, template: templates?.seeded } satisfies Prepared)
})

export default async (project: TestProject) => {
  const scope = Effect.runSync(Scope.make())
  await Effect.runPromise(Scope.extend(setup(project), scope))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
