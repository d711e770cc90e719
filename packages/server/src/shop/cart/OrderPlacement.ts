import { SqlClient } from "@effect/sql"
import { type UserId } from "@storefront/domain/Identity"
import { type OrderId } from "@storefront/domain/Ids"
import { type Money, toNumeric } from "@storefront/domain/Money"
import { type Allocation } from "@storefront/domain/rules/Allocation"
import { type CartPrice } from "@storefront/domain/rules/CartPricing"
import { Array, Effect } from "effect"
import { v7 as uuid } from "uuid"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { changeSpend } from "../accounts/TotalSpend.ts"
import { timestampAfter } from "../../platform/database/TimestampAfter.ts"
import { recordStep } from "../orders/OrderSteps.ts"
import { type Destination } from "./Destination.ts"

/** An order about to be stored. */
export interface NewOrder {
  readonly id: OrderId
  readonly owner: UserId
  readonly priced: CartPrice
  /** Names of the priced lines, in the same order. */
  readonly names: ReadonlyArray<string>
  readonly allocation: Allocation
  /** Shipping charged to the customer. */
  readonly shippingCost: Money
  readonly destination: Destination
  readonly note: string | null
}

/**
 * Stores an order with its lines and allocations, the first step of its history and the coupon's redemption; takes the
 * stock and adds to the owner's spend. Needs a transaction that holds the locks of `CheckoutLocks`. Six statements,
 * five without a coupon.
 */
export const orderPlacement = Effect.map(SqlClient.SqlClient, (sql) => {
  const record = recordStep(sql)
  const addSpend = changeSpend(sql)

  return Effect.fnUntraced(function* (order: NewOrder) {
    const { allocation, id, owner, priced } = order
    const { coupon } = priced
    const { billingAddress, deliveryAddress, recipient, region } = order.destination
    const [{ rate }] = allocation.shipments
    const items = Array.zipWith(priced.lines, order.names, (line, name) => ({ id: uuid(), line, name }))
    const allocated = JSON.stringify(
      allocation.shipments.flatMap(({ lines, warehouse }) =>
        lines.map(({ productId, quantity }) => ({ product: productId, warehouse: warehouse.id, quantity }))
      )
    )
    // Lists sort by this time, so it must grow with every order of a customer, even if the clock was set back.
    const placedAt = timestampAfter(sql, sql`SELECT max(created_at) FROM orders WHERE user_id = ${owner}`)
    yield* sql`
      INSERT INTO orders (id, user_id, subtotal, discount_amount, total, shipping_cost, carrier_id, coupon_code,
        recipient_name, phone, shipping_address, billing_address, delivery_region, note, created_at, updated_at)
      VALUES (${id}, ${owner}, ${toNumeric(priced.subtotal)}, ${toNumeric(priced.discount)}, ${toNumeric(priced.total)},
        ${toNumeric(order.shippingCost)}, (SELECT id FROM carriers WHERE name = ${rate.carrier}), ${coupon?.code ?? null},
        ${recipient}, (SELECT CASE WHEN order_shipping_address IS NULL THEN phone ELSE order_phone END
          FROM carts WHERE user_id = ${owner}), ${JSON.stringify(deliveryAddress)}, ${JSON.stringify(billingAddress)}, ${region}, ${order.note},
        ${placedAt}, ${placedAt})`
    yield* sql`INSERT INTO order_items ${sql.insert(
      items.map(({ id: item, line, name }, index) => ({
        id: item,
        order_id: id,
        line_no: index + 1,
        product_id: line.productId,
        product_name: name,
        quantity: line.quantity,
        unit_price: toNumeric(line.unitPrice),
        subtotal: toNumeric(line.gross),
        discount_share: toNumeric(line.discountShare)
      }))
    )}`
    yield* sql`
      WITH taken AS (
        SELECT * FROM jsonb_to_recordset(${allocated}::jsonb) AS t (product uuid, warehouse uuid, quantity int)
      ), allocated AS (
        INSERT INTO order_item_allocations (order_item_id, warehouse_id, quantity)
        SELECT i.id, t.warehouse, t.quantity
        FROM taken t
        JOIN order_items i ON i.order_id = ${id} AND i.product_id = t.product
      )
      UPDATE warehouse_inventory s SET quantity = s.quantity - t.quantity, updated_at = now()
      FROM taken t
      WHERE s.product_id = t.product AND s.warehouse_id = t.warehouse`
    yield* record({ order: id, status: "placed", notes: "Order placed", actor: owner })
    if (coupon !== null) {
      yield* sql`
        WITH used AS (UPDATE coupons SET times_used = times_used + 1 WHERE code = ${coupon.code} RETURNING id)
        INSERT INTO coupon_redemptions (id, coupon_id, order_id, user_id, amount)
        SELECT ${uuid()}::uuid, id, ${id}::uuid, ${owner}::uuid, ${toNumeric(coupon.discount)}::numeric FROM used`
    }
    return yield* addSpend(owner, priced.total)
  }, orUnavailable)
})
