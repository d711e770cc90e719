import { type SqlClient, SqlSchema } from "@effect/sql"
import { OrderId } from "@storefront/domain/Ids"
import { Effect, Schema } from "effect"
import { returnedStatusList } from "../catalog/ReturnedUnits.ts"
import { recordStep, stepTime } from "../orders/OrderSteps.ts"

/** Sets a locked, delivered order to `returned`, with its history, if all units are returned. At most 2 statements. */
export const completeOrder = (sql: SqlClient.SqlClient) => {
  const record = recordStep(sql)
  const complete = SqlSchema.findAll({
    Request: OrderId,
    Result: Schema.Struct({ id: OrderId }),
    execute: (order) => sql`
      UPDATE orders o SET status = 'returned', updated_at = ${stepTime(sql)}
      WHERE o.id = ${order} AND o.status = 'delivered' AND NOT EXISTS (
        SELECT FROM order_items i WHERE i.order_id = o.id AND i.quantity > (
          SELECT coalesce(sum(l.quantity), 0) FROM return_lines l JOIN returns r ON r.id = l.return_id
          WHERE l.order_item_id = i.id AND r.status IN (${sql.literal(returnedStatusList)})))
      RETURNING o.id`
  })
  return Effect.fnUntraced(function* (order: OrderId, reason: string) {
    const completed = yield* complete(order)
    if (completed.length > 0) {
      yield* record({ order, status: "returned", notes: reason })
    }
  })
}
