import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Indexes of lists and searches, which only hold rows that are listed. */
const listIndexes: Readonly<Record<string, string>> = {
  products_rating: "(rating DESC, review_count DESC, id)",
  products_cat_rating: "(category, rating DESC, review_count DESC, id)",
  products_price: "(price, id)",
  products_cat_price: "(category, price, id)",
  products_newest: "(created_at DESC, id DESC)",
  products_cat_newest: "(category, created_at DESC, id DESC)",
  products_name: "(name, id)",
  products_cat_name: "(category, name, id)",
  products_brand: "(folded_brand)",
  products_fts: "USING gin (search)",
  products_name_trgm: "USING gin (folded_name gin_trgm_ops)",
  products_description_trgm: "USING gin (folded_description gin_trgm_ops)"
}

/** Triggers of `product_counts` with the rows that each counts. */
const counters = {
  inserted: "SELECT category, 1 AS weight FROM inserted WHERE is_listed",
  deleted: "SELECT category, -1 AS weight FROM deleted WHERE is_listed",
  updated: `SELECT category, 1 AS weight FROM after_update WHERE is_listed
    UNION ALL SELECT category, -1 FROM before_update WHERE is_listed`
}

/**
 * Lets a shop's own goods in: keys of the systems that they come from, groups with their variants, and pictures on other
 * hosts. `is_listed` excludes variants from lists, searches and counts; a group is listed for them.
 */
