import { type SqlClient } from "@effect/sql"
import { gtinLengths } from "@storefront/domain/Catalog"

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
