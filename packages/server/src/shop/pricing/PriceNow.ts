import { type SqlClient, type Statement } from "@effect/sql"
import { type Money, MoneyFromNumeric, toNumeric } from "@storefront/domain/Money"
import { Schema } from "effect"
import { isRunning } from "./RunningPromotions.ts"

/**
 * The price of one unit of a product today, bought alone by anybody: the listed price less the best flash sale. Bundles and free
 * units need several units, coupons and loyalty a customer. `PromotionChoice` of the pricing engine takes the same off a
 * cart of one unit; the statements have it as well, because they filter, sort and page by it.
 */

/** The table `flash_sales`, to be used after `WITH`: the flash sales that run, a row for each of their categories. */
export const flashSales = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  flash_sales AS MATERIALIZED (
    SELECT c.category, (m.rules->>'discount_pct')::numeric AS discount_pct, m.name, m.id
    FROM promotions m, jsonb_array_elements_text(m.rules->'categories') AS c (category)
    WHERE m.type = 'flash_sale' AND ${isRunning(sql, sql`now()`)}
  )`

/** Half-up, as the engine rounds. */
const saving = "round(p.price * s.discount_pct / 100, 2)"
const ofCategory = "FROM flash_sales s WHERE s.category = p.category"
const now = `(p.price - COALESCE((SELECT max(${saving}) ${ofCategory}), 0))`

/** The price of `products` as `p` today; the statement has `flashSales`. */
export const priceNow = (sql: SqlClient.SqlClient): Statement.Fragment => sql.literal(now)

/** The condition that `p` costs this amount today or more. It costs no more than its price, of which there is an index. */
export const atLeast = (sql: SqlClient.SqlClient, amount: Money): Statement.Fragment =>
  sql`(p.price >= ${toNumeric(amount)} AND ${priceNow(sql)} >= ${toNumeric(amount)})`

/** The condition that `p` costs this amount today or less. No sale takes more off than the greatest; a cent is for rounding. */
export const atMost = (sql: SqlClient.SqlClient, amount: Money): Statement.Fragment => sql`(
  p.price <= (
    SELECT COALESCE((${toNumeric(amount)}::numeric + 0.01) / NULLIF(1 - COALESCE(max(discount_pct), 0) / 100, 0), 'Infinity')
    FROM flash_sales
  ) AND ${priceNow(sql)} <= ${toNumeric(amount)}
)`

/**
 * The columns `price_now` and `promotion`, both null where no flash sale takes a cent off. Of equally good ones it is the
 * one that the engine takes.
 */
export const columns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(`
    NULLIF(${now}, p.price) AS price_now,
    (SELECT s.name ${ofCategory} AND ${saving} > 0 ORDER BY ${saving} DESC, s.id LIMIT 1) AS promotion`)

/** The columns of `columns` as the driver gives them; both absent without such a sale. */
export const fields = {
  price_now: Schema.optionalWith(MoneyFromNumeric, { nullable: true, exact: true }),
  promotion: Schema.optionalWith(Schema.String, { nullable: true, exact: true })
}
