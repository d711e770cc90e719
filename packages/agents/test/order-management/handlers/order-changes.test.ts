import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { cancelOrder } from "@storefront/domain/tools/OrderTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { EffectKey } from "@storefront/server/effects/EffectKey"
import { Effect } from "effect"
import { address, lamp, orderId, placeOrder } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { decodeAs } from "../../support/CallTool.ts"
import { call, order, orderTools, unknownOrder } from "../SmallOrders.ts"

const asFailure = decodeAs(ToolFailure)
const asCancellation = decodeAs(cancelOrder.successSchema)

const portland = { street: "12 Oak Avenue", city: "Portland", state: "or", zip: "97201", country: "USA" }

for (const engine of TestDatabase.engines) {
  layer(orderTools(engine), { excludeTestServices: true })(`cancel_order on ${engine.name}`, (it) => {
    it.effect("cancels an order, and answers a repetition from what was stored", () =>
      Effect.gen(function* () {
        yield* placeOrder(order(30, "confirmed"))
        const cancel = call("cancel_order", { order_id: orderId(30), reason: "  Ordered <i>twice</i> " })
        const repeated = Effect.provideService(cancel, EffectKey, "trace-30:0")
        const first = yield* repeated
        assert.deepInclude(first, {
          order_id: orderId(30),
          previous_status: "confirmed",
          status: "cancelled",
          reason: "Ordered <i>twice</i>",
          refund_amount: 105.95,
          restocked: [{ product_id: lamp.id, name: lamp.name, warehouse: "Eastgate", quantity: 2 }],
          coupon_released: false
        })
        assert.notProperty(first, "replayed")
        const second = yield* repeated
        assert.isTrue(asCancellation(second).replayed)
        assert.deepInclude(second, first as object)
        assert.deepStrictEqual(
          yield* call("cancel_order", { order_id: orderId(1), reason: "-" }).pipe(
            Effect.provideService(EffectKey, "trace-30:0")
          ),
          {
            error: "conflict",
            message:
              "This message came before, by its id, and did this with other details, which still stand. Nothing was changed now. Look up how things are, say so, and ask what is wanted.",
            reason: "effect_key_reused"
          }
        )
      })
    )

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

  layer(orderTools(engine), { excludeTestServices: true })(`modify_order on ${engine.name}`, (it) => {
    it.effect("modify_order sends an order to a normalised address, or says why not", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO delivery_areas VALUES ('US', 'OR', 'west')`
        const change = (n: number, new_address = portland) =>
          call("modify_order", { order_id: orderId(n), new_address })
        assert.deepStrictEqual(yield* change(1), {
          order_id: orderId(1),
          status: "placed",
          previous_address: address,
          new_address: { ...portland, state: "OR", country: "US" },
          message: "The order goes to the new address. What it costs stays the same."
        })
        assert.deepStrictEqual(yield* change(3), {
          error: "conflict",
          message: "The address of an order can only be changed before it leaves the warehouse. Tell the customer so.",
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
        const repeated = Effect.provideService(change(2), EffectKey, "trace-2:0")
        assert.notProperty(yield* repeated, "replayed")
        assert.propertyVal(yield* repeated, "replayed", true)
      })
    )
  })
}
