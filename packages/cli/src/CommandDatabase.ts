import { SqlClient } from "@effect/sql"
import * as Database from "@storefront/server/platform/database/Database"
import * as DatabaseRequirements from "@storefront/server/platform/database/DatabaseRequirements"
import * as Migrations from "@storefront/server/platform/database/Migrations"
import { orUnavailable } from "@storefront/server/platform/database/Transaction"
import * as StoredShop from "@storefront/server/shop/settings/StoredShop"
import * as Logging from "@storefront/server/platform/telemetry/Logging"
import { Data, Effect, Layer } from "effect"

/** The database exists, but is empty. */
export class TablesMissing extends Data.TaggedError("TablesMissing") {
  override readonly message = "The database has no tables yet. Make them with: storefront migrate"
}

/** The database is older than the program. */
export class TablesOutdated extends Data.TaggedError("TablesOutdated")<{ readonly pending: number }> {
  override get message() {
    return `The database is older than this program and lacks ${this.pending} of its migrations. Apply them with: storefront migrate`
  }
}

/** Fails if the database is unusable, has no tables yet, lacks migrations of this program, or has another shop's. */
export const checkTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* DatabaseRequirements.check("reading", true)
  const orders = yield* orUnavailable(sql`SELECT WHERE to_regclass('orders') IS NOT NULL`)
  if (orders.length === 0) {
    return yield* new TablesMissing()
  }
  const { length: pending } = yield* orUnavailable(Migrations.pending)
  if (pending > 0) {
    return yield* new TablesOutdated({ pending })
  }
  yield* StoredShop.check
})

/** The configured database for one operator's command; fails unless it has its tables. */
const DatabaseLayer = Layer.effectDiscard(checkTables).pipe(
  Layer.provideMerge(Database.layerCommand),
  Layer.provideMerge(Logging.layerCommand)
)

/** Provides a command's services on the configured database, with quiet logs; for `Command.provide`. */
export const onDatabase = <A, E, R>(work: Layer.Layer<A, E, R>) => Layer.provideMerge(work, DatabaseLayer)
