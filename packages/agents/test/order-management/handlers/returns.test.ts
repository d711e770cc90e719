import { assert, layer } from "@effect/vitest"
import { User } from "@storefront/domain/Identity"
import { type ReturnId } from "@storefront/domain/Ids"
import { initiateReturn, processRefund } from "@storefront/domain/tools/ReturnTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { EffectKey } from "@storefront/server/effects/EffectKey"
import { Effect } from "effect"
import { address, bob, lamp, orderId, seller, shoes } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { orderIn, returnOf } from "@storefront/server/testing/OrderWays"
import { SqlClient } from "@effect/sql"
import { decodeAs } from "../../support/CallTool.ts"
import { call, orderTools } from "../SmallOrders.ts"

const asFailure = decodeAs(ToolFailure)
const asReturn = decodeAs(initiateReturn.successSchema)
const asRefund = decodeAs(processRefund.successSchema)

const unknownOrder = (id: string) => ({
  error: "not_found",
  message: "The customer has no order with this id. Call get_user_orders to list order ids.",
  entity: "order",
  id
})

const portland = { street: "12 Oak Avenue", city: "Portland", state: "or", zip: "97201", country: "USA" }

for (const engine of TestDatabase.engines) {
  layer(orderTools(engine), { excludeTestServices: true })(`changing and returning on ${engine.name}`, (it) => {
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

    it.effect("check_return_eligibility answers a no as a success", () =>
      Effect.gen(function* () {
        yield* orderIn(20, "delivered", { hoursAgo: 24 })
        const yes = yield* call("check_return_eligibility", { order_id: orderId(20) })
        assert.deepInclude(yes, {
          order_id: orderId(20),
          eligible: true,
          reason_code: "eligible",
          days_remaining: 29,
          refund_amount: 100,
          return_id: null
        })
        assert.deepStrictEqual(yield* call("check_return_eligibility", { order_id: orderId(1) }), {
          order_id: orderId(1),
          eligible: false,
          reason_code: "not_delivered",
          delivered_at: null,
          window_ends_at: null,
          days_remaining: null,
          refund_amount: null,
          return_id: null,
          message: "Only a delivered order can be sent back. One that is placed or confirmed can be cancelled instead."
        })
        assert.deepStrictEqual(
          yield* call("check_return_eligibility", { order_id: orderId(9) }),
          unknownOrder(orderId(9))
        )
      })
    )

    it.effect("initiate_return and process_refund follow a return to its end", () =>
      Effect.gen(function* () {
        yield* orderIn(30, "delivered")
        const start = call("initiate_return", { order_id: orderId(30), reason: " Too <b>loud</b> " })
        const started = yield* Effect.provideService(start, EffectKey, "trace-30:0")
        const { return_id } = asReturn(started)
        assert.deepInclude(started, {
          order_id: orderId(30),
          status: "approved",
          reason: "Too <b>loud</b>",
          refund_method: "original_payment",
          refund_amount: 100,
          resolved_at: null,
          order_status: "returned",
          auto_approved: true,
          next_step: "send_back",
          message: "The return is approved. The customer sends the order back; the refund goes to the original payment."
        })
        assert.deepStrictEqual(yield* Effect.provideService(start, EffectKey, "trace-30:0"), {
          ...(started as object),
          replayed: true
        })
        assert.deepStrictEqual(yield* start, {
          error: "conflict",
          message: "The order has a return already. Call get_return_status to see what became of it.",
          current_status: "returned",
          reason_code: "already_requested",
          return_id
        })
        const status = yield* call("get_return_status", { order_id: orderId(30) })
        assert.deepInclude(status, { order_id: orderId(30), has_return: true })

        const refunded = yield* call("process_refund", { return_id })
        assert.deepInclude(refunded, {
          return_id,
          status: "refunded",
          refund_amount: 100,
          message: "The refund is on its way to the original payment."
        })
        const {
          loyalty_tier: _tier,
          message: _message,
          replayed: _replayed,
          total_spend: _spend,
          ...info
        } = asRefund(refunded)
        const again = asFailure(yield* call("process_refund", { return_id }))
        assert.deepInclude(again, {
          error: "conflict",
          message: "The return was refunded already. Tell the customer when and how much.",
          current_status: "refunded",
          allowed_statuses: ["approved", "shipped_back", "received"]
        })
        assert.deepStrictEqual(again.return, info)
      })
    )

    it.effect("process_refund pays neither what waits nor what was denied, and knows only the caller's own", () =>
      Effect.gen(function* () {
        const refund = (return_id: ReturnId, user = bob) => call("process_refund", { return_id }, user)
        yield* orderIn(40, "delivered", { owner: bob })
        const waiting = yield* returnOf(40, "requested", bob)
        assert.deepInclude(yield* refund(waiting), {
          error: "conflict",
          message:
            "The return is awaiting review; nothing can be paid back before it is approved. Tell the customer so.",
          current_status: "requested"
        })
        yield* orderIn(41, "delivered", { owner: bob })
        assert.deepInclude(yield* refund(yield* returnOf(41, "denied", bob)), {
          error: "conflict",
          current_status: "denied"
        })
        for (const user of [seller, new User({ ...seller, role: "admin" })]) {
          assert.deepStrictEqual(yield* refund(waiting, user), {
            error: "not_found",
            message: "The customer has no return with this id. Call get_return_status with the order to find it.",
            entity: "return",
            id: waiting
          })
        }
      })
    )

    it.effect("get_return_status says that there is no return, and knows only the caller's own orders", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* call("get_return_status", { order_id: orderId(5) }), {
          order_id: orderId(5),
          has_return: false,
          return: null
        })
        assert.deepStrictEqual(
          yield* call("get_return_status", { order_id: orderId(5) }, bob),
          unknownOrder(orderId(5))
        )
        assert.deepStrictEqual(
          yield* call("initiate_return", { order_id: orderId(5), reason: "-" }, bob),
          unknownOrder(orderId(5))
        )
      })
    )

    it.effect("the tools of sellers show a seller the own lines, and an administrator everybody's", () =>
      Effect.gen(function* () {
        yield* orderIn(50, "placed", {
          lines: [
            { product: lamp, east: 1 },
            { product: shoes, west: 1 }
          ]
        })
        const sql = yield* SqlClient.SqlClient
        yield* sql`INSERT INTO users (id, email, name, role, password_hash)
          VALUES ('55555555-0000-4000-8000-000000000000', 'rook@example.com', 'Juniper & Rook', 'seller', '-')`
        yield* sql`UPDATE products SET seller_id = '55555555-0000-4000-8000-000000000000' WHERE id = ${shoes.id}`
        const admin = new User({ ...bob, role: "admin" })

        const mine = yield* call("get_seller_orders", { status: "placed", limit: 1 }, seller)
        assert.deepInclude((mine as { orders: ReadonlyArray<object> }).orders[0], {
          order_id: orderId(50),
          status: "placed",
          lines: [{ product_id: lamp.id, name: lamp.name, quantity: 1, unit_price: 50, subtotal: 50 }],
          seller_subtotal: 50,
          units: 1
        })
        assert.deepInclude(yield* call("get_seller_revenue", { days: 1 }, seller), { revenue: 0, order_count: 0 })
        const all = yield* call("get_seller_revenue", { days: 3 }, admin)
        assert.deepInclude(all, { period_days: 3, gross_revenue: 400, discounts: 0, revenue: 400, units_sold: 8 })
        assert.deepInclude(yield* call("get_seller_revenue", { days: 3, seller_id: seller.id }, seller), {
          revenue: 350
        })
        const forbidden = {
          error: "forbidden",
          message: "Sellers only see their own products. Call the tool again without seller_id.",
          allowed_roles: ["admin"]
        }
        assert.deepStrictEqual(yield* call("get_seller_revenue", { seller_id: bob.id }, seller), forbidden)
        assert.deepStrictEqual(yield* call("get_seller_orders", { seller_id: bob.id }, seller), forbidden)
        assert.deepStrictEqual(yield* call("get_seller_orders", { seller_id: bob.id }, admin), {
          orders: [],
          count: 0,
          message: "Nobody has ordered any of these products yet."
        })
      })
    )
  })
}
