import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId } from "@storefront/domain/Ids"
import { digitsOf, parseOrderNumber } from "@storefront/domain/OrderNumber"
import { OrderStatus } from "@storefront/domain/Orders"
import { Array, Context, Effect, Layer, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { optionalCondition } from "../../platform/database/OptionalCondition.ts"

/** Fields that distinguish orders with the same short number. */
const NumberedOrder = Schema.Struct({ order_id: OrderId, status: OrderStatus, created_at: Schema.DateTimeUtcFromDate })

/** Maximum number of orders returned for one number. */
const maxMatches = 10

/** Finds orders by their short number or, if they were placed elsewhere, by the key that they have there. */
export class OrderNumbers extends Context.Tag("@storefront/server/shop/orders/OrderNumbers")<
  OrderNumbers,
  {
    /**
     * Finds an owner's orders with this number, usually one, newest first; a null owner, for operators, means all. A `#`
     * before the key of another system makes no difference.
     */
    readonly find: (
      owner: UserId | null,
      number: string
    ) => Effect.Effect<ReadonlyArray<typeof NumberedOrder.Type>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const select = SqlSchema.findAll({
        Request: Schema.typeSchema(Schema.Struct({ owner: Schema.NullOr(UserId), number: Schema.String })),
        Result: NumberedOrder,
        execute: ({ number, owner }) => sql`
          SELECT id AS order_id, status, created_at FROM orders
          WHERE ${sql.or([
            sql`ltrim(external_id, '#') = ltrim(${number.trim()}, '#')`,
            ...Array.fromOption(parseOrderNumber(number)).map((own) => sql`right(id::text, 8) = ${digitsOf(own)}`)
          ])}
            AND ${sql.and(optionalCondition(owner, (id) => sql`user_id = ${id}`))}
          ORDER BY created_at DESC, id DESC LIMIT ${maxMatches}`
      })
      return {
        find: Effect.fn("OrderNumbers.find")((owner: UserId | null, number: string) =>
          orUnavailable(select({ owner, number }))
        )
      }
    })
  )

  static readonly layerTest = Layer.succeed(this, { find: () => Effect.succeed([]) })
}
