import { SqlClient } from "@effect/sql"
import { type User } from "@storefront/domain/Identity"
import { type Priced } from "@storefront/domain/rules/CartPricing"
import { Context, Effect, Layer, Option } from "effect"
import { type CartContents, readContents } from "./CartContents.ts"
import { cartPricer } from "./CartPricer.ts"

/** The carts of customers, priced whenever they are read. Failures of the database are defects. */
export class Carts extends Context.Tag("@storefront/server/cart/Carts")<
  Carts,
  {
    /**
     * The cart of a customer with what it costs now; `contents` is none as long as nothing was ever written to it.
     * Three statements at most.
     */
    readonly find: (owner: User) => Effect.Effect<{
      readonly contents: Option.Option<CartContents>
      readonly priced: Priced
    }>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const price = yield* cartPricer
      return {
        find: Effect.fn("Carts.find")(function* (owner: User) {
          const contents = yield* readContents(sql, sql`SELECT * FROM carts WHERE user_id = ${owner.id}`)
          const { priced } = yield* price(
            owner,
            Option.getOrElse(contents, () => ({ coupon_code: null, lines: [] }))
          )
          return { contents, priced }
        }, Effect.orDie)
      }
    })
  )
}
