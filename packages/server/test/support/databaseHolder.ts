import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import * as Database from "../../src/platform/database/Database.ts"

/**
 * A process that opens the embedded database of a folder, commits a row, says so and waits to be killed:
 * `node --import tsx --conditions=source databaseHolder.ts <folder>`.
 */
const [folder = ""] = process.argv.slice(2)

const hold = Layer.scopedDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE kept (n integer)`
    yield* sql`INSERT INTO kept VALUES (1)`
    process.stdout.write("holding\n")
  })
)

Effect.runFork(Layer.launch(hold.pipe(Layer.provide(Database.layerDataFolder(folder)))))
