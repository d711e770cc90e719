import { SqlClient } from "@effect/sql"
import { Effect, Option, Schema } from "effect"

/** Collations that lower-case all of Unicode in any database locale, by preference; servers differ in them. */
const collations = ["pg_c_utf8", "und-x-icu", "C.utf8", "C.UTF-8"]

const decodeNames = Schema.decodeUnknown(Schema.Array(Schema.Struct({ name: Schema.String })))

/**
 * Adds folded forms of searchable text, which ignore composition, ligatures, full-width letters and letter case in any
 * database locale. `folded` is for names and substrings; `unaccented`, for words, also ignores accents. Products store
 * theirs, because searches read many of them.
 */
export const textForms = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const found = yield* sql`
    SELECT c.collname AS name FROM pg_collation c
    WHERE ${sql.in("c.collname", collations)} AND c.collnamespace = 'pg_catalog'::regnamespace
      AND c.collencoding IN (-1, pg_char_to_encoding(getdatabaseencoding()))
    ORDER BY array_position(${collations}::text[], c.collname::text) LIMIT 1`.pipe(Effect.flatMap(decodeNames))
  const collation = sql(Option.getOrElse(Option.fromNullable(found[0]?.name), () => "default"))
  // ASCII text takes a fast path. Not STRICT, so that the planner can inline the function. Composes again after
  // lower-casing, which may yield composable letters. Maps the Turkish i, the final sigma and the sharp s explicitly,
  // because lower-casing leaves them different.
  yield* sql`
    CREATE FUNCTION folded(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN octet_length(value) = char_length(value) THEN lower(value COLLATE pg_catalog."C") COLLATE pg_catalog."default"
      ELSE replace(replace(translate(normalize(lower(normalize(value, NFKC) COLLATE pg_catalog.${collation}), NFC),
        ${sql.literal("U&'\\0131\\03C2'")}, ${sql.literal("U&'i\\03C3'")}),
        ${sql.literal("U&'i\\0307'")}, 'i'), ${sql.literal("U&'\\00DF'")}, 'ss') COLLATE pg_catalog."default" END`
  yield* sql`
    CREATE FUNCTION unaccented(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN normalize(regexp_replace(normalize(folded(value), NFKD) COLLATE pg_catalog."C",
      ${sql.literal("U&'[\\0300-\\036F]'")}, '', 'g'), NFC)`
  yield* sql`DROP INDEX products_fts, products_name_trgm, products_description_trgm, products_brand`
  yield* sql`
    ALTER TABLE products DROP COLUMN search,
      ADD COLUMN folded_name text NOT NULL GENERATED ALWAYS AS (folded(name)) STORED,
      ADD COLUMN folded_brand text NOT NULL GENERATED ALWAYS AS (folded(brand)) STORED,
      ADD COLUMN folded_description text NOT NULL GENERATED ALWAYS AS (folded(description)) STORED,
      ADD COLUMN search tsvector GENERATED ALWAYS AS (
        setweight(to_tsvector('english', unaccented(name)), 'A') ||
        setweight(to_tsvector('english', unaccented(brand)), 'B') ||
        setweight(to_tsvector('english', unaccented(description)), 'C')
      ) STORED`
  yield* sql`CREATE INDEX products_fts ON products USING gin (search)`
  yield* sql`CREATE INDEX products_name_trgm ON products USING gin (folded_name gin_trgm_ops)`
  yield* sql`CREATE INDEX products_description_trgm ON products USING gin (folded_description gin_trgm_ops)`
  yield* sql`CREATE INDEX products_brand ON products (folded_brand) WHERE is_active`
  // Keeps the most important one of the memories that become equal.
  yield* sql`
    DELETE FROM agent_memories m USING (
      SELECT id, row_number() OVER (
        PARTITION BY user_id, category, folded(content) ORDER BY importance DESC, created_at DESC, id DESC
      ) AS place
      FROM agent_memories
    ) same
    WHERE same.id = m.id AND same.place > 1`
  yield* sql`DROP INDEX agent_memories_same`
  yield* sql`CREATE UNIQUE INDEX agent_memories_same ON agent_memories (user_id, category, md5(folded(content)))`
  // Log-in looks up the composed address. An address whose composed form belongs to another account is left as it is.
  yield* sql`
    UPDATE users u SET email = normalize(email, NFC)
    WHERE email IS NOT NFC NORMALIZED AND NOT EXISTS (SELECT FROM users o WHERE o.email = normalize(u.email, NFC))`
  yield* sql`
    UPDATE coupons SET user_specific_email = normalize(user_specific_email, NFC)
    WHERE user_specific_email IS NOT NFC NORMALIZED`
})
