import { Command } from "@effect/cli"
import { SqlClient } from "@effect/sql"
import { shopSettings } from "@storefront/domain/ShopSettings"
import * as Database from "@storefront/server/platform/database/Database"
import * as Migrations from "@storefront/server/platform/database/Migrations"
import { transact } from "@storefront/server/platform/database/Transaction"
import * as SearchLanguage from "@storefront/server/shop/catalog/SearchLanguage"
import * as StoredShop from "@storefront/server/shop/settings/StoredShop"
import * as Logging from "@storefront/server/platform/telemetry/Logging"
import { Console, Effect, Layer } from "effect"

/** Changes the language of the shop, and of what is searched, together. */
const followLanguage = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  transact(sql)(Effect.zipLeft(StoredShop.followLanguage, SearchLanguage.follow(shopSettings().language)))
)

/** Brings the schema of the configured database up to date, and its shop to the language that is set. */
export const migrate = Command.make("migrate", {}, () =>
  Migrations.migrate.pipe(
    Effect.zipRight(followLanguage),
    Effect.tap((isChanged) =>
      Effect.when(Console.log(`The shop's language is ${shopSettings().language} now.`), () => isChanged)
    ),
    Effect.zipRight(Console.log("The database schema is up to date.")),
    Effect.provide(Layer.merge(Database.layerCommand, Logging.layerCommand))
  )
).pipe(Command.withDescription("Bring the schema and language of the database up to date."))
