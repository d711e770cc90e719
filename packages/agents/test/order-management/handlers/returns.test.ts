import { assert, layer } from "@effect/vitest"
import { User } from "@storefront/domain/Identity"
import { type ReturnId } from "@storefront/domain/Ids"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { initiateReturn } from "@storefront/domain/tools/ReturnTools"
import { Effect, Option, Schema } from "effect"
import { ada, bob, lamp, orderId, seller, shoes } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { orderIn, returnOf } from "@storefront/server/testing/OrderWays"
import { decodeAs } from "../../support/CallTool.ts"
import { inTurnOf, proposedTo } from "../../support/ProposingTurn.ts"
import { call, orderTools, unknownOrder } from "../SmallOrders.ts"

const asFailure = decodeAs(ToolFailure)

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
          shipping_refund: 5.95,
          returnable: [{ product_id: lamp.id, name: lamp.name, quantity: 2 }],
          return_id: null
        })
        assert.deepStrictEqual(yield* call("check_return_eligibility", { order_id: orderId(1) }), {
          number: "#0000-0001",
          order_id: orderId(1),
          eligible: false,
          reason_code: "not_delivered",
          delivered_at: null,
          window_ends_at: null,
          days_remaining: null,
          refund_amount: null,
          shipping_refund: null,
          returnable: [],
          return_id: null,
          message: "Only a delivered order can be sent back. One that is placed or confirmed can be cancelled instead."
        })
        assert.deepStrictEqual(
          yield* call("check_return_eligibility", { order_id: orderId(9) }),
          unknownOrder(orderId(9))
        )
      })
    )

    it.effect("initiate_return and process_refund say why a return cannot go on", () =>
      Effect.gen(function* () {
        yield* orderIn(30, "returned")
        const return_id = yield* returnOf(30, "approved")
        assert.deepStrictEqual(yield* call("initiate_return", { order_id: orderId(30), reason: "Too loud" }), {
          error: "conflict",
          message: "The order already has a return. Call get_return_status to see what became of it.",
          current_status: "returned",
          reason_code: "already_requested",
          return_id,
          returnable: []
        })
        assert.deepInclude(asFailure(yield* call("process_refund", { return_id })), {
          error: "conflict",
          message: "The refund is paid when the goods are here. Tell the customer to send them back first.",
          current_status: "approved",
          allowed_statuses: ["received"]
        })
        yield* orderIn(31, "returned")
        const refunded = yield* returnOf(31, "refunded")
        const again = asFailure(yield* call("process_refund", { return_id: refunded }))
        assert.deepInclude(again, {
          error: "conflict",
          message: "The return has already been refunded. Tell the customer when and how much.",
          current_status: "refunded",
          allowed_statuses: ["received"]
        })
        assert.deepInclude(again.return, { return_id: refunded, status: "refunded" })
      })
    )

    it.effect("initiate_return takes some of an order, and says what is left when there is no such thing", () =>
      Effect.gen(function* () {
        yield* orderIn(50, "delivered")
        const some = (product: typeof lamp, quantity: number) =>
          call("initiate_return", {
            order_id: orderId(50),
            reason: "-",
            lines: [{ product_id: product.id, quantity }]
          })
        assert.deepInclude(yield* inTurnOf(ada)(some(lamp, 1)), { status: "awaiting_confirmation" })
        const [proposed] = yield* proposedTo(ada)
        assert.deepInclude(proposed?.terms as object, {
          lines: [{ productId: lamp.id, name: lamp.name, quantity: 1 }],
          refundAmount: 50,
          shippingRefund: 0
        })
        for (const refused of [yield* some(lamp, 3), yield* some(shoes, 1)]) {
          assert.deepStrictEqual(refused, {
            error: "conflict",
            message: "The order has no such units left to send back. Tell the customer what is returnable.",
            reason: "lines_not_returnable",
            returnable: [{ product_id: lamp.id, name: lamp.name, quantity: 2 }]
          })
        }
        const twice = { product_id: lamp.id, quantity: 1 }
        const take = Schema.decodeUnknownOption(initiateReturn.parametersSchema)
        for (const lines of [[], [twice, twice], [{ ...twice, quantity: 0 }]]) {
          assert.isTrue(Option.isNone(take({ order_id: orderId(50), reason: "-", lines })))
        }
      })
    )

    it.effect("withdraw_return takes back what nothing was sent of, and says why not", () =>
      Effect.gen(function* () {
        yield* orderIn(60, "returned")
        const approved = yield* returnOf(60, "approved")
        assert.deepInclude(yield* inTurnOf(ada)(call("withdraw_return", { return_id: approved })), {
          status: "awaiting_confirmation"
        })
        yield* orderIn(61, "returned")
        assert.deepStrictEqual(yield* call("withdraw_return", { return_id: yield* returnOf(61, "received") }), {
          error: "conflict",
          message: "The goods have arrived already, so the return goes on. Tell the customer so.",
          current_status: "received",
          allowed_statuses: ["requested", "approved"]
        })
        assert.deepInclude(yield* call("withdraw_return", { return_id: approved }, bob), {
          error: "not_found",
          entity: "return"
        })
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
          number: "#0000-0005",
          order_id: orderId(5),
          has_return: false,
          return: null,
          other_returns: []
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
