import { SqlClient } from "@effect/sql"
import { DateTime, Effect } from "effect"
import { type QueryError } from "./Writing.ts"

/** Units of a product in a warehouse, as a line states them. */
export interface StockRow {
  readonly product_id: string
  /** Name of the warehouse. */
  readonly warehouse: string
  /** Units counted as of the import's time; null leaves the stock. */
  readonly counted: number | null
  /** Units of a product that is in stock without a number, used only where none is left anywhere. */
  readonly if_none: number | null
  readonly reorder_threshold: number | null
  /** Day of the next delivery, with its units; null leaves the schedule. */
  readonly restock_date: string | null
  readonly restock_quantity: number | null
}

const columns = `product_id uuid, warehouse text, counted integer, if_none integer, reorder_threshold integer,
  restock_date date, restock_quantity integer`

/**
 * Makes the function that writes stock: the units counted, without those ordered here since, with those cancelled
 * since, and never below 0. Returns the number of changed rows. Rows that are right already are neither locked nor
 * written: a consistent snapshot shows orders and units together.
 */
export const make = Effect.map(
  SqlClient.SqlClient,
  (sql) =>
    (rows: ReadonlyArray<StockRow>, asOf: DateTime.Utc): Effect.Effect<number, QueryError> =>
      Effect.gen(function* () {
        if (rows.length === 0) {
          return 0
        }
        const since = DateTime.formatIso(asOf)
        const given = sql`
          given AS (
            SELECT g.*, w.id AS warehouse_id
            FROM json_to_recordset(${JSON.stringify(rows)}::json) AS g (${sql.literal(columns)})
            JOIN warehouses w ON w.name = g.warehouse
          ), stock AS (
            SELECT g.product_id, g.warehouse_id, g.if_none IS NOT NULL OR g.counted IS NOT NULL AS is_stated,
              CASE
                WHEN g.counted IS NOT NULL THEN greatest(0, g.counted - moved.ordered + moved.cancelled)
                WHEN g.if_none IS NOT NULL AND NOT EXISTS (
                  SELECT FROM warehouse_inventory s WHERE s.product_id = g.product_id AND s.quantity > 0
                ) THEN g.if_none
                ELSE COALESCE(i.quantity, 0)
              END::integer AS quantity,
              COALESCE(g.reorder_threshold, i.reorder_threshold, 10) AS reorder_threshold,
              i.quantity AS old_quantity, i.reorder_threshold AS old_threshold
            FROM given g
            LEFT JOIN warehouse_inventory i ON i.product_id = g.product_id AND i.warehouse_id = g.warehouse_id
            CROSS JOIN LATERAL (
              SELECT COALESCE(sum(a.quantity) FILTER (WHERE o.created_at > ${since}::timestamptz), 0) AS ordered,
                COALESCE(sum(a.quantity) FILTER (WHERE o.status = 'cancelled' AND (
                  SELECT max(h.recorded_at) FROM order_status_history h
                  WHERE h.order_id = o.id AND h.status = 'cancelled') > ${since}::timestamptz), 0) AS cancelled
              FROM order_items l
              JOIN orders o ON o.id = l.order_id
              JOIN order_item_allocations a ON a.order_item_id = l.id AND a.warehouse_id = g.warehouse_id
              WHERE l.product_id = g.product_id AND g.counted IS NOT NULL
            ) moved
          )`
        const differs = sql`(s.quantity, s.reorder_threshold) IS DISTINCT FROM (s.old_quantity, s.old_threshold)`
        // Checkouts wait from here on; the next statement sees all those that came before.
        yield* sql`
          WITH ${given}
          SELECT FROM warehouse_inventory i JOIN stock s USING (product_id, warehouse_id) WHERE ${differs}
          ORDER BY i.product_id, i.warehouse_id FOR UPDATE OF i`
        const changed = yield* sql`
          WITH ${given}
          INSERT INTO warehouse_inventory (product_id, warehouse_id, quantity, reorder_threshold)
          SELECT product_id, warehouse_id, quantity, reorder_threshold FROM stock s
          WHERE ${differs} AND (is_stated OR old_quantity IS NOT NULL)
          ORDER BY product_id, warehouse_id
          ON CONFLICT (product_id, warehouse_id) DO UPDATE
          SET quantity = EXCLUDED.quantity, reorder_threshold = EXCLUDED.reorder_threshold, updated_at = clock_timestamp()
          RETURNING product_id`
        if (!rows.some(({ restock_date }) => restock_date !== null)) {
          return changed.length
        }
        const scheduled = yield* sql`
          WITH ${given}
          INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
          SELECT product_id, warehouse_id, restock_quantity, restock_date FROM given
          WHERE restock_date IS NOT NULL AND restock_quantity IS NOT NULL
          ON CONFLICT (product_id, expected_date, warehouse_id) DO UPDATE SET expected_quantity = EXCLUDED.expected_quantity
          WHERE restock_schedule.expected_quantity <> EXCLUDED.expected_quantity
          RETURNING id`
        return changed.length + scheduled.length
      })
)
