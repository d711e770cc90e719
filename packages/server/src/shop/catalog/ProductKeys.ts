import { type SqlClient } from "@effect/sql"
import { gtinLengths } from "@storefront/domain/Catalog"
import { ProductId } from "@storefront/domain/Ids"
import { Schema } from "effect"

/** Returns the GTINs that a text can mean, in any length; none for other texts. */
const gtinsIn = (text: string): ReadonlyArray<string> => {
  const digits = text.replaceAll(/[\s-]/gu, "")
  const significant = digits.replace(/^0+/u, "")
  return /^\d{8,14}$/u.test(digits)
    ? gtinLengths.flatMap((length) => (significant.length <= length ? [significant.padStart(length, "0")] : []))
    : []
}

/**
 * SQL query for the active products with this SKU or external id, in any case, or this GTIN: their `id`, and as
 * `listed_id` that of the group for a variant.
 */
export const productsByKey = (sql: SqlClient.SqlClient, key: string) => {
  const columns = sql.literal("k.id, COALESCE(k.group_id, k.id) AS listed_id FROM products k WHERE k.is_active AND")
  return sql`
    SELECT ${columns} lower(k.external_id) = lower(${key})
    UNION SELECT ${columns} lower(k.sku) = lower(${key})
    UNION SELECT ${columns} k.gtin = ANY (${gtinsIn(key)}::text[])`
}

/** The product or variant that was found by its SKU, GTIN or external id; absent if it was found by words. */
export const matchedId = Schema.optionalWith(ProductId, { nullable: true })

/**
 * SQL query for the listed products that a key leads to: their `id`, and as `matched_id` the product or variant that has
 * the key. If several variants of a group have it, that is the group.
 */
export const listedByKey = (sql: SqlClient.SqlClient, key: string) => sql`
  SELECT listed_id AS id, CASE WHEN count(*) = 1 THEN (array_agg(k.id))[1] ELSE listed_id END AS matched_id
  FROM (${productsByKey(sql, key)}) k
  GROUP BY listed_id`
