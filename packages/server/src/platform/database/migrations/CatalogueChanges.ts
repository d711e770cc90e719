import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Creates the random marks that together are the catalogue's version: `docs/decisions/0005-catalogue-cache.md`. Every
 * statement that changes a page's content replaces an unlocked mark, or adds one if all are locked, so no writer waits.
 * Marks are not indexed, so that updates can prune old row versions without a vacuum.
 */
export const catalogueChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Migration 0010, which was never released, created another table of this name.
  yield* sql`
    DROP FUNCTION IF EXISTS mark_catalogue_change() CASCADE;
    DROP TABLE IF EXISTS catalogue_changes`
  yield* sql`
    CREATE TABLE catalogue_changes (
      place integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      shown_on text NOT NULL CHECK (shown_on IN ('lists', 'details')), -- what lists show, details show too
      mark uuid NOT NULL DEFAULT gen_random_uuid()
    );
    CREATE FUNCTION mark_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE catalogue_changes SET mark = gen_random_uuid() WHERE place = (
        SELECT place FROM catalogue_changes WHERE shown_on = TG_ARGV[0] LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
      IF NOT FOUND THEN
        INSERT INTO catalogue_changes (shown_on) VALUES (TG_ARGV[0]);
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER products_marked AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON products
      FOR EACH STATEMENT EXECUTE FUNCTION mark_catalogue_change('lists');
    CREATE TRIGGER product_counts_marked AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product_counts
      FOR EACH STATEMENT EXECUTE FUNCTION mark_catalogue_change('lists');
    CREATE TRIGGER warehouses_marked AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON warehouses
      FOR EACH STATEMENT EXECUTE FUNCTION mark_catalogue_change('details');
    CREATE TRIGGER warehouse_inventory_marked AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON warehouse_inventory
      FOR EACH STATEMENT EXECUTE FUNCTION mark_catalogue_change('details');
    CREATE TRIGGER reviews_marked AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reviews
      FOR EACH STATEMENT EXECUTE FUNCTION mark_catalogue_change('details');
    CREATE TRIGGER reviewers_marked AFTER UPDATE OF name ON users
      FOR EACH STATEMENT EXECUTE FUNCTION mark_catalogue_change('details')`
})
