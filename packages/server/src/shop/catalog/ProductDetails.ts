import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { Region } from "@storefront/domain/Inventory"
import { Gtin } from "@storefront/domain/Catalog"
import { UserText } from "@storefront/domain/tools/UserText"
import { type Variant } from "@storefront/domain/tools/VariantFields"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { flashSales } from "../pricing/PriceNow.ts"
import * as ProductRow from "./ProductRow.ts"
import * as StockByWarehouse from "./StockByWarehouse.ts"
import { Variants } from "./Variants.ts"

const Details = Schema.Struct({
  ...ProductRow.fields,
  description: UserText,
  image_url: Schema.String,
  specs: Schema.Record({ key: UserText, value: Schema.Union(UserText, Schema.Boolean) }),
  vendor: UserText,
  sku: Schema.NullOr(UserText),
  gtin: Schema.NullOr(Gtin),
  product_type: UserText,
  total_stock: Schema.Int,
  /** Every warehouse by name, empty ones included. */
  warehouses: Schema.Array(Schema.Struct({ warehouse: Schema.String, region: Region, quantity: Schema.Int }))
})

/** A single product with all its details. */
export class ProductDetails extends Context.Tag("@storefront/server/shop/catalog/ProductDetails")<
  ProductDetails,
  {
    /** Finds an active product. Of a group's variants, those come first whose values the question names. */
    readonly find: (
      id: ProductId,
      question?: string
    ) => Effect.Effect<
      typeof Details.Type & { readonly variants: ReadonlyArray<Variant> },
      ProductNotFound | DatabaseUnavailable
    >
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const variants = yield* Variants
      const select = SqlSchema.findOne({
        Request: ProductId,
        Result: Details,
        execute: (id) => sql`
          WITH ${flashSales(sql)}
          SELECT ${ProductRow.columns(sql)}, p.description, p.image_url, ${ProductRow.specs(sql)} AS specs,
            p.vendor, p.sku, p.gtin, p.product_type,
            s.total AS total_stock, COALESCE(s.warehouses, '[]') AS warehouses
          FROM products p
          ${StockByWarehouse.join(sql)}
          WHERE p.id = ${id} AND p.is_active`
      })
      return {
        find: Effect.fn("ProductDetails.find")(function* (id: ProductId, question = "") {
          const row = yield* orUnavailable(select(id))
          const product = yield* Effect.mapError(row, () => new ProductNotFound())
          const variantsOf = yield* variants.of(product.variant_count > 0 ? [id] : [], question)
          return { ...product, variants: variantsOf(id) }
        })
      }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide(Variants.layer))
}
