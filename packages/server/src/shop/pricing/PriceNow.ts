import { type SqlClient, type Statement } from "@effect/sql"
import { isRunning } from "./RunningPromotions.ts"

/**
 * What one unit of a product costs today, bought alone by anybody: its price less the best flash sale. Bundles and free
 * units need several units, coupons and loyalty a customer. `PromotionChoice` of the pricing engine takes the same off a
 * cart of one unit; the statements have it as well, because they filter, sort and page by it.
 */

/**
 * The table `flash_sales`, to be used after `WITH`: the category, percentage and name of the greatest flash sale that runs
 * in a category; no row where there is none.
 */
export const flashSales = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  flash_sales AS MATERIALIZED (
    SELECT DISTINCT ON (c.category) c.category, (m.rules->>'discount_pct')::numeric AS discount_pct, m.name
    FROM promotions m, jsonb_array_elements_text(m.rules->'categories') AS c (category)
    WHERE m.type = 'flash_sale' AND ${isRunning(sql, sql`now()`)}
    ORDER BY c.category, discount_pct DESC, m.id
  )`

/** Half-up, as the engine rounds. */
const saving = "round(p.price * s.discount_pct / 100, 2)"

/** The price of `products` as `p` today; the statement has `flashSales`. */
export const priceNow = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(`(p.price - COALESCE((SELECT ${saving} FROM flash_sales s WHERE s.category = p.category), 0))`)

/** The columns `price_now` and `promotion`, both null where no flash sale takes a cent off. */
export const columns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(`
    (SELECT p.price - ${saving} FROM flash_sales s WHERE s.category = p.category AND ${saving} > 0) AS price_now,
    (SELECT s.name FROM flash_sales s WHERE s.category = p.category AND ${saving} > 0) AS promotion`)
