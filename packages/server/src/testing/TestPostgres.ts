import { SqlClient, type SqlError } from "@effect/sql"
import { Effect, Redacted } from "effect"
import { v7 as uuid } from "uuid"
import * as Database from "../platform/database/Database.ts"

/** Provides SQL on a database of the external PostgreSQL server that tests use, if there is one. */
export const layer = (url: string) => Database.layerServer({ url: Redacted.make(url), poolMax: 4 })

/** `CREATE DATABASE` clauses for locales with different case mapping. */
export const locales = {
  C: "ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'",
  Turkish: "ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8' LOCALE_PROVIDER icu ICU_LOCALE 'tr-TR'"
}

/** Creates a database on the server of `url` as a copy of `template`, dropped with the scope. */
export const createDatabase = Effect.fn("TestServer.createDatabase")(function* (
  url: string,
  template = "template0",
  locale = ""
) {
  const address = new URL(url)
  const name = `storefront_test_${uuid().replaceAll("-", "")}`
  const run = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>) =>
    Effect.flatMap(SqlClient.SqlClient, statement).pipe(Effect.provide(layer(url)), Effect.orDie)
  yield* Effect.acquireRelease(
    run((sql) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(template)} ${sql.literal(locale)}`),
    () => run((sql) => sql`DROP DATABASE ${sql(name)} WITH (FORCE)`)
  )
  address.pathname = name
  return { name, url: address.href }
})
