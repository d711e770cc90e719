import { SqlClient } from "@effect/sql"
import { type OrderStatus } from "@storefront/domain/Orders"
import { Effect, Layer } from "effect"
import {
  ada,
  atlas,
  bob,
  lamp,
  orderId,
  placeOrder,
  type PlacedOrder,
  shoes,
  shop
} from "@storefront/server/testing/SmallShop"
import { type TestEngine } from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../src/order-management/handlers.ts"
import { toolkit } from "../../src/order-management/toolkit.ts"
import { callerOf } from "../support/CallTool.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"

/** The 10th hour of a day in February. */
export const day = (days: number) => `2026-02-${String(days).padStart(2, "0")}T10:00:00.000Z`

/** The same as tools show it. */
export const shownDay = (days: number) => `2026-02-${String(days).padStart(2, "0")}T10:00Z`

/** An order of Ada: two lamps, placed on day `n`, and whatever is changed. */
export const order = (n: number, status: OrderStatus, changes: Partial<PlacedOrder> = {}): PlacedOrder => ({
  id: orderId(n),
  owner: ada,
  status,
  lines: [{ product: lamp, east: 2 }],
  createdAt: day(n),
  history: [["placed", "Order placed"]],
  ...changes
})

const giveBack = (n: number, fields: { status: string; reason: string; resolved_at?: Date }) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = "dddddddd-0000-4000-8000-000000000001"
    yield* sql`INSERT INTO returns ${sql.insert({
      id,
      order_id: orderId(n),
      user_id: ada.id,
      refund_amount: "80.00",
      created_at: new Date(day(20)),
      ...fields
    })}`
    yield* sql`INSERT INTO return_lines (return_id, order_item_id, quantity, refund_amount)
      SELECT ${id}, id, quantity, 80 FROM order_items WHERE order_id = ${orderId(n)} AND line_no = 1`
  })

/** Ada has an order in every status, number 1 (placed) to 7 (returned), and one more; Bob has one. */
export const orders = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* placeOrder(order(1, "placed"))
    yield* placeOrder(
      order(2, "confirmed", {
        history: [
          ["placed", "Order placed"],
          ["confirmed", ""]
        ]
      })
    )
    yield* placeOrder(
      order(3, "shipped", {
        history: [
          ["placed", "Order placed"],
          ["confirmed", "Packed"],
          ["shipped", "Handed over"]
        ]
      })
    )
    yield* placeOrder(order(4, "out_for_delivery"))
    yield* placeOrder(order(5, "delivered"))
    yield* placeOrder(order(6, "cancelled"))
    yield* placeOrder(
      order(7, "returned", {
        lines: [
          { product: atlas, east: 1, west: 1 },
          { product: shoes, west: 1 }
        ],
        discount: 20,
        note: "Leave it at the <b>door</b>",
        history: [
          ["placed", ""],
          ["shipped", "Handed over"],
          ["delivered", "Left at the door"],
          ["returned", "Sent back"]
        ]
      })
    )
    yield* giveBack(7, { status: "refunded", reason: "Too small", resolved_at: new Date(day(21)) })
    // The same moment as order 7: the id decides.
    yield* placeOrder(order(8, "placed", { createdAt: day(7) }))
    yield* placeOrder(order(9, "placed", { owner: bob }))
  })
)

/** The order tools over those orders. */
export const orderTools = (engine: TestEngine) =>
  Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provideMerge(Layer.provideMerge(orders, shop)),
    Layer.provideMerge(engine.layer)
  )

/** Calls an order tool, as Ada unless somebody else is named. */
export const call = callerOf(toolkit, ada)

/** The answer for an order that the caller does not have. */
export const unknownOrder = (id: string) => ({
  error: "not_found",
  message: "The customer has no order with this id. Call get_user_orders to list order ids.",
  entity: "order",
  id
})
