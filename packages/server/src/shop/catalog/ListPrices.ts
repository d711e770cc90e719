import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { type Array, Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { isSold } from "./SoldProducts.ts"

const Product = Schema.Struct({
  product_id: ProductId,
  /** Group of a variant; null for others. */
  group_id: Schema.NullOr(ProductId),
  name: UserText,
  category: Category,
  price: MoneyFromNumeric
})

/** List prices of the products that are sold. */
export class ListPrices extends Context.Tag("@storefront/server/shop/catalog/ListPrices")<
  ListPrices,
  {
    /** Lists the products among the ids that are sold, by id. */
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
          SELECT p.id AS product_id, p.group_id, p.name, p.category, p.price FROM products p
          WHERE ${isSold(sql)} AND ${sql.in("p.id", ids)}
          ORDER BY p.id`
      })
      return {
        list: Effect.fn("ListPrices.list")((ids: Array.NonEmptyReadonlyArray<ProductId>) => orUnavailable(select(ids)))
      }
    })
  )
}
