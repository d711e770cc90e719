import { type SqlClient, type Statement } from "@effect/sql"

/** Query for `rating` and `review_count` of products, selected by their `id`, from their reviews that are not flagged. */
export const ratingsOf = (sql: SqlClient.SqlClient, products: Statement.Fragment) => sql`
  SELECT w.id, COALESCE(round(avg(r.rating), 2), 0) AS rating, count(r.id)::int AS review_count
  FROM (${products}) w
  LEFT JOIN reviews r ON r.product_id = w.id AND NOT r.is_flagged
  GROUP BY w.id`
