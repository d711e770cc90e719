import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { Region } from "@storefront/domain/Inventory"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { flashSales } from "../pricing/PriceNow.ts"
import * as ProductRow from "./ProductRow.ts"
import * as StockByWarehouse from "./StockByWarehouse.ts"

const Details = Schema.Struct({
  ...ProductRow.fields,
  description: UserText,
  image_url: Schema.String,
  specs: Schema.Record({ key: UserText, value: Schema.Union(UserText, Schema.Boolean) }),
  total_stock: Schema.Int,
  /** Every warehouse by name, empty ones included. */
  warehouses: Schema.Array(Schema.Struct({ warehouse: Schema.String, region: Region, quantity: Schema.Int }))
})

/** A single product with all its details. */
export class ProductDetails extends Context.Tag("@storefront/server/shop/catalog/ProductDetails")<
  ProductDetails,
  { readonly find: (id: ProductId) => Effect.Effect<typeof Details.Type, ProductNotFound | DatabaseUnavailable> }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findOne({
        Request: ProductId,
        Result: Details,
        execute: (id) => sql`
          WITH ${flashSales(sql)}
          SELECT ${ProductRow.columns(sql)}, p.description, p.image_url, p.specs,
            COALESCE(s.total, 0) AS total_stock, COALESCE(s.warehouses, '[]') AS warehouses
          FROM products p
          ${StockByWarehouse.join(sql)}
          WHERE p.id = ${id} AND p.is_active`
      })
      return {
        find: Effect.fn("ProductDetails.find")(function* (id: ProductId) {
          const row = yield* orUnavailable(select(id))
          return yield* Effect.mapError(row, () => new ProductNotFound())
        })
      }
    })
  )
}
