import { type SqlClient, type Statement } from "@effect/sql"

/**
 * Gives products, selected by their `id`, the mean and the number of their reviews that are not flagged, and the variants
 * of groups copies of both. Rows that are right already are not written.
 */
export const rate = (sql: SqlClient.SqlClient, products: Statement.Fragment) => sql`
  WITH rated AS MATERIALIZED (
    SELECT w.id, COALESCE(round(avg(r.rating), 2), 0) AS rating, count(r.id)::int AS review_count
    FROM (${products}) w
    LEFT JOIN reviews r ON r.product_id = w.id AND NOT r.is_flagged
    GROUP BY w.id
  )
  UPDATE products p SET rating = r.rating, review_count = r.review_count, updated_at = clock_timestamp()
  FROM (
    SELECT id, rating, review_count FROM rated
    UNION ALL
    SELECT v.id, r.rating, r.review_count FROM rated r JOIN products v ON v.group_id = r.id
  ) r
  WHERE p.id = r.id AND (p.rating, p.review_count) IS DISTINCT FROM (r.rating, r.review_count)`
