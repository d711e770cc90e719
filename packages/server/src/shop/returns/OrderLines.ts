import { type SqlClient, SqlSchema } from "@effect/sql"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { returnable } from "@storefront/domain/rules/ReturnShares"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"

/** A line of an order; `taken` and `denied` count units in returns. */
const OrderLine = Schema.Struct({
  itemId: Schema.UUID,
  productId: ProductId,
  name: UserText,
  quantity: Schema.Int,
  paid: MoneyFromNumeric,
  taken: Schema.Int,
  denied: Schema.Int
})
export type OrderLine = typeof OrderLine.Type

/** Lists the lines of an order. Withdrawn returns do not count. One statement. */
export const findLines = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: OrderId,
    Result: OrderLine,
    execute: (order) => sql`
      SELECT i.id AS "itemId", i.product_id AS "productId", i.product_name AS name, i.quantity,
        i.subtotal - i.discount_share AS paid, coalesce(sum(l.quantity), 0)::int AS taken,
        coalesce(sum(l.quantity) FILTER (WHERE l.status = 'denied'), 0)::int AS denied
      FROM order_items i
      LEFT JOIN (
        SELECT l.order_item_id, l.quantity, r.status FROM returns r JOIN return_lines l ON l.return_id = r.id
        WHERE r.order_id = ${order} AND r.status <> 'withdrawn'
      ) l ON l.order_item_id = i.id
      WHERE i.order_id = ${order}
      GROUP BY i.id ORDER BY i.line_no`
  })

/** Returns the units that can still be returned, as tools show them. */
export const returnableLines = (lines: ReadonlyArray<OrderLine>) =>
  lines.flatMap((line) =>
    returnable(line) === 0 ? [] : [{ product_id: line.productId, name: line.name, quantity: returnable(line) }]
  )
