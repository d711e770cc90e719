import { assert, layer } from "@effect/vitest"
import { User } from "@storefront/domain/Identity"
import { type ReturnId } from "@storefront/domain/Ids"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { ProposalResult } from "@storefront/domain/tools/ProposalResult"
import { getReturnStatus, initiateReturn } from "@storefront/domain/tools/ReturnTools"
import { Effect, Option, Schema } from "effect"
import { ada, bob, lamp, orderId, seller, shoes } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { orderIn, returnOf } from "@storefront/server/testing/OrderFixtures"
import { decodeAs } from "../../support/CallTool.ts"
import { inTurnOf, proposedTo } from "../../support/ProposingTurn.ts"
import { call, orderTools, unknownOrder } from "../SmallOrders.ts"
import { v4 } from "uuid"

const asFailure = decodeAs(ToolFailure)
const asProposed = decodeAs(ProposalResult)
const asReturns = decodeAs(getReturnStatus.successSchema)
const asMessage = decodeAs(Schema.Struct({ message: Schema.String }))

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
          days_remaining: 29,
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
          return_status: null,
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
          message:
            "The order has a return under way. Until the goods are sent, withdraw_return takes it back, and initiate_return with replaces_return_id puts another in its place, in one step.",
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
            message: "The customer has no return with this id. Call get_return_status to find it.",
            entity: "return",
            id: waiting
          })
        }
      })
    )

    it.effect("initiate_return proposes to replace a return that nothing was sent of, in place of its withdrawal", () =>
      Effect.gen(function* () {
        yield* orderIn(70, "delivered")
        const replaces_return_id = yield* returnOf(70, "requested")
        const keepOne = { order_id: orderId(70), reason: "Not given", lines: [{ product_id: lamp.id, quantity: 1 }] }
        yield* inTurnOf(ada)(
          Effect.gen(function* () {
            yield* call("withdraw_return", { return_id: replaces_return_id })
            assert.deepInclude(yield* call("initiate_return", keepOne), {
              error: "conflict",
              reason_code: "already_requested",
              return_id: replaces_return_id
            })
            const proposed = asProposed(yield* call("initiate_return", { ...keepOne, replaces_return_id }))
            assert.include(proposed.summary, `\nInstead of the return that is under way: 2 × ${lamp.name}`)
          })
        )
        const ofOrder = (yield* proposedTo(ada)).filter(({ terms }) => JSON.stringify(terms).includes(orderId(70)))
        assert.deepStrictEqual(
          ofOrder.map(({ act, state }) => [act, state]),
          [
            ["withdraw_return", "dropped"],
            ["initiate_return", "proposed"]
          ]
        )
        assert.deepInclude(yield* call("initiate_return", { ...keepOne, replaces_return_id: v4() }), {
          error: "not_found",
          entity: "return"
        })
      })
    )

    it.effect("get_return_status tells of the returns under way, and what comes next by what the role may do", () =>
      Effect.gen(function* () {
        const power = new User({ ...seller, role: "power_user" })
        const status = (user: User) => Effect.map(call("get_return_status", {}, user), asReturns)
        assert.deepStrictEqual(yield* status(power), { has_return: false, return: null, other_returns: [] })
        for (const [n, of, from] of [
          [80, "delivered", "denied"],
          [81, "returned", "received"],
          [82, "returned", "shipped_back"],
          [83, "returned", "approved"],
          [84, "delivered", "requested"]
        ] as const) {
          yield* orderIn(n, of, { owner: power })
          yield* returnOf(n, from, power)
        }
        const told = (user: User) =>
          Effect.map(status(user), ({ other_returns, return: first }) =>
            [...(first === null ? [] : [first]), ...other_returns].map(({ message, status }) => [status, message])
          )
        const change =
          "Until the goods are sent, withdraw_return takes it back, and initiate_return with replaces_return_id puts another in its place, in one step."
        const staff =
          "This account cannot do it itself; the shop's people do it. Say both. Offer a support case, and open it with open_support_case if the customer wants it."
        const review = "Somebody at the shop looks at it first: nothing is sent back or paid before it is approved."
        const send = "The customer sends the goods back now, as find_policy says, and is paid once they are here."
        const back = "The goods are on their way back; they are paid once they are here."
        const changeByStaff = `It can be changed or taken back until the goods are sent. ${staff}`
        assert.deepStrictEqual(yield* told(seller), [
          ["requested", `${review} ${change}`],
          ["approved", `${send} ${change}`],
          ["shipped_back", back],
          [
            "received",
            "Its refund is due now. Call process_refund when the customer wants the money or asks when it comes."
          ],
          ["denied", undefined]
        ])
        assert.deepStrictEqual(yield* told(power), [
          ["requested", `${review} ${changeByStaff}`],
          ["approved", `${send} ${changeByStaff}`],
          ["shipped_back", back],
          ["received", `Its refund is due now. ${staff}`],
          ["denied", undefined]
        ])
      })
    )

    it.effect("check_return_eligibility tells who may not send anything back who does it", () =>
      Effect.gen(function* () {
        const power = new User({ ...bob, role: "power_user" })
        yield* orderIn(90, "delivered", { owner: bob })
        yield* orderIn(91, "placed", { owner: bob })
        const message = (n: number) =>
          Effect.map(call("check_return_eligibility", { order_id: orderId(n) }, power), (it) => asMessage(it).message)
        const staff = "This account cannot do it itself; the shop's people do it. Say both."
        assert.include(yield* message(90), `The order can be sent back. ${staff}`)
        assert.include(yield* message(91), `can be cancelled instead. ${staff}`)
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
