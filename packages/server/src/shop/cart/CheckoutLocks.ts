import { SqlClient, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { type ProductId } from "@storefront/domain/Ids"
import { CouponCode } from "@storefront/domain/Pricing"
import { Effect, Option, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"

/** Row locks that protect a checkout until its transaction ends: cart, coupon, then stock, against deadlocks. */
export const checkoutLocks = Effect.map(SqlClient.SqlClient, (sql) => {
  const lockCart = SqlSchema.findOne({
    Request: UserId,
    Result: Schema.Struct({ coupon_code: Schema.NullOr(CouponCode) }),
    execute: (owner) => sql`SELECT coupon_code FROM carts WHERE user_id = ${owner} FOR UPDATE`
  })

  return {
    /** Locks the cart, then its coupon. At most two statements. */
    claimCart: Effect.fnUntraced(function* (owner: UserId) {
      const code = Option.flatMapNullable(yield* lockCart(owner), ({ coupon_code }) => coupon_code)
      if (Option.isSome(code)) {
        yield* sql`SELECT id FROM coupons WHERE code = ${code.value} FOR NO KEY UPDATE`
      }
    }, orUnavailable),
    /** Locks the stock of products, always in the same order. */
    claimStock: (ids: ReadonlyArray<ProductId>) =>
      orUnavailable(sql`
        SELECT quantity FROM warehouse_inventory WHERE ${sql.in("product_id", ids)}
        ORDER BY product_id, warehouse_id FOR UPDATE`)
  }
})
