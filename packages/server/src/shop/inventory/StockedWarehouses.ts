import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { Region } from "@storefront/domain/Inventory"
import { type StockedWarehouse } from "@storefront/domain/rules/Allocation"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { isSold } from "../catalog/SoldProducts.ts"
import { areaOf, Place } from "./DeliveryAreas.ts"
import { ratesTo, ShippingRates } from "./ShippingRates.ts"

const StockedProducts = Schema.Struct({
  /** Null outside the delivery areas, where there are no rates. */
  region: Schema.NullOr(Region),
  /** The products that are sold, by id. */
  products: Schema.Array(Schema.Struct({ product_id: ProductId, name: UserText })),
  warehouses: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      name: Schema.String,
      region: Region,
      stock: Schema.Array(Schema.Struct({ product_id: ProductId, quantity: Schema.Int })),
      rates: ShippingRates
    })
  )
})

/** Stock and shipping rates of all warehouses for a set of products. */
export class StockedWarehouses extends Context.Tag("@storefront/server/shop/inventory/StockedWarehouses")<
  StockedWarehouses,
  {
    /** Reads the products that are sold, and every warehouse with rates to a region or an address. One statement. */
    readonly read: (
      products: ReadonlyArray<ProductId>,
      destination: Region | Place
    ) => Effect.Effect<
      {
        readonly region: Region | null
        readonly products: (typeof StockedProducts.Type)["products"]
        readonly warehouses: ReadonlyArray<StockedWarehouse>
      },
      DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.single({
        Request: Schema.Struct({ ids: Schema.Array(ProductId), destination: Schema.Union(Region, Place) }),
        Result: StockedProducts,
        execute: ({ destination, ids }) => sql`
          WITH area AS (
            ${typeof destination === "string" ? sql`SELECT ${destination}::text AS region` : areaOf(sql, destination)}
          ), requested AS (
            SELECT p.id, p.name FROM products p WHERE ${sql.in("p.id", ids)} AND ${isSold(sql)}
          ), rates AS (${ratesTo(sql, sql`(SELECT region FROM area)`)}), stock AS (
            SELECT i.warehouse_id,
              jsonb_agg(jsonb_build_object('product_id', i.product_id, 'quantity', i.quantity)) AS stock
            FROM warehouse_inventory i
            JOIN requested ON requested.id = i.product_id
            GROUP BY i.warehouse_id
          )
          SELECT (SELECT region FROM area) AS region,
            (SELECT COALESCE(jsonb_agg(jsonb_build_object('product_id', id, 'name', name) ORDER BY id), '[]')
              FROM requested) AS products,
            (SELECT COALESCE(jsonb_agg(jsonb_build_object('id', h.id, 'name', h.name, 'region', h.region,
                'stock', COALESCE(stock.stock, '[]'), 'rates', COALESCE(rates.rates, '[]')) ORDER BY h.name), '[]')
              FROM warehouses h
              LEFT JOIN stock ON stock.warehouse_id = h.id
              LEFT JOIN rates ON rates.region_from = h.region) AS warehouses`
      })
      return {
        read: Effect.fn("StockedWarehouses.read")(function* (
          ids: ReadonlyArray<ProductId>,
          destination: Region | Place
        ) {
          const { products, region, warehouses } = yield* orUnavailable(select({ ids, destination }))
          return {
            region,
            products,
            warehouses: warehouses.map((warehouse) => ({
              ...warehouse,
              stock: new Map(warehouse.stock.map(({ product_id, quantity }) => [product_id, quantity]))
            }))
          }
        })
      }
    })
  )
}
