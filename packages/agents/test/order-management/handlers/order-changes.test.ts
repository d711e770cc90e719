import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { Effect } from "effect"
import { orderId } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { decodeAs } from "../../support/CallTool.ts"
import { call, orderTools, unknownOrder } from "../SmallOrders.ts"

const asFailure = decodeAs(ToolFailure)

const portland = { street: "12 Oak Avenue", city: "Portland", state: "or", zip: "97201", country: "USA" }

for (const engine of TestDatabase.engines) {
  layer(orderTools(engine), { excludeTestServices: true })(`cancel_order on ${engine.name}`, (it) => {
    it.effect("says why an order cannot be cancelled", () =>
      Effect.gen(function* () {
        const messages = yield* Effect.forEach([3, 4, 5, 6, 7], (n) =>
          Effect.map(call("cancel_order", { order_id: orderId(n), reason: "-" }), (result) => {
            const failure = asFailure(result)
            assert.strictEqual(failure.error, "conflict")
            assert.deepStrictEqual(failure.allowed_statuses, ["placed", "confirmed"])
            return [failure.current_status, failure.message]
          })
        )
        assert.deepStrictEqual(messages, [
          [
            "shipped",
            "The order has left the warehouse and can no longer be cancelled. It can be sent back after delivery."
          ],
          [
            "out_for_delivery",
            "The order has left the warehouse and can no longer be cancelled. It can be sent back after delivery."
          ],
          [
            "delivered",
            "A delivered order can no longer be cancelled. Offer to send it back with initiate_return instead."
          ],
          ["cancelled", "The order is already cancelled. Tell the customer so."],
          ["returned", "A returned order can no longer be cancelled. Tell the customer so."]
        ])
      })
    )
  })

  layer(orderTools(engine), { excludeTestServices: true })(`an order placed elsewhere on ${engine.name}`, (it) => {
    it.effect("is told as such, and neither changed, cancelled nor sent back", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [placed, delivered] = [orderId(2), orderId(5)]
        yield* sql`UPDATE orders SET source = 'web', external_id = right(id::text, 1), tracking_number = NULL
          WHERE ${sql.in("id", [placed, delivered])}`
        yield* sql`INSERT INTO delivery_areas VALUES ('US', 'OR', 'west')`
        const refusal = {
          error: "conflict",
          message:
            "The order was placed elsewhere, and nothing here reaches its system: it can be looked at, but not changed, cancelled or sent back. Say so. Offer a support case, and open it with open_support_case if the customer wants it.",
          reason: "placed_elsewhere"
        }
        const calls = [
          call("cancel_order", { order_id: placed, reason: "-" }),
          call("modify_order", { order_id: placed, new_address: portland }),
          call("initiate_return", { order_id: delivered, reason: "-" })
        ]
        for (const result of yield* Effect.all(calls)) {
          assert.deepStrictEqual(result, refusal)
        }
        assert.deepInclude(yield* call("check_return_eligibility", { order_id: delivered }), {
          eligible: false,
          reason_code: "placed_elsewhere",
          message: refusal.message,
          returnable: []
        })
        for (const order_id of [placed, delivered]) {
          assert.deepInclude(yield* call("get_order_details", { order_id }), {
            can_cancel: false,
            can_modify: false,
            can_return: false,
            placed_elsewhere: true,
            tracking_number: null,
            message: `Where placed_elsewhere is true: ${refusal.message}`
          })
        }
        assert.notProperty(yield* call("get_order_details", { order_id: orderId(1) }), "placed_elsewhere")
      })
    )
  })

  layer(orderTools(engine), { excludeTestServices: true })(`modify_order on ${engine.name}`, (it) => {
    it.effect("says why an order cannot go elsewhere", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO delivery_areas VALUES ('US', 'OR', 'west')`
        const change = (n: number, new_address = portland) =>
          call("modify_order", { order_id: orderId(n), new_address })
        assert.deepStrictEqual(yield* change(3), {
          error: "conflict",
          message:
            "Address and recipient of an order can only be changed before it leaves the warehouse. Tell the customer so. Offer a support case, and open it with open_support_case if the customer wants it.",
          current_status: "shipped",
          allowed_statuses: ["placed", "confirmed"]
        })
        assert.deepStrictEqual(yield* change(2, { ...portland, state: "CA" }), {
          error: "invalid_argument",
          message: "The shop does not deliver to this address. Ask for another one.",
          reason: "not_deliverable",
          field_errors: [
            {
              field: "new_address.state",
              message: "must be a state of the United States that the shop delivers to"
            }
          ]
        })
        assert.deepStrictEqual(yield* change(9), unknownOrder(orderId(9)))
        assert.deepStrictEqual(asFailure(yield* call("modify_order", { order_id: orderId(2) })).field_errors, [
          { field: "new_address", message: "give new_address, recipient_name or both" }
        ])
      })
    )
  })
}
