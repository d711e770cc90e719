import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { getSellerInventory } from "@storefront/domain/tools/FulfillmentTools"
import { Context, Effect, Layer, Schema } from "effect"
import { withTotal } from "../../platform/database/WithTotal.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { isSold } from "../catalog/SoldProducts.ts"
import { sumOfUnits } from "../catalog/StockByWarehouse.ts"

/** A page of a seller's stock; a null `seller` means all sellers. */
export const SellerStockListing = Schema.Struct({
  seller: Schema.NullOr(UserId),
  /** Only products whose stock is low in some warehouse. */
  lowStockOnly: Schema.Boolean,
  limit: Schema.Int,
  offset: Schema.Int
})
export type SellerStockListing = typeof SellerStockListing.Type

const Item = Schema.Struct({ ...getSellerInventory.successSchema.fields.items.value.fields, total: Schema.Int })

/** Stock of a seller's products. */
export class SellerStock extends Context.Tag("@storefront/server/shop/inventory/SellerStock")<
  SellerStock,
  {
    /**
     * Lists variants and singles that are sold, lowest stock first, then by id, with the number of all matches. One
     * statement.
     */
    readonly list: (
      listing: SellerStockListing
    ) => Effect.Effect<
      { readonly items: ReadonlyArray<Omit<typeof Item.Type, "total">>; readonly total: number | null },
      DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      /** Condition that stock is low in some warehouse; one that never stocked the product counts as low. */
      const isLow = sql.literal(
        "(COALESCE(bool_or(i.quantity <= i.reorder_threshold), true) OR count(i.warehouse_id) < (SELECT count(*) FROM warehouses))"
      )

      const select = SqlSchema.findAll({
        Request: SellerStockListing,
        Result: Item,
        execute: ({ limit, lowStockOnly, offset, seller }) => sql`
          WITH page AS (
            SELECT p.id, p.name, p.category, ${sumOfUnits(sql, "i.quantity")} AS units, ${isLow} AS is_low,
              count(*) OVER ()::int AS total
            FROM products p
            LEFT JOIN warehouse_inventory i ON i.product_id = p.id
            WHERE ${isSold(sql)} AND ${seller === null ? sql`true` : sql`p.seller_id = ${seller}`}
            GROUP BY p.id
            HAVING ${lowStockOnly ? isLow : sql`true`}
            ORDER BY units, p.id
            LIMIT ${limit} OFFSET ${offset}
          )
          SELECT p.id AS product_id, p.name, p.category, p.units AS total_quantity, p.is_low AS low_stock, p.total,
            COALESCE(w.warehouses, '[]') AS warehouses,
            (SELECT min(expected_date)::text FROM restock_schedule
              WHERE product_id = p.id AND expected_date >= current_date) AS next_restock
          FROM page p
          CROSS JOIN LATERAL (
            SELECT jsonb_agg(
              jsonb_build_object('warehouse', h.name, 'region', h.region, 'quantity', COALESCE(i.quantity, 0),
                'reorder_threshold', i.reorder_threshold)
              ORDER BY h.name) AS warehouses
            FROM warehouses h
            LEFT JOIN warehouse_inventory i ON i.warehouse_id = h.id AND i.product_id = p.id
          ) w
          ORDER BY p.units, p.id`
      })
      return {
        list: Effect.fn("SellerStock.list")(function* (listing: SellerStockListing) {
          const { rows, total } = withTotal(yield* orUnavailable(select(listing)), listing.offset)
          return { items: rows, total }
        })
      }
    })
  )
}
