import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { Context, Effect, Layer, Schema } from "effect"
import { withTotal } from "../../platform/database/WithTotal.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"
import { flashSales } from "../pricing/PriceNow.ts"
import * as ProductRow from "./ProductRow.ts"
import { sumOfUnits } from "./StockByWarehouse.ts"

const OwnProduct = Schema.Struct({
  ...ProductRow.fields,
  /** Sum over all warehouses. */
  total_stock: Schema.Int,
  /** Some warehouse is at or below its reorder threshold, or has never stocked the product. */
  low_stock: Schema.Boolean,
  is_active: Schema.Boolean,
  /** Null for the shop itself. */
  seller_id: Schema.NullOr(UserId),
  total: Schema.Int
})

const Listing = Schema.Struct({
  /** Null means all sellers. */
  seller: Schema.NullOr(UserId),
  category: Schema.NullOr(Category),
  includeInactive: Schema.Boolean,
  lowStockOnly: Schema.Boolean,
  limit: Schema.Int,
  offset: Schema.Int
})

/** Variants and singles as their seller sees them, with stock and inactive ones. */
export class SellerCatalogue extends Context.Tag("@storefront/server/shop/catalog/SellerCatalogue")<
  SellerCatalogue,
  {
    /** Lists products newest first, with the number of matches on all pages. One statement. */
    readonly list: (
      listing: typeof Listing.Type
    ) => Effect.Effect<
      { readonly products: ReadonlyArray<Omit<typeof OwnProduct.Type, "total">>; readonly total: number | null },
      DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: Listing,
        Result: OwnProduct,
        execute: ({ category, includeInactive, limit, lowStockOnly, offset, seller }) => sql`
          WITH ${flashSales(sql)}
          SELECT ${ProductRow.columns(sql)}, s.total_stock, s.low_stock, p.is_active, p.seller_id,
            count(*) OVER ()::int AS total
          FROM products p
          CROSS JOIN LATERAL (
            SELECT ${sumOfUnits(sql, "i.quantity")} AS total_stock,
              COALESCE(bool_or(COALESCE(i.quantity <= i.reorder_threshold, true)), true) AS low_stock
            FROM warehouses h
            LEFT JOIN warehouse_inventory i ON i.warehouse_id = h.id AND i.product_id = p.id
          ) s
          WHERE ${sql.and([
            sql`p.kind <> 'group'`,
            ...optionalCondition(seller, (seller) => sql`p.seller_id = ${seller}`),
            ...optionalCondition(category, (category) => sql`p.category = ${category}`),
            includeInactive ? sql`true` : sql`p.is_active`,
            lowStockOnly ? sql`s.low_stock` : sql`true`
          ])}
          ORDER BY p.created_at DESC, p.id DESC
          LIMIT ${limit} OFFSET ${offset}`
      })
      return {
        list: Effect.fn("SellerCatalogue.list")(function* (listing: typeof Listing.Type) {
          const { rows, total } = withTotal(yield* orUnavailable(select(listing)), listing.offset)
          return { products: rows, total }
        })
      }
    })
  )
}
