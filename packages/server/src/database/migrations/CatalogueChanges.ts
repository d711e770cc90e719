import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * What the catalogue's version is made of: `docs/decisions/catalogue-cache.md`. Every statement that changes what a
 * page shows takes the marks away that it sees and that nobody else is taking, and leaves a new one. Nobody waits: a
 * mark that is locked is left to its taker.
 */
export const catalogueChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE catalogue_changes (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      shown_on text NOT NULL CHECK (shown_on IN ('lists', 'details')) -- what lists show, details show too
    );
    CREATE FUNCTION mark_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM catalogue_changes WHERE id IN (
        SELECT id FROM catalogue_changes WHERE shown_on = TG_ARGV[0] FOR UPDATE SKIP LOCKED);
      INSERT INTO catalogue_changes (shown_on) VALUES (TG_ARGV[0]);
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
