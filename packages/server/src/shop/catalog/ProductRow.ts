import { type SqlClient } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"
import * as PriceNow from "../pricing/PriceNow.ts"
import { soldRows } from "./SoldProducts.ts"

/** Fields of a product as tools show it; decodes `columns`, which must list the same names. */
export const fields = {
  product_id: ProductId,
  name: UserText,
  category: Category,
  brand: UserText,
  variant_count: Schema.Int,
  price: MoneyFromNumeric,
  original_price: MoneyFromNumeric,
  ...PriceNow.fields,
  on_sale: Schema.Boolean,
  rating: Schema.NumberFromString,
  review_count: Schema.Int,
  in_stock: Schema.Boolean
}

/** SQL condition that some warehouse holds a unit of the product, or of a group's variant. `p` is `products`. */
export const inStock = (sql: SqlClient.SqlClient) => sql`CASE WHEN p.kind = 'group'
  THEN EXISTS (SELECT FROM (${soldRows(sql)}) v JOIN warehouse_inventory w ON w.product_id = v.id WHERE w.quantity > 0)
  ELSE EXISTS (SELECT FROM warehouse_inventory w WHERE w.product_id = p.id AND w.quantity > 0) END`

/** SQL expression for the number of active variants of the group `p`; 0 for other products. */
export const variantCount = (sql: SqlClient.SqlClient) =>
  sql.literal(
    "CASE WHEN p.kind = 'group' THEN (SELECT count(*) FROM products v WHERE v.group_id = p.id AND v.is_active) ELSE 0 END::int"
  )

/** Columns that every tool shows about a product. `p` is `products`; the statement needs `PriceNow.flashSales`. */
export const columns = (sql: SqlClient.SqlClient) => sql`
  p.id AS product_id, p.name, p.category, p.brand, ${variantCount(sql)} AS variant_count, p.price, p.original_price, ${PriceNow.columns(sql)},
  ${PriceNow.priceNow(sql)} < p.original_price AS on_sale, p.rating, p.review_count, ${inStock(sql)} AS in_stock`

/** Maximum length of a group's values of an option among its specs. */
const maxValuesLength = 300

/**
 * SQL expression for the specs of `p` and its options: a variant's own values, or those of a group's active variants,
 * numbers by size, as `"41, 42, 43"`. `p` is `products`.
 */
export const specs = (sql: SqlClient.SqlClient) => sql`(p.specs || COALESCE((
  SELECT jsonb_object_agg(name, CASE WHEN char_length(list) <= ${sql.literal(String(maxValuesLength))} THEN list
    ELSE regexp_replace(left(list, ${sql.literal(String(maxValuesLength - 2))}), ',[^,]*$', '') || ', …' END)
  FROM (
    SELECT name, string_agg(value, ', ' ORDER BY substring(value FROM '^[0-9]+(?:[.][0-9]+)?')::numeric, value) AS list
    FROM (
      SELECT DISTINCT o->>0 AS name, o->>1 AS value
      FROM (${soldRows(sql)}) sold JOIN products v ON v.id = sold.id, jsonb_array_elements(v.options) o
    ) options
    GROUP BY name
  ) lists
), '{}'))`
