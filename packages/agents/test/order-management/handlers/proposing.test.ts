import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type OrderStatus } from "@storefront/domain/Orders"
import { Effect } from "effect"
import { orderIn, returnOf } from "@storefront/server/testing/OrderFixtures"
import { ada, address, lamp, orderId } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { inTurnOf, proposedTo } from "../../support/ProposingTurn.ts"
import { withTools } from "../../support/WithTools.ts"
import { toolkit } from "../../../src/order-management/toolkit.ts"
import { call, orderTools } from "../SmallOrders.ts"

const portland = { street: "12 Oak Avenue", city: "Portland", state: "or", zip: "97201", country: "USA" }

const tables = [
  "orders",
  "order_status_history",
  "returns",
  "return_lines",
  "warehouse_inventory",
  "users",
  "tool_effects"
]

/** All that an act on an order changes. */
const contents = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(tables, (table) => sql`SELECT t::text FROM ${sql(table)} t ORDER BY 1`)
)

for (const engine of TestDatabase.engines) {
  layer(orderTools(engine), { excludeTestServices: true })(`the binding order tools on ${engine.name}`, (it) => {
    it.effect("propose exactly what would be done, and do nothing", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO delivery_areas VALUES ('US', 'OR', 'west')`
        yield* orderIn(20, "delivered")
        yield* orderIn(21, "returned")
        const return_id = yield* returnOf(21, "received")
        const before = yield* contents
        const order = (n: number) => ({ order_id: orderId(n) })
        const proposed = yield* Effect.all([
          call("cancel_order", { ...order(1), reason: "  Ordered\n<i>twice</i> " }),
          call("modify_order", { ...order(2), new_address: portland, recipient_name: "Bob" }),
          call("initiate_return", { ...order(20), reason: "\u200B" }),
          call("process_refund", { return_id })
        ]).pipe(inTurnOf(ada))
        assert.deepStrictEqual(yield* contents, before)

        const lines = [{ productId: lamp.id, name: lamp.name, quantity: 2 }]
        const rows = yield* proposedTo(ada)
        assert.deepStrictEqual(
          proposed.map((result) => [
            Reflect.get(result as object, "status"),
            Reflect.get(result as object, "action_id")
          ]),
          rows.map(({ id }) => ["awaiting_confirmation", id])
        )
        assert.deepStrictEqual(
          rows.map(({ state, terms }) => [state, terms]),
          [
            {
              act: "cancel_order",
              orderId: orderId(1),
              lines,
              refundAmount: 105.95,
              couponReleased: null,
              reason: "Ordered < i>twice< /i>"
            },
            {
              act: "modify_order",
              orderId: orderId(2),
              recipient: "Bob",
              recipientBefore: ada.name,
              addressBefore: address,
              addressAfter: { ...portland, state: "OR", country: "US" }
            },
            {
              act: "initiate_return",
              orderId: orderId(20),
              lines,
              refundAmount: 100,
              shippingRefund: 5.95,
              refundMethod: "original_payment",
              isApprovedAtOnce: true,
              reason: "Not given"
            },
            {
              act: "process_refund",
              returnId: return_id,
              orderId: orderId(21),
              refundAmount: 100,
              shippingRefund: 0,
              refundMethod: "original_payment"
            }
          ].map((terms) => ["proposed", terms])
        )
      })
    )

    it.effect("propose nothing where nobody can be asked, and no more than a turn may", () =>
      Effect.gen(function* () {
        const cancel = (n: number) => call("cancel_order", { order_id: orderId(n), reason: "Mistake" })
        const alone = yield* withTools(
          toolkit,
          ada
        )({
          name: "cancel_order",
          params: { order_id: orderId(1), reason: "Mistake" }
        })
        assert.deepInclude(alone.result, { error: "conflict", reason: "no_conversation" })
        const numbers = [40, 41, 42, 43, 44, 45]
        yield* Effect.forEach(numbers, (n) => orderIn(n, "placed" satisfies OrderStatus))
        const before = yield* proposedTo(ada)
        const results = yield* inTurnOf(ada)(Effect.forEach(numbers, cancel))
        assert.deepInclude(results.at(-1), { error: "conflict", reason: "too_many_proposals" })
        assert.lengthOf(yield* proposedTo(ada), before.length + 5)
      })
    )
  })
}
