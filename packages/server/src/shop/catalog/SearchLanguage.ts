import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { contentWords, wordsOf } from "@storefront/domain/rules/SearchWords"
import { Context, Duration, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import * as StaleIfErrorCache from "../../platform/limits/StaleIfErrorCache.ts"

/** The language that products are searched in: PostgreSQL's configuration of text search, and the words to leave out. */

const english = "english"

/** Lifetime of what is known of the configuration, which only `storefront migrate` changes. */
const lifetime = { fresh: Duration.minutes(1), coolDown: Duration.zero }

const decodeConfiguration = Schema.decodeUnknown(Schema.Tuple(Schema.Struct({ configuration: Schema.String })))

const readConfiguration = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.flatMap(sql`SELECT text_search()::text AS configuration`, decodeConfiguration)
)

/** Splits searches into words. */
export class SearchLanguage extends Context.Tag("@storefront/server/shop/catalog/SearchLanguage")<
  SearchLanguage,
  {
    /** Returns a function that gives the meaningful words of a text. Only English stop words are known. */
    readonly words: Effect.Effect<(text: string) => ReadonlyArray<string>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const read = readConfiguration.pipe(Effect.provideService(SqlClient.SqlClient, sql), orUnavailable)
      const { current } = yield* StaleIfErrorCache.make(read, lifetime)
      return {
        words: Effect.map(current, ([{ configuration }]) => (configuration === english ? contentWords : wordsOf))
      }
    })
  )
}

/** Returns the English name of a language: "Norwegian Bokmål" for `nb-NO`. */
const nameOf = (language: string): string =>
  new Intl.DisplayNames(["en"], { type: "language" }).of(new Intl.Locale(language).language) ?? language

const decodeDefinitions = Schema.decodeUnknown(
  Schema.Tuple(Schema.Struct({ target: Schema.String, expression: Schema.String, index: Schema.String }))
)

/**
 * Sets the configuration of text search to that of a language, `simple` where PostgreSQL has none, and builds what is
 * searched again. Does nothing if it is set already. Returns whether it changed. Blocks the table of products meanwhile.
 */
export const follow = Effect.fn("SearchLanguage.follow")(function* (language: Intl.UnicodeBCP47LocaleIdentifier) {
  const sql = yield* SqlClient.SqlClient
  const [name = ""] = nameOf(language).toLowerCase().split(" ")
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`LOCK TABLE products IN ACCESS EXCLUSIVE MODE`
      const [{ configuration }] = yield* readConfiguration
      const [{ expression, index, target }] = yield* Effect.flatMap(
        sql`
          SELECT
            COALESCE((SELECT cfgname FROM pg_ts_config
              WHERE cfgname = ${name} AND cfgnamespace = 'pg_catalog'::regnamespace), 'simple')::text AS target,
            (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d
              JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
              WHERE d.adrelid = 'products'::regclass AND a.attname = 'search') AS expression,
            pg_get_indexdef('products_fts'::regclass) AS index`,
        decodeDefinitions
      )
      if (configuration === target) {
        return false
      }
      yield* sql.unsafe(`
        CREATE OR REPLACE FUNCTION text_search() RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN 'pg_catalog.${target}'::regconfig`)
      yield* sql.unsafe(`
        ALTER TABLE products DROP COLUMN search, ADD COLUMN search tsvector GENERATED ALWAYS AS (${expression}) STORED`)
      yield* sql.unsafe(index)
      return true
    })
  )
})
