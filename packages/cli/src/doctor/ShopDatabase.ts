import { SqlClient } from "@effect/sql"
import { shopSettings } from "@storefront/domain/ShopSettings"
import * as DatabaseConfig from "@storefront/server/platform/config/DatabaseConfig"
import * as ConnectionFailure from "@storefront/server/platform/database/ConnectionFailure"
import * as Database from "@storefront/server/platform/database/Database"
import * as DatabaseRequirements from "@storefront/server/platform/database/DatabaseRequirements"
import * as Migrations from "@storefront/server/platform/database/Migrations"
import * as StoredShop from "@storefront/server/shop/settings/StoredShop"
import { Effect, Option } from "effect"
import * as Exposure from "../Exposure.ts"
import { failed, note, ok, problem } from "./Finding.ts"
import { hasDatabaseFiles } from "./Machine.ts"
import { ordering } from "./Ordering.ts"

/** Findings about the database and its schema. */

const migrationsFound = (pending: ReadonlyArray<string>, newer: number) =>
  pending.length > 0
    ? note(
        "migrations",
        `${pending.length} to apply: ${pending.join(", ")}`,
        "storefront migrate; up and start do it too"
      )
    : newer > 0
      ? ok("migrations", `all applied, and ${newer} of a newer program, beside which this one works`)
      : ok("migrations", "all applied")

/** Time limit of a commit. */
const patience = "5 seconds"

/** Finds a server that does not acknowledge commits, for example without its standby; commits an ignored message. */
export const commits = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const done = yield* sql`SELECT pg_logical_emit_message(true, 'storefront doctor', '')`.pipe(
    // The server may deny this function; then the turn reveals the problem.
    Effect.option,
    Effect.disconnect,
    Effect.timeoutOption(patience)
  )
  return Option.isSome(done)
    ? []
    : [
        problem(
          "database",
          `the server does not acknowledge a commit within ${patience}`,
          "Start the standby of its synchronous_standby_names, or take it out there; look for a full or slow disk"
        )
      ]
})

/** Finds a pool that is larger than the server allows. */
export const checkConnections = (poolMax: number, connections: number) =>
  poolMax <= connections
    ? []
    : [
        note(
          "connections",
          `DATABASE_POOL_MAX is ${poolMax}, and the server lets this user have ${connections}`,
          `Set DATABASE_POOL_MAX=${connections} or less, or raise CONNECTION LIMIT of the user or database, or max_connections`
        )
      ]

/** Compares the shop in the database with the settings, and finds what it lacks. */
const shopFound = StoredShop.check.pipe(
  Effect.zipRight(ordering),
  Effect.map((lacking) => [ok("shop", `in ${shopSettings().currency.code}, ${shopSettings().language}`), ...lacking]),
  Effect.catchTag("ShopDiffers", ({ message }) =>
    Effect.succeed([problem("shop", message, "docs/operators.md says what can be changed")])
  )
)

/** Finds a locale in which searches for misspelt names ignore the letters of other languages than English. */
const letters = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [ignored] = yield* sql`SELECT WHERE text_search() <> 'pg_catalog.english'::regconfig AND show_trgm('ä') = '{}'`
  return ignored === undefined
    ? []
    : [
        note(
          "locale",
          "the database's locale has no letters beyond ASCII, so misspelt names are not found",
          "Create the database with another locale, for example: CREATE DATABASE … LOCALE 'C.UTF-8' TEMPLATE template0"
        )
      ]
})

/** Finds a user who can run the services, but neither migrate nor import. */
const schemaRights = (createsTables: boolean) =>
  createsTables
    ? []
    : [
        note(
          "rights",
          "the database user may not create tables, as storefront import and migrate must",
          "Run those with the DATABASE_URL of the tables' owner, or let this user: GRANT CREATE ON SCHEMA … TO <user>"
        )
      ]

/** Checks version, rights and extensions of the database, and whether its schema is up to date. */
export const schema = Effect.gen(function* () {
  const unfit = yield* DatabaseRequirements.examine(true)
  const pending = unfit.obstacles.length === 0 ? yield* Migrations.pending : []
  const { connections, createsTables, obstacles, version } = yield* DatabaseRequirements.examine(pending.length === 0)
  if (obstacles.length > 0) {
    return obstacles.map(({ remedy, problem: says }) => problem("database", says, remedy))
  }
  const sql = yield* SqlClient.SqlClient
  const [vector] = yield* sql`SELECT FROM pg_available_extensions WHERE name = 'vector'`
  const newer = yield* Migrations.newer
  const shop = pending.length === 0 ? yield* shopFound : []
  const { poolMax, url } = yield* DatabaseConfig.database
  return [
    ok("database", `PostgreSQL ${version}`),
    ...(yield* commits),
    ...(pending.length === 0 ? yield* letters : []),
    ...(Option.isSome(url) ? checkConnections(poolMax, connections) : []),
    vector === undefined
      ? note(
          "vector",
          "search compares words, not meanings",
          "Install pgvector for the server, then: storefront migrate"
        )
      : ok("vector", "installed"),
    ...schemaRights(createsTables),
    ...shop,
    yield* Migrations.checkOrder.pipe(
      Effect.as(migrationsFound(pending, newer)),
      Effect.catchTag("SchemaMixed", ({ problem: says }) =>
        Effect.succeed(problem("migrations", says, "Restore the database from a backup, or use an empty one"))
      )
    )
  ]
})

/** Checks the configured database. An embedded one is not created by this. */
export const database = Effect.gen(function* () {
  const { dataDirectory, url } = yield* DatabaseConfig.database
  if (Option.isNone(url) && !(yield* hasDatabaseFiles(dataDirectory))) {
    return [note("database", `there is no embedded database in ${dataDirectory} yet`, "storefront up creates it")]
  }
  const looked = Effect.gen(function* () {
    const found = yield* schema
    return (yield* Database.IsGuest)
      ? [
          ...found,
          note(
            "data folder",
            `another process works in ${dataDirectory}`,
            "Before another suite starts in it, stop that one"
          )
        ]
      : found
  }).pipe(Effect.provide(Database.layerCommand))
  return yield* Option.isNone(url)
    ? looked
    : Effect.catchTag(looked, "DatabaseUnusable", ({ cause }) => {
        const { remedy: mend, problem: says } = ConnectionFailure.reasonOf(cause)
        return Effect.succeed([problem("database", `DATABASE_URL cannot be used: ${says}`, mend)])
      })
}).pipe(
  Effect.catchAllCause((cause) =>
    Effect.map(
      failed("database", "Correct DATABASE_URL or STOREFRONT_DATA_DIR, or start the server")(cause),
      (found) => [found]
    )
  )
)

/** Checks that a start does not let other machines in to what only a local demonstration may offer. */
export const access = Effect.gen(function* () {
  yield* Exposure.checkTransport(false)
  const { dataDirectory, url } = yield* DatabaseConfig.database
  yield* Option.isNone(url) && !(yield* hasDatabaseFiles(dataDirectory))
    ? Exposure.checkNewDemo
    : Effect.provide(Exposure.checkPasswords(false), Database.layerCommand)
  return ok("access", "nobody is let in who should not be")
}).pipe(Effect.catchAllCause(failed("access", "Set HOST=127.0.0.1, or start with --insecure-demo")))
