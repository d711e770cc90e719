import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Number of changed products above which a statement marks the whole catalogue instead of each product. */
const manyProducts = 1000

const one = manyProducts + 1

/** Looks each product up: with a join the plan of a session might read the whole table for each statement. */
const productsNamed = (rows: string) =>
  `SELECT COALESCE((SELECT p.group_id FROM products p WHERE p.id = c.product_id), c.product_id) FROM ${rows} c`

/** Tables from which a product's details are read, with the products of their changed rows. */
const tables: Readonly<Record<string, (rows: string) => string>> = {
  products: (rows) => `SELECT COALESCE(group_id, id) FROM ${rows}`,
  warehouse_inventory: productsNamed,
  reviews: productsNamed
}

/**
 * Marks the products of a statement together, and counts each once: an update of 501 rows, old and new, or of the
 * variants of few groups is not one of a thousand products. `ProductChanges.ts` tells how marks work.
 */
export const productMarks = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE OR REPLACE FUNCTION mark_products(changed uuid[]) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF cardinality(changed) > ${sql.literal(String(manyProducts))} THEN
        PERFORM mark_catalogue('details');
        RETURN;
      END IF;
      WITH wanted AS (SELECT DISTINCT id FROM unnest(changed) AS id),
      free AS MATERIALIZED (
        SELECT w.id, f.place FROM wanted w CROSS JOIN LATERAL (
          SELECT place FROM product_changes c WHERE c.product_id = w.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED) f
      ), replaced AS (
        UPDATE product_changes c SET mark = gen_random_uuid() FROM free f
        WHERE c.product_id = f.id AND c.place = f.place RETURNING c.product_id
      )
      INSERT INTO product_changes (product_id)
      SELECT id FROM wanted WHERE id NOT IN (SELECT product_id FROM replaced);
    END $$`
  for (const [table, productsOf] of Object.entries(tables)) {
    yield* sql.unsafe(`
      CREATE OR REPLACE FUNCTION mark_products_of_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'UPDATE' THEN -- also the product that a row was taken from
          PERFORM mark_products(ARRAY(${productsOf("changed")} UNION ${productsOf("replaced")} LIMIT ${one}));
        ELSE
          PERFORM mark_products(ARRAY(SELECT DISTINCT * FROM (${productsOf("changed")}) AS each LIMIT ${one}));
        END IF;
        RETURN NULL;
      END $$`)
  }
})
