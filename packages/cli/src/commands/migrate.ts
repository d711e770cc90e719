import { Command } from "@effect/cli"
import * as Database from "@storefront/server/platform/database/Database"
import * as Migrations from "@storefront/server/platform/database/Migrations"
import * as Logging from "@storefront/server/platform/telemetry/Logging"
import { Console, Effect, Layer } from "effect"

/** Brings the schema of the configured database up to date. */
export const migrate = Command.make("migrate", {}, () =>
  Migrations.migrate.pipe(
    Effect.zipRight(Console.log("The database schema is up to date.")),
    Effect.provide(Layer.merge(Database.layerCommand, Logging.layerCommand))
  )
).pipe(Command.withDescription("Bring the schema of the database up to date."))
