import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { type Array, Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

const Product = Schema.Struct({ product_id: ProductId, name: UserText, category: Category, price: MoneyFromNumeric })

/** List prices of active products. */
export class ListPrices extends Context.Tag("@storefront/server/shop/pricing/ListPrices")<
  ListPrices,
  {
    /** Lists the active products among the ids, by id. */
    readonly list: (
      ids: Array.NonEmptyReadonlyArray<ProductId>
    ) => Effect.Effect<ReadonlyArray<typeof Product.Type>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const select = SqlSchema.findAll({
        Request: Schema.NonEmptyArray(ProductId),
        Result: Product,
        execute: (ids) => sql`
          SELECT id AS product_id, name, category, price FROM products
          WHERE is_active AND ${sql.in("id", ids)}
          ORDER BY id`
      })
      return {
        list: Effect.fn("ListPrices.list")((ids: Array.NonEmptyReadonlyArray<ProductId>) => orUnavailable(select(ids)))
      }
    })
  )
}
