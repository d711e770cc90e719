import { Config, Effect, Exit, Option, Scope } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Database from "../../src/database/Database.js"
import * as Migrations from "../../src/database/Migrations.js"
import { seed, SeedOptions } from "../../src/demo/Seed.js"
import { temporaryFolder } from "../../src/testing/TemporaryFolder.js"
import * as TestServer from "../../src/testing/TestServer.js"
const demonstration = seed(new SeedOptions({}))
/** Writes snapshots of the embedded engine: files in a folder that goes with the scope. */
const makeSnapshots = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const empty = join(folder, "empty.tar")
  const seeded = join(folder, "seeded.tar")
  yield* Effect.scoped(
    Effect.gen(function* () {
      const engine = yield* Database.startEngine()
      const dump = (path) => Effect.promise(async () => writeFile(path, (await engine.dumpDataDir("none")).stream()))
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
const makeTemplates = Effect.fnUntraced(function* (url) {
  const empty = yield* TestServer.createDatabase(url)
  yield* Effect.provide(Migrations.migrate, TestServer.layer(empty.url))
  const seeded = yield* TestServer.createDatabase(url, empty.name)
  yield* Effect.provide(demonstration, TestServer.layer(seeded.url))
  return { empty: empty.name, seeded: seeded.name }
})
const setup = Effect.fnUntraced(function* (project) {
  const url = Option.getOrUndefined(yield* Config.option(Config.string("TEST_DATABASE_URL")))
  const snapshots = yield* makeSnapshots
  const templates = url === undefined ? undefined : yield* makeTemplates(url)
  project.provide("testDatabaseUrl", url)
  project.provide("emptyDatabase", { snapshot: snapshots.empty, template: templates?.empty })
  project.provide("seededDatabase", { snapshot: snapshots.seeded, template: templates?.seeded })
})
export default async (project) => {
  const scope = Effect.runSync(Scope.make())
  await Effect.runPromise(Scope.extend(setup(project), scope))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
//# sourceMappingURL=globalSetup.js.map