export const goods = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE picture_hosts (
      host text PRIMARY KEY CHECK (host ~ '^[a-z0-9-]+(\\.[a-z0-9-]+)+$')
    )`
  // ASCII has no accents. Words of imported goods are mostly ASCII, and were a third of the time to write a product.
  yield* sql`
    CREATE OR REPLACE FUNCTION unaccented(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN CASE WHEN octet_length(value) = char_length(value) THEN folded(value) COLLATE pg_catalog."default"
      ELSE normalize(regexp_replace(normalize(folded(value), NFKD) COLLATE pg_catalog."C",
        ${sql.literal("U&'[\\0300-\\036F]'")}, '', 'g'), NFC) COLLATE pg_catalog."default" END`
  yield* sql.unsafe(`DROP INDEX ${Object.keys(listIndexes).join(", ")}`)
  // The text search configuration is the shop's language. Its function is replaced, and the column built again, when
  // the language changes.
  yield* sql`
    CREATE FUNCTION text_search() RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 'pg_catalog.english'::regconfig`
  yield* sql`
    ALTER TABLE products
      DROP CONSTRAINT products_brand_check,
      DROP CONSTRAINT products_image_url_check,
      ADD CONSTRAINT products_brand_check CHECK (char_length(brand) <= 80),
      ADD CONSTRAINT products_image_url_check CHECK (image_url ~ '^/images/products/[a-z0-9-]+(\\.svg)?$'),
      ALTER seller_id DROP NOT NULL, -- NULL: the shop itself
      ADD kind text NOT NULL DEFAULT 'single' CHECK (kind IN ('single', 'group', 'variant')),
      ADD group_id uuid REFERENCES products(id) ON DELETE RESTRICT,
      ADD options jsonb NOT NULL DEFAULT '[]',
      ADD source text NOT NULL DEFAULT 'shop' CHECK (source ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
      ADD external_id text CHECK (char_length(external_id) BETWEEN 1 AND 300),
      ADD sku text CHECK (char_length(sku) BETWEEN 1 AND 100),
      ADD gtin text CHECK (gtin ~ '^([0-9]{8}|[0-9]{12,14})$'),
      ADD vendor text NOT NULL DEFAULT '' CHECK (char_length(vendor) <= 80),
      ADD product_type text NOT NULL DEFAULT '' CHECK (char_length(product_type) <= 300),
      ADD keywords text NOT NULL DEFAULT '' CHECK (char_length(keywords) <= 2000),
      ADD picture_url text CHECK (picture_url ~ '^https://' AND char_length(picture_url) <= 2000),
      ADD page_url text CHECK (page_url ~ '^https://' AND char_length(page_url) <= 2000),
      ADD checkout_key text CHECK (char_length(checkout_key) BETWEEN 1 AND 300),
      ADD is_listed boolean NOT NULL GENERATED ALWAYS AS (is_active AND kind <> 'variant') STORED,
      ADD CHECK ((kind = 'variant') = (group_id IS NOT NULL)),
      ADD CHECK ((kind = 'variant') = (options <> '[]')),
      -- [["Size", "42"], ["Colour", "Black"]]
      ADD CHECK ((
        CASE WHEN jsonb_typeof(options) = 'array' THEN jsonb_array_length(options) <= 8
        AND jsonb_array_length(options) = jsonb_array_length(jsonb_path_query_array(options, ${sql.literal(
          `'strict $[*] ? (@.size() == 2 && @[0] like_regex "^.{1,40}$" flag "s" && @[1] like_regex "^.{1,100}$" flag "s")'`
        )})) END) IS TRUE),
      DROP COLUMN search,
      ADD COLUMN search tsvector GENERATED ALWAYS AS (
        setweight(to_tsvector(text_search(), unaccented(name)), 'A') ||
        setweight(to_tsvector(text_search(), unaccented(brand || ' ' || vendor || ' ' || product_type)), 'B') ||
        setweight(to_tsvector(text_search(), unaccented(keywords || ' ' || description)), 'C')
      ) STORED`
  for (const [name, definition] of Object.entries(listIndexes)) {
    yield* sql.unsafe(`CREATE INDEX ${name} ON products ${definition} WHERE is_listed`)
  }
  yield* sql`
    CREATE UNIQUE INDEX products_external ON products (external_id, source, (kind = 'group'))
      WHERE external_id IS NOT NULL;
    CREATE INDEX products_external_folded ON products (lower(external_id)) WHERE external_id IS NOT NULL;
    CREATE INDEX products_group ON products (group_id) WHERE group_id IS NOT NULL;
    CREATE INDEX products_sku ON products (lower(sku)) WHERE sku IS NOT NULL;
    CREATE INDEX products_gtin ON products (gtin) WHERE gtin IS NOT NULL`
  for (const [change, rows] of Object.entries(counters)) {
    yield* sql.unsafe(`
      CREATE OR REPLACE FUNCTION count_${change}_products() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM change_product_count(category, n) FROM (
          SELECT category, sum(weight) AS n FROM (${rows}) AS moves
          GROUP BY category HAVING sum(weight) <> 0 ORDER BY category) AS changes;
        RETURN NULL;
      END $$`)
  }
  // A change of one row of a group is one of all its rows, whose details are read together.
  yield* sql`
    CREATE OR REPLACE FUNCTION mark_products_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' THEN -- also the group that a row was taken from
        PERFORM mark_products(ARRAY(
          (SELECT COALESCE(group_id, id) FROM changed LIMIT 1001)
          UNION ALL (SELECT COALESCE(group_id, id) FROM replaced LIMIT 1001)));
      ELSE
        PERFORM mark_products(ARRAY(SELECT COALESCE(group_id, id) FROM changed LIMIT 1001));
      END IF;
      RETURN NULL;
    END $$`
  for (const table of ["warehouse_inventory", "reviews"]) {
    yield* sql.unsafe(`
      CREATE OR REPLACE FUNCTION mark_products_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN -- also the product that a row was taken from
          PERFORM mark_products(ARRAY(
            (SELECT COALESCE(p.group_id, p.id) FROM changed c JOIN products p ON p.id = c.product_id LIMIT 1001)
            UNION ALL
            (SELECT COALESCE(p.group_id, p.id) FROM replaced c JOIN products p ON p.id = c.product_id LIMIT 1001)));
        ELSE
          PERFORM mark_products(ARRAY(
            SELECT COALESCE(p.group_id, p.id) FROM changed c JOIN products p ON p.id = c.product_id LIMIT 1001));
        END IF;
        RETURN NULL;
      END $$`)
  }
})
