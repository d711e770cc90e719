import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Creates products with search text and counts, price history and reviews. */
export const catalogue = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE products (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      seller_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
      description text NOT NULL CHECK (char_length(description) <= 5000),
      category text NOT NULL CHECK (category IN ('Electronics', 'Clothing', 'Home', 'Sports', 'Books')),
      brand text NOT NULL CHECK (char_length(brand) BETWEEN 1 AND 80),
      price numeric(12,2) NOT NULL CHECK (price > 0),
      original_price numeric(12,2) NOT NULL CHECK (original_price >= price), -- equal to price when not on sale
      image_url text NOT NULL CHECK (image_url ~ '^/images/products/[a-z0-9-]+\\.svg$'),
      specs jsonb NOT NULL DEFAULT '{}' CHECK (
        jsonb_typeof(specs) = 'object'
        AND NOT jsonb_path_exists(specs, '$.* ? (@.type() != "string" && @.type() != "boolean")')
      ),
      rating numeric(3,2) NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 5),
      review_count integer NOT NULL DEFAULT 0 CHECK (review_count >= 0),
      is_active boolean NOT NULL DEFAULT true,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      search tsvector GENERATED ALWAYS AS (
        setweight(to_tsvector('english', name), 'A') ||
        setweight(to_tsvector('english', brand), 'B') ||
        setweight(to_tsvector('english', description), 'C')
      ) STORED
    );
    CREATE INDEX products_rating ON products (rating DESC, review_count DESC, id) WHERE is_active;
    CREATE INDEX products_cat_rating ON products (category, rating DESC, review_count DESC, id) WHERE is_active;
    CREATE INDEX products_price ON products (price, id) WHERE is_active;
    CREATE INDEX products_cat_price ON products (category, price, id) WHERE is_active;
    CREATE INDEX products_newest ON products (created_at DESC, id DESC) WHERE is_active;
    CREATE INDEX products_cat_newest ON products (category, created_at DESC, id DESC) WHERE is_active;
    CREATE INDEX products_name ON products (name, id) WHERE is_active;
    CREATE INDEX products_cat_name ON products (category, name, id) WHERE is_active;
    CREATE INDEX products_brand ON products (lower(brand)) WHERE is_active;
    CREATE INDEX products_seller ON products (seller_id, created_at DESC, id DESC);
    CREATE INDEX products_fts ON products USING gin (search);
    CREATE INDEX products_name_trgm ON products USING gin (name gin_trgm_ops);
    CREATE INDEX products_description_trgm ON products USING gin (description gin_trgm_ops)`
  yield* sql`
    CREATE TABLE product_counts (
      category text PRIMARY KEY,
      active_count bigint NOT NULL CHECK (active_count >= 0)
    );
    CREATE FUNCTION change_product_count(changed text, difference bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO product_counts (category, active_count) VALUES (changed, 0) ON CONFLICT DO NOTHING;
      UPDATE product_counts SET active_count = active_count + difference WHERE category = changed;
    END $$`
  // Categories are locked in order, so that two writers cannot deadlock. An update that moves no product into or out of
  // the catalogue or a category (a new rating, a new price) changes no count.
  yield* sql`
    CREATE FUNCTION count_inserted_products() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_product_count(category, n) FROM (
        SELECT category, count(*) AS n FROM inserted WHERE is_active GROUP BY category ORDER BY category) AS changes;
      RETURN NULL;
    END $$;
    CREATE FUNCTION count_deleted_products() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_product_count(category, -n) FROM (
        SELECT category, count(*) AS n FROM deleted WHERE is_active GROUP BY category ORDER BY category) AS changes;
      RETURN NULL;
    END $$;
    CREATE FUNCTION count_updated_products() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM change_product_count(category, n) FROM (
        SELECT category, sum(weight) AS n FROM (
          SELECT category, 1 AS weight FROM after_update WHERE is_active
          UNION ALL
          SELECT category, -1 FROM before_update WHERE is_active
        ) AS moves GROUP BY category HAVING sum(weight) <> 0 ORDER BY category) AS changes;
      RETURN NULL;
    END $$;
    CREATE FUNCTION count_no_products() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE product_counts SET active_count = 0;
      RETURN NULL;
    END $$;
    CREATE TRIGGER products_inserted AFTER INSERT ON products REFERENCING NEW TABLE AS inserted
      FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_products();
    CREATE TRIGGER products_deleted AFTER DELETE ON products REFERENCING OLD TABLE AS deleted
      FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_products();
    CREATE TRIGGER products_updated AFTER UPDATE ON products
      REFERENCING OLD TABLE AS before_update NEW TABLE AS after_update
      FOR EACH STATEMENT EXECUTE FUNCTION count_updated_products();
    CREATE TRIGGER products_truncated AFTER TRUNCATE ON products
      FOR EACH STATEMENT EXECUTE FUNCTION count_no_products()`
  yield* sql`
    CREATE TABLE price_history (
      product_id uuid NOT NULL REFERENCES products(id) ON DELETE CASCADE,
      day date NOT NULL,
      price numeric(12,2) NOT NULL CHECK (price > 0),
      PRIMARY KEY (product_id, day)
    )`
  yield* sql`
    CREATE TABLE reviews (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      product_id uuid NOT NULL REFERENCES products(id) ON DELETE RESTRICT,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
      title text NOT NULL DEFAULT '' CHECK (char_length(title) <= 200),
      body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 5000),
      verified_purchase boolean NOT NULL DEFAULT false,
      helpful_count integer NOT NULL DEFAULT 0 CHECK (helpful_count >= 0),
      is_flagged boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (product_id, user_id)
    );
    CREATE INDEX reviews_newest ON reviews (product_id, created_at DESC, id DESC);
    CREATE INDEX reviews_public ON reviews (product_id, created_at DESC, id DESC) WHERE NOT is_flagged;
    CREATE INDEX reviews_helpful ON reviews (product_id, helpful_count DESC, created_at DESC, id DESC)
      WHERE NOT is_flagged;
    CREATE INDEX reviews_rating ON reviews (product_id, rating, created_at DESC, id DESC) WHERE NOT is_flagged;
    CREATE INDEX reviews_user ON reviews (user_id, created_at DESC)`
})
