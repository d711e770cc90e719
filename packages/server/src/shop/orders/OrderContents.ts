import { type SqlClient } from "@effect/sql"

/** Selects the number of lines of the order `o`, the names of the first three as sold, and the number of the others. */
export const orderContents = (sql: SqlClient.SqlClient) =>
  sql.literal(`SELECT count(*)::int AS item_count, greatest(count(*) - 3, 0)::int AS more_products,
    coalesce((array_agg(product_name ORDER BY line_no))[1:3], '{}') AS products
    FROM order_items WHERE order_id = o.id`)
