import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { Context, Effect, Layer } from "effect"
import { cartOf, type PricedCart, readCart } from "./CartContents.ts"

/** The carts of customers, priced whenever they are read. */
export class Carts extends Context.Tag("@storefront/server/shop/cart/Carts")<
  Carts,
  {
    /** The cart of a customer with what it costs now, in one statement. */
    readonly find: (owner: User) => Effect.Effect<PricedCart, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const read = readCart(sql)
      return { find: Effect.fn("Carts.find")((owner: User) => read(owner, cartOf(sql, owner))) }
    })
  )
}
