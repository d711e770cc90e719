import { SqlClient } from "@effect/sql"
import * as Database from "@storefront/server/platform/database/Database"
import * as DatabaseFitness from "@storefront/server/platform/database/DatabaseFitness"
import * as Migrations from "@storefront/server/platform/database/Migrations"
import { orUnavailable } from "@storefront/server/platform/database/Transaction"
import * as Logging from "@storefront/server/platform/telemetry/Logging"
import { Data, Effect, Layer } from "effect"

/** The database is there, but empty. */
export class TablesMissing extends Data.TaggedError("TablesMissing") {
  override readonly message = "The database has no tables yet. Make them with: storefront migrate"
}

/** The database is older than the program. */
export class TablesOutdated extends Data.TaggedError("TablesOutdated")<{ readonly pending: number }> {
  override get message() {
    return `The database is older than this program and lacks ${this.pending} of its migrations. Apply them with: storefront migrate`
  }
}

/** Fails where there is nothing to work with, or not what this program works with. */
export const checkTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* DatabaseFitness.check("reading", true)
  const orders = yield* orUnavailable(sql`SELECT WHERE to_regclass('orders') IS NOT NULL`)
  if (orders.length === 0) {
    return yield* new TablesMissing()
  }
  const { length: pending } = yield* orUnavailable(Migrations.pending)
  if (pending > 0) {
    return yield* new TablesOutdated({ pending })
  }
})

/** The configured database for one command of an operator; it must have its tables. */
const DatabaseLayer = Layer.effectDiscard(checkTables).pipe(
  Layer.provideMerge(Database.layerCommand),
  Layer.provideMerge(Logging.layerCommand)
)

/** What a command works with, on the configured database and with quiet logs: `Command.provide(commands, onDatabase(…))`. */
export const onDatabase = <A, E, R>(work: Layer.Layer<A, E, R>) => Layer.provideMerge(work, DatabaseLayer)
