import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Number of changed rows above which a statement marks the whole catalogue instead of each product. */
const manyRows = 1000

/** Tables from which a product's details are read, with the column of the product's id. */
const tables = [
  { table: "products", column: "id" },
  { table: "warehouse_inventory", column: "product_id" },
  { table: "reviews", column: "product_id" }
]

/**
 * Creates the marks that together are a product's version: `docs/decisions/0005-catalogue-cache.md`. They work as in
 * `CatalogueChanges.ts`, whose `details` marks remain for changes to many products. Without a foreign key to
 * `products`, so that a product that is deleted and added again cannot get an earlier version again.
 */
export const productChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE product_changes (
      product_id uuid NOT NULL,
      place bigint GENERATED ALWAYS AS IDENTITY,
      mark uuid NOT NULL DEFAULT gen_random_uuid(),
      PRIMARY KEY (product_id, place)
    ) WITH (fillfactor = 50); -- a new mark stays on the page of the one that it replaces
    CREATE FUNCTION mark_catalogue(shown text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE catalogue_changes SET mark = gen_random_uuid() WHERE place = (
        SELECT place FROM catalogue_changes WHERE shown_on = shown LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
      IF NOT FOUND THEN
        INSERT INTO catalogue_changes (shown_on) VALUES (shown);
      END IF;
    END $$;
    CREATE OR REPLACE FUNCTION mark_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM mark_catalogue(TG_ARGV[0]);
      RETURN NULL;
    END $$;
    CREATE FUNCTION mark_products(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      product uuid;
    BEGIN
      IF cardinality(changed) > ${sql.literal(String(manyRows))} THEN
        PERFORM mark_catalogue('details');
        RETURN;
      END IF;
      FOR product IN SELECT DISTINCT id FROM unnest(changed) id LOOP
        UPDATE product_changes SET mark = gen_random_uuid() WHERE product_id = product AND place = (
          SELECT place FROM product_changes WHERE product_id = product LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED);
        IF NOT FOUND THEN
          INSERT INTO product_changes (product_id) VALUES (product);
        END IF;
      END LOOP;
    END $$;
    DROP TRIGGER warehouse_inventory_marked ON warehouse_inventory;
    DROP TRIGGER reviews_marked ON reviews`
  const one = manyRows + 1
  for (const { column, table } of tables) {
    yield* sql.unsafe(`
      CREATE FUNCTION mark_products_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN -- also those that a row was taken from
          PERFORM mark_products(ARRAY(
            (SELECT ${column} FROM changed LIMIT ${one}) UNION ALL (SELECT ${column} FROM replaced LIMIT ${one})));
        ELSE
          PERFORM mark_products(ARRAY(SELECT ${column} FROM changed LIMIT ${one}));
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER ${table}_marked_by_insert AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION mark_products_of_${table}();
      CREATE TRIGGER ${table}_marked_by_update AFTER UPDATE ON ${table}
        REFERENCING OLD TABLE AS replaced NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION mark_products_of_${table}();
      CREATE TRIGGER ${table}_marked_by_delete AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION mark_products_of_${table}();
      CREATE TRIGGER ${table}_marked_by_truncate AFTER TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION mark_catalogue_change('details')`)
  }
})
