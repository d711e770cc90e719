import { SqlClient, SqlSchema } from "@effect/sql"
import { Category } from "@storefront/domain/Catalog"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { type Array, Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

const fields = { product_id: ProductId, name: UserText, category: Category, price: MoneyFromNumeric }

const Product = Schema.Struct(fields)
const ProductInCart = Schema.Struct({ ...fields, quantity: Schema.Int })

/** Products as far as their price is concerned: active ones only. */
export class CartProducts extends Context.Tag("@storefront/server/shop/pricing/CartProducts")<
  CartProducts,
  {
    /** Those of the ids, by id; unknown and inactive ones are left out. */
    readonly list: (
      ids: Array.NonEmptyReadonlyArray<ProductId>
    ) => Effect.Effect<ReadonlyArray<typeof Product.Type>, DatabaseUnavailable>
    /** Those in the cart of a customer, in the order in which they were put in. */
    readonly inCart: (owner: UserId) => Effect.Effect<ReadonlyArray<typeof ProductInCart.Type>, DatabaseUnavailable>
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
      const selectInCart = SqlSchema.findAll({
        Request: UserId,
        Result: ProductInCart,
        execute: (owner) => sql`
          SELECT p.id AS product_id, p.name, p.category, p.price, i.quantity
          FROM carts c
          JOIN cart_items i ON i.cart_id = c.id
          JOIN products p ON p.id = i.product_id
          WHERE c.user_id = ${owner} AND p.is_active
          ORDER BY i.seq`
      })
      return {
        list: Effect.fn("CartProducts.list")((ids: Array.NonEmptyReadonlyArray<ProductId>) =>
          orUnavailable(select(ids))
        ),
        inCart: Effect.fn("CartProducts.inCart")((owner: UserId) => orUnavailable(selectInCart(owner)))
      }
    })
  )
}
