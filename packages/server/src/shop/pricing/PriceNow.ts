import { type SqlClient, type Statement } from "@effect/sql"
import { Money, MoneyFromNumeric, toNumeric } from "@storefront/domain/Money"
import { shopSettings } from "@storefront/domain/ShopSettings"
import { Schema } from "effect"
import { isRunning } from "./RunningPromotions.ts"

/**
 * Today's price of a single unit for anybody: the list price less the best flash sale. Bundles and free units need
 * several units; coupons and loyalty discounts need a customer. Must agree with `PromotionChoice` of the pricing engine
 * for a cart of one unit; it is repeated in SQL in order to filter, sort and paginate by it.
 */

/** Common table expression `flash_sales`: running flash sales, one row per sale and category. */
export const flashSales = (sql: SqlClient.SqlClient): Statement.Fragment => sql`
  flash_sales AS MATERIALIZED (
    SELECT c.category, (m.rules->>'discount_pct')::numeric AS discount_pct, m.name, m.id
    FROM promotions m, jsonb_array_elements_text(m.rules->'categories') AS c (category)
    WHERE m.type = 'flash_sale' AND ${isRunning(sql, sql`now()`)}
  )`

/** Saving by the sale `s`, rounded half up as in the engine. */
const savingSql = () => `round(p.price * s.discount_pct / 100, ${shopSettings().currency.decimals})`
const fromSalesOfCategory = "FROM flash_sales s WHERE s.category = p.category"
const priceNowSql = () => `(p.price - COALESCE((SELECT max(${savingSql()}) ${fromSalesOfCategory}), 0))`

/** SQL expression for today's price of the product `p`; the statement needs `flashSales`. */
export const priceNow = (sql: SqlClient.SqlClient): Statement.Fragment => sql.literal(priceNowSql())

/** Condition that `p` costs at least this amount today. The list price is an upper bound, and indexed. */
export const atLeast = (sql: SqlClient.SqlClient, amount: Money): Statement.Fragment =>
  sql`(p.price >= ${toNumeric(amount)} AND ${priceNow(sql)} >= ${toNumeric(amount)})`

/** Condition that `p` costs at most this amount today. The best discount, plus one minor unit, bounds the indexed price. */
export const atMost = (sql: SqlClient.SqlClient, amount: Money): Statement.Fragment => sql`(
  p.price <= (
    SELECT COALESCE(${toNumeric(Money.make(amount + 1))}::numeric / NULLIF(1 - COALESCE(max(discount_pct), 0) / 100, 0), 'Infinity')
    FROM flash_sales
  ) AND ${priceNow(sql)} <= ${toNumeric(amount)}
)`

/**
 * The columns `price_now` and `promotion`, both null unless a flash sale lowers the price. Of equally good sales, names
 * the one with the lowest id, as the engine does.
 */
export const columns = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql.literal(`
    NULLIF(${priceNowSql()}, p.price) AS price_now,
    (SELECT s.name ${fromSalesOfCategory} AND ${savingSql()} > 0 ORDER BY ${savingSql()} DESC, s.id LIMIT 1) AS promotion`)

/** Fields of `columns`, both absent unless a flash sale lowers the price. */
export const fields = {
  price_now: Schema.optionalWith(MoneyFromNumeric, { nullable: true, exact: true }),
  promotion: Schema.optionalWith(Schema.String, { nullable: true, exact: true })
}
