import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Lets reviews and orders come from another system, under its keys: reviews without an account, orders with any
 * tracking number or none.
 */
export const otherSources = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE reviews ALTER user_id DROP NOT NULL,
      ADD author text CHECK (char_length(author) BETWEEN 1 AND 80),
      ADD source text NOT NULL DEFAULT 'shop' CHECK (source ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
      ADD external_id text CHECK (char_length(external_id) BETWEEN 1 AND 300),
      ADD CONSTRAINT reviews_author CHECK ((user_id IS NULL) = (author IS NOT NULL));
    CREATE UNIQUE INDEX reviews_external ON reviews (external_id, source) WHERE external_id IS NOT NULL`
  yield* sql`
    ALTER TABLE orders DROP CONSTRAINT orders_tracking_number_check,
      DROP CONSTRAINT orders_tracking_number_key,
      DROP CONSTRAINT orders_check2, -- a tracking number exactly from shipping on
      ADD CHECK (char_length(tracking_number) BETWEEN 1 AND 64),
      ADD phone text CHECK (char_length(phone) <= 30),
      ADD source text NOT NULL DEFAULT 'shop' CHECK (source ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
      ADD external_id text CHECK (char_length(external_id) BETWEEN 1 AND 300),
      ADD CONSTRAINT orders_elsewhere CHECK (source = 'shop' OR external_id IS NOT NULL);
    CREATE UNIQUE INDEX orders_external ON orders (external_id, source) WHERE external_id IS NOT NULL`
})
