import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { bob, lamp, orderId, shoes } from "@storefront/server/testing/SmallShop"
import { orderIn, returnOf, standOf } from "@storefront/server/testing/OrderWays"
import { undoing } from "@storefront/server/testing/Undone"
import { type Wish } from "../../../../src/planner/Wish.ts"
import { asWhole } from "../../../../src/planner/plan/order-management/Acting.ts"
import { answer } from "../../../../src/planner/plan/order-management/Plan.ts"
import { listOf, order } from "../../support/Kept.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { reply, TestLayer, toolsOf, wish } from "./Shopping.ts"

const by = (n: number): Partial<Wish> => ({ order: { kind: "id", id: orderId(n) } })

/** Bob has two delivered orders of the last days, and one of two months ago. */
const bobsOrders = Effect.gen(function* () {
  yield* orderIn(61, "delivered", { owner: bob, lines: [{ product: shoes, west: 1 }], hoursAgo: 48 })
  yield* orderIn(62, "delivered", { owner: bob, lines: [{ product: lamp, west: 1 }], hoursAgo: 72 })
  yield* orderIn(63, "delivered", { owner: bob, lines: [{ product: lamp, west: 2 }], hoursAgo: 60 * 24 })
})

undoing(TestLayer)("the playbook of order-management, asked about returns,", (it) => {
  it.effect("says until when and for how much an order can be sent back, and asks", () =>
    Effect.gen(function* () {
      yield* orderIn(50, "delivered", { hoursAgo: 5 * 24 })
      const { answer, calls } = yield* reply(wish("return_eligibility", by(50)))
      assert.deepStrictEqual(calls, [["check_return_eligibility", { order_id: orderId(50) }]])
      assert.match(
        answer,
        new RegExp(
          `^Order #0000-0050 can be sent back as a whole until \\w+ \\d+, \\d{4}\\. You would get \\$100\\.00 back\\. Nothing is changed: tell me to return it if you want that\\.$`,
          "u"
        )
      )
      const late = yield* reply(wish("return_eligibility", by(1)))
      assert.match(
        late.answer,
        new RegExp(`^Order #0000-0001 could be sent back until March 3, 2026\\. The time for returns is over`, "u")
      )
      const early = yield* reply(wish("return_eligibility", by(5)))
      assert.strictEqual(
        early.answer,
        `Order #0000-0005 cannot be sent back while it is placed: only delivered orders can. Nothing is changed: tell me to cancel it if you want that.`
      )
      assert.strictEqual(
        (yield* reply(wish("return_eligibility", by(5)), turnOf("", { role: "power_user" }))).answer,
        `Order #0000-0005 cannot be sent back while it is placed: only delivered orders can. Your account cannot have orders cancelled through this chat; please contact our support.`
      )
      yield* orderIn(78, "cancelled")
      yield* orderIn(79, "out_for_delivery")
      assert.strictEqual(
        (yield* reply(wish("return_eligibility", by(78)))).answer,
        `Order #0000-0078 is cancelled. You get $105.95 back to your original payment method.`
      )
      assert.strictEqual(
        (yield* reply(wish("return_eligibility", by(79)))).answer,
        `Order #0000-0079 cannot be sent back while it is out for delivery: only delivered orders can.`
      )
      const power = yield* reply(wish("return_eligibility", by(50)), turnOf("", { role: "power_user" }))
      assert.match(power.answer, /cannot have orders returned through this chat; please contact our support\.$/u)
    })
  )

  it.effect("tells which of the newest delivered orders can be sent back when none is named", () =>
    Effect.gen(function* () {
      yield* bobsOrders
      const { answer, calls, state } = yield* reply(wish("return_eligibility"), turnOf(""), bob)
      assert.strictEqual(calls.length, 5)
      assert.deepStrictEqual(
        state.list.map((entry) => entry.orderId),
        [orderId(61), orderId(62), orderId(63)]
      )
      assert.match(
        answer,
        new RegExp(
          `^An order can be sent back as a whole within 30 days of its delivery\\. Of your newest delivered orders:\\n1\\. Order #0000-0061 \\(Strydevale Trail Shoes\\) can be sent back as a whole until .*\\n2\\. Order #0000-0062 \\(Hearthlow Ember Lamp\\) can be sent back as a whole until .*\\n3\\. Order #0000-0063 \\(Hearthlow Ember Lamp\\) could be sent back until .* is over`,
          "u"
        )
      )
    })
  )

  it.effect("proposes to return the order that was named, with the customer's reason and wish for the money", () =>
    Effect.gen(function* () {
      yield* orderIn(52, "delivered")
      const { answer, calls } = yield* reply(
        wish("return", { ...by(52), reason: "too small", refundMethod: "store_credit" })
      )
      assert.deepStrictEqual(calls, [
        ["initiate_return", { order_id: orderId(52), reason: "too small", refund_method: "store_credit" }]
      ])
      assert.strictEqual(answer, "")
      assert.deepStrictEqual(yield* standOf(52), { status: "delivered", return: null })
      yield* orderIn(54, "returned")
      yield* returnOf(54, "approved")
      const again = yield* reply(wish("return", by(54)))
      assert.match(again.answer, /^The return of order #0000-0054(?: \(.+\))? is approved; /u)
      const waits = yield* reply(wish("return", { ...by(5), text: "send it back" }))
      assert.deepStrictEqual(waits.calls[0], ["initiate_return", { order_id: orderId(5), reason: "send it back" }])
      assert.strictEqual(
        waits.answer,
        `Order #0000-0005 cannot be sent back while it is placed: only delivered orders can. Nothing is changed: tell me to cancel it if you want that.`
      )
    })
  )

  it.effect("says that the rest of an order goes back too where only a product of it was named", () =>
    Effect.sync(() => {
      const product = { name: "trail shoes", source: "message" } as const
      const said = "An order can only be returned as a whole, with everything in it."
      assert.strictEqual(asWhole({ order: null, product }, { products: ["Shoes", "Lamp"] }, "returned"), said)
      assert.strictEqual(asWhole({ order: null, product }, { products: ["Shoes"] }, "returned"), "")
      assert.strictEqual(asWhole({ order: null, product: null }, { products: ["Shoes", "Lamp"] }, "returned"), "")
    })
  )

  it.effect("asks which order to return, by product or without anything", () =>
    Effect.gen(function* () {
      yield* bobsOrders
      const none = yield* reply(wish("return"), turnOf(""), bob)
      assert.match(
        none.answer,
        new RegExp(`^Which order shall I return\\? These are delivered:\\n1\\. Order #0000-0061`, "u")
      )
      assert.notInclude(toolsOf(none), "initiate_return")
      const lamps = yield* reply(wish("return", { order: { kind: "product", name: "ember lamp" } }), turnOf(""), bob)
      assert.match(lamps.answer, /^Which order shall I return\?/u)
      const other = yield* reply(wish("return", { product: { name: "vacuum", source: "message" } }), turnOf(""), bob)
      assert.match(
        other.answer,
        /^I looked into those that are delivered and can be returned, and none of them holds “vacuum”\./u
      )
      const shoe = yield* reply(
        wish("return", { product: { name: "trail shoes", source: "message" } }),
        turnOf(""),
        bob
      )
      assert.deepStrictEqual(shoe.calls.at(-1), ["initiate_return", { order_id: orderId(61), reason: "return" }])
    })
  )

  it.effect("tells what became of a return, and of the newest ones when none is named", () =>
    Effect.gen(function* () {
      yield* orderIn(55, "returned")
      yield* returnOf(55, "approved")
      yield* orderIn(54, "returned")
      const id = yield* returnOf(54, "shipped_back")
      const { answer } = yield* reply(wish("return_status", by(54)))
      assert.strictEqual(
        answer,
        `The return of order #0000-0054 is on its way back to us. A refund of $100.00 to the original payment method is paid when the goods are here.`
      )
      const all = yield* reply(wish("return_status"))
      assert.match(all.answer, /^Your newest returns:\n1\. The return /u)
      const named = yield* reply(wish("return_status", { otherId: id }))
      assert.match(named.answer, /^The return of order #0000-0054 \(/u)
      const bare = yield* reply(wish("return_status", { otherId: orderId(54), text: `what about ${orderId(54)}` }))
      assert.deepInclude(bare, { answer, calls: [["get_return_status", { order_id: orderId(54) }]] })
      const ofReturn = yield* reply(wish("return_status", { otherId: id, text: `what about ${id}` }))
      assert.strictEqual(ofReturn.answer, named.answer)
      const none = yield* reply(wish("return_status", by(1)))
      assert.match(
        none.answer,
        new RegExp(`^Order #0000-0001 has no return\\. Order #0000-0001 could be sent back until `, "u")
      )
    })
  )

  it.effect("proposes to pay a return back", () =>
    Effect.gen(function* () {
      yield* orderIn(55, "returned")
      const id = yield* returnOf(55, "received")
      const { answer, calls } = yield* reply(wish("refund", { ...by(55) }))
      assert.deepStrictEqual(calls, [
        ["get_return_status", { order_id: orderId(55) }],
        ["process_refund", { return_id: id }]
      ])
      assert.strictEqual(answer, "")
      const byId = yield* reply(wish("refund", { otherId: id, text: `refund return ${id}` }))
      assert.deepInclude(byId, { answer: "", calls: [["process_refund", { return_id: id }]] })
      assert.deepStrictEqual(yield* standOf(55), { status: "returned", return: "received" })
    })
  )

  it.effect("proposes no refund before the goods are here", () =>
    Effect.gen(function* () {
      yield* orderIn(56, "returned")
      const id = yield* returnOf(56, "shipped_back")
      const { answer, calls } = yield* reply(wish("refund", { otherId: id, text: `refund return ${id}` }))
      assert.deepStrictEqual(calls, [["process_refund", { return_id: id }]])
      assert.strictEqual(answer, "That return is shipped back, so nothing is paid back now.")
      assert.deepStrictEqual(yield* standOf(56), { status: "returned", return: "shipped_back" })
    })
  )

  it.effect("takes an id that belongs to no return for that of an order", () =>
    Effect.gen(function* () {
      yield* orderIn(49, "returned")
      const id = yield* returnOf(49, "received")
      const slots = { otherId: orderId(49), text: `refund ${orderId(49)}` }
      const { calls } = yield* reply(wish("refund", slots))
      assert.deepStrictEqual(calls, [
        ["process_refund", { return_id: orderId(49) }],
        ["get_return_status", { order_id: orderId(49) }],
        ["process_refund", { return_id: id }]
      ])
    })
  )

  it.effect("pays back no other return than that of the id that was said", () =>
    Effect.gen(function* () {
      yield* orderIn(46, "returned")
      yield* returnOf(46, "approved")
      const unknown = orderId(999)
      const text = `refund return ${unknown}`
      const order = { kind: "id", id: unknown } as const
      for (const meant of [
        { otherId: unknown, text },
        { otherId: unknown, text, order }
      ]) {
        const { answer, calls } = yield* reply(wish("refund", meant))
        assert.notIncludeDeepMembers(
          calls.map(([name, params]) => ({ name, isOther: !JSON.stringify(params).includes(unknown) })),
          [{ name: "process_refund", isOther: true }]
        )
        assert.match(answer, /^I found no such return among your newest ones\./u)
      }
      assert.deepStrictEqual(yield* standOf(46), { status: "returned", return: "approved" })
    })
  )

  it.effect("tells what a cancelled order gives back", () =>
    Effect.gen(function* () {
      yield* orderIn(47, "cancelled")
      const said = yield* reply(wish("return_status", by(47)))
      assert.notInclude(toolsOf(said), "process_refund")
      assert.strictEqual(
        said.answer,
        "Order #0000-0047 has no return. Order #0000-0047 is cancelled. You get $105.95 back to your original payment method."
      )
    })
  )

  it.effect("explains why nothing is paid back", () =>
    Effect.gen(function* () {
      yield* orderIn(56, "delivered")
      yield* returnOf(56, "requested")
      yield* orderIn(57, "delivered")
      yield* returnOf(57, "denied")
      yield* orderIn(58, "delivered")
      const insisted = yield* reply(wish("refund", { ...by(56) }))
      assert.deepStrictEqual(toolsOf(insisted), ["get_return_status", "process_refund"])
      assert.match(insisted.answer, /is requested, so nothing is paid back now\./u)
      const denied = yield* reply(wish("refund", { ...by(57) }))
      assert.match(denied.answer, /is denied, so nothing is paid back now\./u)
      const none = yield* reply(wish("refund", { ...by(58) }))
      assert.match(
        none.answer,
        new RegExp(
          `^Order #0000-0058 has no return\\. Order #0000-0058 can be sent back .* tell me to return it if you want that`,
          "u"
        )
      )
      assert.notInclude(toolsOf(none), "process_refund")
      for (const n of [56, 57]) {
        assert.strictEqual((yield* standOf(n)).status, "delivered")
      }
    })
  )

  it.effect("asks which return to refund when several can be", () =>
    Effect.gen(function* () {
      const owner = bob
      const nothing = yield* reply(wish("refund"), turnOf(""), owner)
      assert.match(nothing.answer, /^There is nothing to refund\. Your returns: none\./u)
      yield* orderIn(71, "returned", { owner })
      const one = yield* returnOf(71, "received", owner)
      yield* orderIn(72, "returned", { owner, hoursAgo: 30 })
      yield* returnOf(72, "received", owner)
      const which = yield* reply(wish("refund"), turnOf(""), owner)
      assert.match(
        which.answer,
        new RegExp(
          `^Which return shall I refund\\? These can be paid back:\\n1\\. The return of order #0000-0072 .*\\$100\\.00.*\\n2\\. The return of order #0000-0071 .*\\$100\\.00`,
          "u"
        )
      )
      const listed = [72, 71].map((n) => ({ ...order(orderId(n), 100), name: "Hearthlow Ember Lamp" }))
      assert.deepInclude(which.state, { asked: "order", ...listOf(...listed) })
      const first = yield* reply(wish("refund", by(71)), turnOf(""), owner)
      assert.deepStrictEqual(first.calls.at(-1), ["process_refund", { return_id: one }])
    })
  )

  it.effect("counts the orders in the status that is said: the last delivered order need not be the last one", () =>
    Effect.gen(function* () {
      yield* orderIn(59, "delivered", { hoursAgo: 1 })
      yield* orderIn(60, "placed", { hoursAgo: 0.1 })
      const delivered = { kind: "status", status: "delivered", index: 0 } as const
      const said = yield* reply(wish("return_eligibility", { order: delivered }))
      assert.deepStrictEqual(said.calls.at(-1), ["check_return_eligibility", { order_id: orderId(59) }])
      const plain = yield* reply(wish("return_eligibility", { order: { kind: "position", index: 0 } }))
      assert.deepInclude(plain.calls, ["check_return_eligibility", { order_id: orderId(60) }])
      const second = yield* reply(wish("return", { order: { ...delivered, index: 40 } }))
      assert.strictEqual(
        second.answer,
        "You have no such order that is delivered. Ask me for your orders to see all of them."
      )
    })
  )

  it.effect("looks for the return elsewhere when the order that was spoken of has none", () =>
    Effect.gen(function* () {
      yield* orderIn(65, "placed")
      for (const n of [66, 67]) {
        yield* orderIn(n, "returned")
        yield* returnOf(n, "approved")
      }
      const { answer } = yield* reply(wish("return_status", { ...by(65), fromHistory: true }))
      assert.match(answer, /^Your newest returns:/u)
      const latest = yield* reply(
        wish("return_status", { order: { kind: "position", index: 0 }, text: "my last return" })
      )
      assert.match(latest.answer, /^The return of order #/u)
    })
  )

  it.effect("sends an account that may not to the support", () =>
    Effect.gen(function* () {
      const power = turnOf("", { role: "power_user" })
      const vague = yield* reply(wish("return"), power)
      assert.deepStrictEqual(vague.calls, [])
      assert.match(vague.answer, /cannot have orders returned through this chat; please contact our support/)
      const forbidden = failing({ error: "forbidden", message: "-", allowed_roles: ["customer", "seller", "admin"] })
      const part = answer(power, wish("return", { ...by(58) }))
      const result = yield* perform(part, forbidden)
      assert.deepStrictEqual(toolsOf(result), ["initiate_return"])
      assert.strictEqual(result.answer, vague.answer)
    })
  )

  it.effect("takes a mere yes for no reason", () =>
    Effect.gen(function* () {
      const part = answer(turnOf(""), wish("return", { ...by(58), fromHistory: true, text: "yes" }))
      const { calls } = yield* perform(part, failing({ error: "unavailable", message: "-", retryable: true }))
      const reason = "Not given"
      assert.deepStrictEqual(calls, [["initiate_return", { order_id: orderId(58), reason }]])
    })
  )

  it.effect("cuts a long reason between characters", () =>
    Effect.gen(function* () {
      const reason = `${"x".repeat(499)}😀 and more`
      const part = answer(turnOf(""), wish("return", { ...by(58), reason }))
      const { calls } = yield* perform(part, failing({ error: "unavailable", message: "-", retryable: true }))
      assert.deepStrictEqual(calls, [["initiate_return", { order_id: orderId(58), reason: `${"x".repeat(499)}😀` }]])
    })
  )

  it.effect("says what it could not do when the tools are out of reach", () =>
    Effect.gen(function* () {
      const down = failing({ error: "unavailable", message: "-", retryable: true })
      for (const intent of ["return", "refund", "return_eligibility", "return_status"] as const) {
        for (const slots of [{}, by(58)]) {
          const { answer: said } = yield* perform(answer(turnOf(""), wish(intent, slots)), down, [orderId(58)])
          assert.match(said, /just now\. Please try again in a moment\.$/u)
        }
      }
    })
  )
})
