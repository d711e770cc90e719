import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { UserText } from "@storefront/domain/tools/UserText"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { flashSales } from "../pricing/PriceNow.ts"
import * as ProductRow from "./ProductRow.ts"

const ComparedProduct = Schema.Struct({
  ...ProductRow.fields,
  specs: Schema.Record({ key: UserText, value: Schema.Union(UserText, Schema.Boolean) })
})

/** Products with their specs, to be compared. */
export class ProductComparison extends Context.Tag("@storefront/server/shop/catalog/ProductComparison")<
  ProductComparison,
  {
    /** Lists the active products among the ids, in the order of the ids. One statement. */
    readonly list: (
      ids: ReadonlyArray<ProductId>
    ) => Effect.Effect<ReadonlyArray<typeof ComparedProduct.Type>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: Schema.Array(ProductId),
        Result: ComparedProduct,
        execute: (ids) => sql`
          WITH ${flashSales(sql)}
          SELECT ${ProductRow.columns(sql)}, ${ProductRow.specs(sql)} AS specs
          FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS requested (id, position)
          JOIN products p ON p.id = requested.id
          WHERE p.is_active
          ORDER BY requested.position`
      })
      return {
        list: Effect.fn("ProductComparison.list")((ids: ReadonlyArray<ProductId>) => orUnavailable(select(ids)))
      }
    })
  )
}
