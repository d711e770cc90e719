import { type SqlClient } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"
import * as PriceNow from "../pricing/PriceNow.ts"

/** Fields of a product as tools show it; decodes `columns`, which must list the same names. */
export const fields = {
  product_id: ProductId,
  name: UserText,
  category: Category,
  brand: UserText,
  price: MoneyFromNumeric,
  original_price: MoneyFromNumeric,
  ...PriceNow.fields,
  on_sale: Schema.Boolean,
  rating: Schema.NumberFromString,
  review_count: Schema.Int,
  in_stock: Schema.Boolean
}

/** SQL condition that some warehouse holds a unit of the product. `p` is `products`. */
export const inStock = (sql: SqlClient.SqlClient) =>
  sql.literal("EXISTS (SELECT FROM warehouse_inventory w WHERE w.product_id = p.id AND w.quantity > 0)")

/** Columns that every tool shows about a product. `p` is `products`; the statement needs `PriceNow.flashSales`. */
export const columns = (sql: SqlClient.SqlClient) => sql`
  p.id AS product_id, p.name, p.category, p.brand, p.price, p.original_price, ${PriceNow.columns(sql)},
  ${PriceNow.priceNow(sql)} < p.original_price AS on_sale, p.rating, p.review_count, ${inStock(sql)} AS in_stock`
