import { type SqlClient, SqlSchema } from "@effect/sql"
import { AddressResult } from "@storefront/domain/Address"
import { OrderNotFound } from "@storefront/domain/Errors"
import { UserId } from "@storefront/domain/Identity"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { Data, Effect, Schema } from "effect"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { type Purpose } from "../../platform/effects/BindingAct.ts"
import { forUpdate } from "../../platform/effects/RowLock.ts"
import { termName } from "../../platform/effects/TermText.ts"

/** Data of an order that binding acts depend on. */

/** The order was placed in another system, which nothing here reaches. */
export class PlacedElsewhere extends Data.TaggedError("PlacedElsewhere") {}

/** Column of the order `o` that tells it was placed elsewhere: it has the key of its own system. */
export const placedElsewhere = (sql: SqlClient.SqlClient) =>
  sql.literal("o.external_id IS NOT NULL AS is_placed_elsewhere")

const Key = Schema.Struct({ owner: UserId, id: OrderId })

const Order = Schema.Struct({
  status: OrderStatus,
  total: MoneyFromNumeric,
  shipping_cost: MoneyFromNumeric,
  recipient_name: Schema.String,
  shipping_address: AddressResult,
  is_placed_elsewhere: Schema.Boolean
})

/**
 * Finds an owner's order to change, cancel or return; locks its row when the purpose is to act. Fails for an order
 * that was placed elsewhere. One statement.
 */
export const findOrder = (sql: SqlClient.SqlClient) => {
  const select = (purpose: Purpose) =>
    SqlSchema.findOne({
      Request: Key,
      Result: Order,
      execute: ({ id, owner }) => sql`
        SELECT status, total, shipping_cost, recipient_name, shipping_address, ${placedElsewhere(sql)} FROM orders o
        WHERE id = ${id} AND user_id = ${owner} ${forUpdate(sql, purpose)}`
    })
  return Effect.fnUntraced(function* (owner: UserId, id: OrderId, purpose: Purpose) {
    const found = yield* orUnavailable(select(purpose)({ owner, id }))
    const { is_placed_elsewhere: isPlacedElsewhere, ...order } = yield* Effect.mapError(
      found,
      () => new OrderNotFound()
    )
    return yield* isPlacedElsewhere ? new PlacedElsewhere() : Effect.succeed(order)
  })
}

/** Lists the lines of an order in the form in which terms show them. One statement. */
export const termLines = (sql: SqlClient.SqlClient) => {
  const select = SqlSchema.findAll({
    Request: OrderId,
    Result: Schema.Struct({ productId: ProductId, name: Schema.String, quantity: Schema.Int }),
    execute: (id) => sql`
      SELECT product_id AS "productId", product_name AS name, quantity FROM order_items
      WHERE order_id = ${id} ORDER BY line_no`
  })
  return (id: OrderId) =>
    select(id).pipe(
      Effect.map((lines) => lines.map((line) => ({ ...line, name: termName(line.name) }))),
      orUnavailable
    )
}
