import { SqlClient } from "@effect/sql"
import { contentWords, wordsOf } from "@storefront/domain/rules/SearchWords"
import { englishNameOf, perShop } from "@storefront/domain/ShopSettings"
import { Data, Effect, Schema } from "effect"

/** The language that products are searched in: PostgreSQL's configuration of text search, and the words to leave out. */

const splitter = perShop(({ language }) => (new Intl.Locale(language).language === "en" ? contentWords : wordsOf))

/** Splits a search into its meaningful words. Only English stop words are known, and left out of English shops' only. */
export const searchWords = (text: string): ReadonlyArray<string> => splitter()(text)

/** Another configuration is due, and the database user may not change the table of products. */
export class OwnerNeeded extends Data.TaggedError("OwnerNeeded")<{ readonly language: string }> {
  override get message() {
    return (
      `A shop in ${this.language} searches its products by the words of that language, and only the owner of the table ` +
      "products can change this. Run it with the owner's DATABASE_URL"
    )
  }
}

const decodeConfigurations = Schema.decodeUnknown(
  Schema.Tuple(Schema.Struct({ present: Schema.String, target: Schema.String, isOwner: Schema.Boolean }))
)
const decodeDefinitions = Schema.decodeUnknown(
  Schema.Tuple(Schema.Struct({ expression: Schema.String, index: Schema.String }))
)

/** Finds the configuration for a language, null if it is the present one. Fails if the user may not change it. */
const findChange = Effect.fnUntraced(function* (language: Intl.UnicodeBCP47LocaleIdentifier) {
  const sql = yield* SqlClient.SqlClient
  const [name = ""] = englishNameOf(language).toLowerCase().split(" ")
  const [{ isOwner, present, target }] = yield* Effect.flatMap(
    sql`
      SELECT text_search()::text AS present,
        COALESCE((SELECT cfgname FROM pg_ts_config
          WHERE cfgname = ${name} AND cfgnamespace = 'pg_catalog'::regnamespace), 'simple')::text AS target,
        (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = 'products'::regclass) AS "isOwner"`,
    decodeConfigurations
  )
  return present === target ? null : isOwner ? target : yield* new OwnerNeeded({ language })
})

/** Fails if `follow` would. */
export const checkOwner = (language: Intl.UnicodeBCP47LocaleIdentifier) => Effect.asVoid(findChange(language))

/**
 * Sets the configuration of text search to that of a language, `simple` where PostgreSQL has none, and builds what is
 * searched again, which blocks the table of products meanwhile. Returns whether it was another one.
 */
export const follow = Effect.fn("SearchLanguage.follow")(
  function* (language: Intl.UnicodeBCP47LocaleIdentifier) {
    const sql = yield* SqlClient.SqlClient
    const target = yield* findChange(language)
    if (target === null) {
      return false
    }
    yield* sql`LOCK TABLE products IN ACCESS EXCLUSIVE MODE`
    const [{ expression, index }] = yield* Effect.flatMap(
      sql`
        SELECT pg_get_expr(d.adbin, d.adrelid) AS expression, pg_get_indexdef('products_fts'::regclass) AS index
        FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
        WHERE d.adrelid = 'products'::regclass AND a.attname = 'search'`,
      decodeDefinitions
    )
    yield* sql.unsafe(`
      CREATE OR REPLACE FUNCTION text_search() RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN 'pg_catalog.${target}'::regconfig`)
    yield* sql.unsafe(`
      ALTER TABLE products DROP COLUMN search, ADD COLUMN search tsvector GENERATED ALWAYS AS (${expression}) STORED`)
    yield* sql.unsafe(index)
    return true
  },
  (effect) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect))
)
