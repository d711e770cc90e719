import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Schema } from "effect"
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
  /** The line says when the next delivery comes; otherwise the schedule stays. */
  readonly is_restock_stated: boolean
  /** Day of the next delivery; null if none is expected. */
  readonly restock_date: string | null
  /** Units of the next delivery; null if they are unknown, which leaves those that are stored for the day. */
  readonly restock_quantity: number | null
}

const columns = `product_id uuid, warehouse text, counted integer, if_none integer, reorder_threshold integer,
  is_restock_stated boolean, restock_date date, restock_quantity integer`

const decodeDiffering = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ product_id: Schema.String, warehouse_id: Schema.String, warehouse: Schema.String }))
)

/** Returns the key of a product in a warehouse. */
export const placeOf = ({ product_id, warehouse }: Pick<StockRow, "product_id" | "warehouse">) =>
  JSON.stringify([product_id, warehouse])

/**
 * Makes the function that writes stock: the units counted, without those ordered here since, with those cancelled
 * since, and never below 0. Returns the number of changed rows. Rows that are right already are neither locked nor
 * written: a consistent snapshot shows orders and units together. A product that has become a group gets no stock.
 */
export const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const given = (rows: ReadonlyArray<StockRow>, since: string) => sql`
    given AS (
      SELECT g.*, w.id AS warehouse_id
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS g (${sql.literal(columns)})
      JOIN warehouses w ON w.name = g.warehouse
    ), stock AS (
      SELECT g.product_id, g.warehouse_id, g.warehouse, g.is_restock_stated, g.restock_date, g.restock_quantity,
        g.if_none IS NOT NULL OR g.counted IS NOT NULL AS is_stated,
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
  const differs = sql`(
    (s.quantity, s.reorder_threshold) IS DISTINCT FROM (s.old_quantity, s.old_threshold)
    AND (s.is_stated OR s.old_quantity IS NOT NULL)
  )`
  /** A scheduled delivery `r` that is still to come, although the line `s` states another day or none. */
  const isOutdated = sql`(
    (r.product_id, r.warehouse_id) = (s.product_id, s.warehouse_id) AND r.expected_date >= current_date
    AND s.is_restock_stated AND r.expected_date IS DISTINCT FROM s.restock_date
  )`
  return Effect.fnUntraced(function* (
    rows: ReadonlyArray<StockRow>,
    asOf: DateTime.Utc
  ): Effect.fn.Return<number, QueryError> {
    if (rows.length === 0) {
      return 0
    }
    const since = DateTime.formatIso(asOf)
    // Nobody turns these products into groups from here on.
    const differing = yield* Effect.flatMap(
      sql`
        WITH ${given(rows, since)}
        SELECT s.product_id, s.warehouse_id, s.warehouse FROM stock s
        JOIN products p ON p.id = s.product_id AND p.kind <> 'group'
        WHERE ${differs} OR EXISTS (SELECT FROM restock_schedule r WHERE ${isOutdated})
          OR s.restock_date IS NOT NULL AND NOT EXISTS (
            SELECT FROM restock_schedule r
            WHERE (r.product_id, r.warehouse_id, r.expected_date) = (s.product_id, s.warehouse_id, s.restock_date)
              AND r.expected_quantity = COALESCE(s.restock_quantity, r.expected_quantity))
        ORDER BY p.id FOR SHARE OF p`,
      decodeDiffering
    )
    if (differing.length === 0) {
      return 0
    }
    const places = new Set(differing.map(placeOf))
    const changing = rows.filter((row) => places.has(placeOf(row)))
    // Checkouts wait from here on; the next statement sees all those that came before.
    yield* sql`
      SELECT FROM warehouse_inventory
      WHERE (product_id, warehouse_id) IN (
        SELECT * FROM unnest(${differing.map(({ product_id }) => product_id)}::uuid[],
          ${differing.map(({ warehouse_id }) => warehouse_id)}::uuid[]))
      ORDER BY product_id, warehouse_id FOR UPDATE`
    const changed = yield* sql`
      WITH ${given(changing, since)}
      INSERT INTO warehouse_inventory (product_id, warehouse_id, quantity, reorder_threshold)
      SELECT product_id, warehouse_id, quantity, reorder_threshold FROM stock s WHERE ${differs}
      ORDER BY product_id, warehouse_id
      ON CONFLICT (product_id, warehouse_id) DO UPDATE
      SET quantity = EXCLUDED.quantity, reorder_threshold = EXCLUDED.reorder_threshold, updated_at = clock_timestamp()
      RETURNING product_id`
    if (!changing.some(({ is_restock_stated }) => is_restock_stated)) {
      return changed.length
    }
    const outdated = yield* sql`
      WITH ${given(changing, since)}
      DELETE FROM restock_schedule r USING given s WHERE ${isOutdated} RETURNING r.id`
    const scheduled = yield* sql`
      WITH ${given(changing, since)}
      INSERT INTO restock_schedule (product_id, warehouse_id, expected_quantity, expected_date)
      SELECT product_id, warehouse_id, COALESCE(restock_quantity, 1), restock_date FROM given
      WHERE restock_date IS NOT NULL
      ON CONFLICT (product_id, expected_date, warehouse_id) DO UPDATE SET expected_quantity = EXCLUDED.expected_quantity
      WHERE restock_schedule.expected_quantity <> EXCLUDED.expected_quantity AND EXISTS (
        SELECT FROM given g WHERE (g.product_id, g.warehouse_id) = (EXCLUDED.product_id, EXCLUDED.warehouse_id)
          AND g.restock_quantity IS NOT NULL)
      RETURNING id`
    return changed.length + outdated.length + scheduled.length
  })
})
