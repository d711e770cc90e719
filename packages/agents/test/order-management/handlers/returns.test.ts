import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { User } from "@storefront/domain/Identity"
import { type ReturnId } from "@storefront/domain/Ids"
import { initiateReturn, processRefund } from "@storefront/domain/tools/ReturnTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { EffectKey } from "@storefront/server/effects/EffectKey"
import { Effect } from "effect"
import { bob, orderId, seller } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { orderIn, returnOf } from "@storefront/server/testing/OrderWays"
import { decodeAs } from "../../support/CallTool.ts"
import { call, orderTools, unknownOrder } from "../SmallOrders.ts"

const asFailure = decodeAs(ToolFailure)
const asReturn = decodeAs(initiateReturn.successSchema)
const asRefund = decodeAs(processRefund.successSchema)

for (const engine of TestDatabase.engines) {
  layer(orderTools(engine), { excludeTestServices: true })(`returning on ${engine.name}`, (it) => {
    it.effect("check_return_eligibility answers a no as a success", () =>
      Effect.gen(function* () {
        yield* orderIn(20, "delivered", { hoursAgo: 24 })
        const yes = yield* call("check_return_eligibility", { order_id: orderId(20) })
        assert.deepInclude(yes, {
          order_id: orderId(20),
          eligible: true,
          reason_code: "eligible",
          days_remaining: 30,
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
          message:
            "The return is approved. The customer sends the order back; when it is here, the refund goes to the original payment method."
        })
        assert.deepStrictEqual(yield* Effect.provideService(start, EffectKey, "trace-30:0"), {
          ...(started as object),
          replayed: true
        })
        assert.deepStrictEqual(yield* start, {
          error: "conflict",
          message: "The order already has a return. Call get_return_status to see what became of it.",
          current_status: "returned",
          reason_code: "already_requested",
          return_id
        })
        const status = yield* call("get_return_status", { order_id: orderId(30) })
        assert.deepInclude(status, { order_id: orderId(30), has_return: true })

        assert.deepInclude(asFailure(yield* call("process_refund", { return_id })), {
          error: "conflict",
          message: "The refund is paid when the goods are here. Tell the customer to send them back first.",
          current_status: "approved",
          allowed_statuses: ["received"]
        })
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE returns SET status = 'received' WHERE id = ${return_id}`

        const refunded = yield* call("process_refund", { return_id })
        assert.deepInclude(refunded, {
          return_id,
          status: "refunded",
          refund_amount: 100,
          message: "The refund is on its way to the original payment method."
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
          message: "The return has already been refunded. Tell the customer when and how much.",
          current_status: "refunded",
          allowed_statuses: ["received"]
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
  })
}
