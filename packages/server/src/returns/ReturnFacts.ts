import { type SqlClient, SqlSchema } from "@effect/sql"
import { UserId } from "@storefront/domain/Identity"
import { OrderId, ReturnId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { OrderStatus } from "@storefront/domain/Orders"
import { Schema } from "effect"

/** What decides whether an order can be sent back. */
const Facts = Schema.Struct({
  status: OrderStatus,
  total: MoneyFromNumeric,
  /** The newest delivery on record. */
  delivered_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  return_id: Schema.NullOr(ReturnId),
  refund_amount: Schema.NullOr(MoneyFromNumeric)
})

/** Reads the facts about an order of its owner, in one statement. */
export const findReturnFacts = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Struct({ owner: UserId, order: OrderId }),
    Result: Facts,
    execute: ({ order, owner }) => sql`
      SELECT o.status, o.total, r.id AS return_id, r.refund_amount,
        (SELECT max(recorded_at) FROM order_status_history WHERE order_id = o.id AND status = 'delivered') AS delivered_at
      FROM orders o
      LEFT JOIN returns r ON r.order_id = o.id
      WHERE o.id = ${order} AND o.user_id = ${owner}`
  })
