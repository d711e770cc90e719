import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { digitsOf, OrderNumber } from "@storefront/domain/OrderNumber"
import { OrderStatus } from "@storefront/domain/Orders"
import { Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { whenGiven } from "../../platform/database/WhenGiven.ts"

/** Tells orders of one number apart. */
const Numbered = Schema.Struct({ order_id: OrderId, status: OrderStatus, created_at: Schema.DateTimeUtcFromDate })

/** The most orders that are told apart. */
const mostAlike = 10

/** Finds orders by their short number. */
export class OrderNumbers extends Context.Tag("@storefront/server/shop/orders/OrderNumbers")<
  OrderNumbers,
  {
    /** The person's own orders of this number, newest first; mostly one. Null is everybody's, for operators. */
    readonly find: (
      owner: UserId | null,
      number: OrderNumber
    ) => Effect.Effect<ReadonlyArray<typeof Numbered.Type>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const select = SqlSchema.findAll({
        Request: Schema.typeSchema(Schema.Struct({ owner: Schema.NullOr(UserId), number: OrderNumber })),
        Result: Numbered,
        execute: ({ number, owner }) => sql`
          SELECT id AS order_id, status, created_at FROM orders
          WHERE right(id::text, 8) = ${digitsOf(number)}
            AND ${sql.and(whenGiven(owner, (id) => sql`user_id = ${id}`))}
          ORDER BY created_at DESC, id DESC LIMIT ${mostAlike}`
      })
      return {
        find: Effect.fn("OrderNumbers.find")((owner: UserId | null, number: OrderNumber) =>
          orUnavailable(select({ owner, number }))
        )
      }
    })
  )

  /** Knows no orders. */
  static readonly layerTest = Layer.succeed(this, { find: () => Effect.succeed([]) })
}
