import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { NextRestock, Region } from "@storefront/domain/Inventory"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { isSold } from "../catalog/SoldProducts.ts"
import { nextRestock } from "./Restocks.ts"
import { unitsInStock } from "../catalog/StockByWarehouse.ts"
import { ratesTo, ShippingRates } from "./ShippingRates.ts"

const ShippableProduct = Schema.Struct({
  product_id: ProductId,
  product_name: UserText,
  /** Every warehouse by name, with the carriers' rates from there to the destination. */
  origins: Schema.Array(
    Schema.Struct({
      warehouse: Schema.String,
      region: Region,
      quantity: Schema.Int,
      /** False where the product was never stocked. */
      isStocked: Schema.Boolean,
      rates: ShippingRates
    })
  ),
  next_restock: NextRestock
})

/** Shipping origins of products, and the carriers' rates. */
export class Shipping extends Context.Tag("@storefront/server/shop/inventory/Shipping")<
  Shipping,
  {
    /**
     * Finds a product that is sold with its shipping options to a region; of a group, its variant with most units.
     */
    readonly find: (
      id: ProductId,
      destination: Region
    ) => Effect.Effect<typeof ShippableProduct.Type, ProductNotFound | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: Schema.Struct({ id: ProductId, destination: Schema.typeSchema(Region) }),
        Result: ShippableProduct,
        execute: ({ destination, id }) => sql`
          WITH rates AS (${ratesTo(sql, destination)})
          SELECT p.id AS product_id, p.name AS product_name, COALESCE(o.origins, '[]') AS origins,
            ${nextRestock(sql)} AS next_restock
          FROM products p
          CROSS JOIN LATERAL (
            SELECT jsonb_agg(
              jsonb_build_object('warehouse', h.name, 'region', h.region, 'quantity', COALESCE(i.quantity, 0),
                'isStocked', i.product_id IS NOT NULL, 'rates', COALESCE(rates.rates, '[]'))
              ORDER BY h.name) AS origins
            FROM warehouses h
            LEFT JOIN warehouse_inventory i ON i.warehouse_id = h.id AND i.product_id = p.id
            LEFT JOIN rates ON rates.region_from = h.region
          ) o
          WHERE p.id = (
            SELECT p.id FROM products p
            WHERE (p.id = ${id} OR p.group_id = ${id}) AND ${isSold(sql)}
            ORDER BY ${unitsInStock(sql)} DESC, p.id
            LIMIT 1
          )`
      })
      return {
        find: Effect.fn("Shipping.find")(function* (id: ProductId, destination: Region) {
          const row = yield* orUnavailable(select({ id, destination }))
          return yield* Effect.mapError(row, () => new ProductNotFound())
        })
      }
    })
  )
}
