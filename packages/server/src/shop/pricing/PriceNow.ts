import { type SqlClient, type Statement } from "@effect/sql"
import { type Money, MoneyFromNumeric, toNumeric } from "@storefront/domain/Money"
import { Schema } from "effect"
import { isRunning } from "./RunningPromotions.ts"

/**
 * Computes today's price of a single unit for anybody: the listed price less the best flash sale. Bundles and free
 * units need several units; coupons and loyalty discounts need a customer. `PromotionChoice` of the pricing engine
 * computes the same for a cart of one unit; SQL repeats it in order to filter, sort and paginate by it.
 */

/** The common table expression `flash_sales`: running flash sales, one row per category. */
export const flashSales = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  flash_sales AS MATERIALIZED (
    SELECT c.category, (m.rules->>'discount_pct')::numeric AS discount_pct, m.name, m.id
    FROM promotions m, jsonb_array_elements_text(m.rules->'categories') AS c (category)
    WHERE m.type = 'flash_sale' AND ${isRunning(sql, sql`now()`)}
  )`

/** Rounds half up, as the engine does. */
const saving = "round(p.price * s.discount_pct / 100, 2)"
const ofCategory = "FROM flash_sales s WHERE s.category = p.category"
const now = `(p.price - COALESCE((SELECT max(${saving}) ${ofCategory}), 0))`

/** Today's price of `products` as `p`; the statement needs `flashSales`. */
export const priceNow = (sql: SqlClient.SqlClient): Statement.Fragment => sql.literal(now)

/** Condition that `p` costs at least this amount today. The listed price is an upper bound, and indexed. */
export const atLeast = (sql: SqlClient.SqlClient, amount: Money): Statement.Fragment =>
  sql`(p.price >= ${toNumeric(amount)} AND ${priceNow(sql)} >= ${toNumeric(amount)})`

/** Condition that `p` costs at most this today. The best discount (and a cent of rounding) bounds the indexed price. */
export const atMost = (sql: SqlClient.SqlClient, amount: Money): Statement.Fragment => sql`(
  p.price <= (
    SELECT COALESCE((${toNumeric(amount)}::numeric + 0.01) / NULLIF(1 - COALESCE(max(discount_pct), 0) / 100, 0), 'Infinity')
    FROM flash_sales
  ) AND ${priceNow(sql)} <= ${toNumeric(amount)}
)`

/**
 * The columns `price_now` and `promotion`, both null unless a flash sale lowers the price. Of equally good sales it
 * names the one that the engine picks.
 */
export const columns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(`
    NULLIF(${now}, p.price) AS price_now,
    (SELECT s.name ${ofCategory} AND ${saving} > 0 ORDER BY ${saving} DESC, s.id LIMIT 1) AS promotion`)

/** Decodes `columns`; both fields are absent without such a sale. */
export const fields = {
  price_now: Schema.optionalWith(MoneyFromNumeric, { nullable: true, exact: true }),
  promotion: Schema.optionalWith(Schema.String, { nullable: true, exact: true })
}
