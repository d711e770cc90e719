import { SqlClient } from "@effect/sql"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { bob, lamp, orderId, shoes } from "@storefront/server/testing/SmallShop"
import { orderIn, returnOf, currentStatusOf } from "@storefront/server/testing/OrderFixtures"
import { rollingBack } from "@storefront/server/testing/RolledBackTests"
import { type Wish } from "../../../../src/planner/Wish.ts"
import { answer } from "../../../../src/planner/plan/order-management/Plan.ts"
import { listOf, order } from "../../support/Kept.ts"
import { type Exchange, readOne } from "../../support/Reading.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { reply, TestLayer, toolsOf, wish } from "./Shopping.ts"

const by = (n: number): Partial<Wish> => ({ order: { kind: "id", id: orderId(n) } })

/** Bob has two delivered orders of the last days, and one of two months ago. */
const bobsOrders = Effect.gen(function* () {
  yield* orderIn(61, "delivered", { owner: bob, lines: [{ product: shoes, west: 1 }], hoursAgo: 48 })
  yield* orderIn(62, "delivered", { owner: bob, lines: [{ product: lamp, west: 1 }], hoursAgo: 72 })
  yield* orderIn(63, "delivered", { owner: bob, lines: [{ product: lamp, west: 2 }], hoursAgo: 60 * 24 })
})

rollingBack(TestLayer)("the playbook of order-management, asked about returns,", (it) => {
  it.effect("says until when and for how much an order can be sent back, and asks", () =>
    Effect.gen(function* () {
      yield* orderIn(50, "delivered", { hoursAgo: 5 * 24 })
      const { answer, calls } = yield* reply(wish("return_eligibility", by(50)))
      assert.deepStrictEqual(calls, [["check_return_eligibility", { order_id: orderId(50) }]])
      assert.match(
        answer,
        new RegExp(
          `^Of order #0000-0050 you can send back, until \\w+ \\d+, \\d{4}: 2 × Hearthlow Ember Lamp\\. For all of that you would get back \\$100\\.00 plus \\$5\\.95 for shipping\\. Nothing is changed: tell me to return it if you want that\\.$`,
          "u"
        )
      )
      const late = yield* reply(wish("return_eligibility", by(1)))
      assert.match(
        late.answer,
        new RegExp(
          `^Order #0000-0001 cannot be sent back now\\. The time for returns is over\\. Say “open a case”, and a person at the shop answers you in this conversation\\.$`,
          "u"
        )
      )
      const early = yield* reply(wish("return_eligibility", by(5)))
      assert.strictEqual(
        early.answer,
        `Order #0000-0005 cannot be sent back now. Only a delivered order can be sent back; one that is placed or confirmed can be cancelled instead.`
      )
    })
  )

  it.effect("lists the delivered orders when none is named", () =>
    Effect.gen(function* () {
      yield* bobsOrders
      const { answer, calls } = yield* reply(wish("return_eligibility"), turnOf(""), bob)
      assert.deepStrictEqual(calls, [["get_user_orders", { limit: 50, status: "delivered" }]])
      assert.match(answer, /^An order can be sent back, all of it or some, for a time .*:\n1\. Order #0000-0061/u)
    })
  )

  it.effect("proposes to return the order that was named, with the customer's reason and wish for the money", () =>
    Effect.gen(function* () {
      yield* orderIn(52, "delivered")
      const { answer, calls } = yield* reply(
        wish("return", { ...by(52), reason: "too small", refundMethod: "store_credit" })
      )
      assert.deepStrictEqual(calls, [
        ["check_return_eligibility", { order_id: orderId(52) }],
        ["initiate_return", { order_id: orderId(52), reason: "too small", refund_method: "store_credit" }]
      ])
      assert.strictEqual(answer, "")
      assert.deepStrictEqual(yield* currentStatusOf(52), { status: "delivered", return: null })
      yield* orderIn(54, "returned")
      yield* returnOf(54, "approved")
      const again = yield* reply(wish("return", by(54)))
      assert.match(
        again.answer,
        /^Order #0000-0054 (?:\(.+\) )?cannot be sent back now\. It has a return already: ask me what became of it\.$/u
      )
      const waits = yield* reply(wish("return", { ...by(5), text: "send it back" }))
      assert.notInclude(toolsOf(waits), "initiate_return")
      assert.match(waits.answer, /^Order #0000-0005 cannot be sent back now\./u)
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
      const other = yield* reply(wish("return", { order: { kind: "product", name: "vacuum" } }), turnOf(""), bob)
      assert.match(
        other.answer,
        /^I looked at the first three products of each of your newest orders, and found no “vacuum”\./u
      )
      const shoe = yield* reply(wish("return", { order: { kind: "product", name: "trail shoes" } }), turnOf(""), bob)
      assert.deepStrictEqual(shoe.calls.at(-1), [
        "initiate_return",
        { order_id: orderId(61), lines: [{ product_id: shoes.id, quantity: 1 }], reason: "return" }
      ])
    })
  )

  it.effect("returns only what is named of an order, as many as are said, and asks where that is not clear", () =>
    Effect.gen(function* () {
      yield* orderIn(57, "delivered", {
        lines: [
          { product: lamp, east: 2 },
          { product: shoes, east: 1 }
        ]
      })
      const answered = (text: string, ...earlier: ReadonlyArray<Exchange>) =>
        reply({ ...readOne(text, ...earlier), reason: "Too small" })
      const linesOf = (text: string) =>
        Effect.map(answered(text), ({ calls }) => [
          calls.at(-1)?.[0],
          Reflect.get(calls.at(-1)?.[1] as object, "lines")
        ])
      const twoLamps = { product_id: lamp.id, quantity: 2 }
      const oneLamp = { product_id: lamp.id, quantity: 1 }
      const oneShoe = { product_id: shoes.id, quantity: 1 }
      for (const [text, lines] of [
        [`return the Hearthlow Ember Lamp from order ${orderId(57)}`, [twoLamps]],
        [`return one of the ember lamps from order ${orderId(57)}`, [oneLamp]],
        [`return 1 Hearthlow Ember Lamp of order ${orderId(57)}`, [oneLamp]],
        [`return one pair of the trail shoes from order ${orderId(57)}`, [oneShoe]],
        [`return one lamp and the trail shoes from order ${orderId(57)}`, [oneLamp, oneShoe]],
        [`return order ${orderId(57)}`, undefined],
        [`return the whole order ${orderId(57)}`, undefined],
        [`return order ${orderId(57)} because the sleeves are too short`, undefined]
      ] as const) {
        assert.deepStrictEqual(yield* linesOf(text), ["initiate_return", lines], text)
      }
      for (const text of [
        `return the vacuum from order ${orderId(57)}`,
        `return the lamp and the vacuum from order ${orderId(57)}`,
        `return 3 lamps from order ${orderId(57)}`
      ]) {
        const asked = yield* answered(text)
        assert.notInclude(toolsOf(asked), "initiate_return", text)
        assert.strictEqual(
          asked.answer,
          "I am not sure what of order #0000-0057 goes back, and how many of it. It holds:\n1. 2 × Hearthlow Ember Lamp\n2. Strydevale Trail Shoes"
        )
        const { state } = asked
        for (const said of ["the shoes", "2", "the second one"]) {
          const { calls } = yield* answered(said, [text, state])
          assert.deepStrictEqual(calls.at(-1), [
            "initiate_return",
            { order_id: orderId(57), lines: [oneShoe], reason: "Too small" }
          ])
        }
      }
    })
  )

  it.effect("tells what is left of an order to send back, with the shipping that comes with it", () =>
    Effect.gen(function* () {
      yield* orderIn(64, "delivered", {
        lines: [
          { product: lamp, east: 2 },
          { product: shoes, east: 1 }
        ]
      })
      const sql = yield* SqlClient.SqlClient
      const id = yield* returnOf(64, "received")
      yield* sql`DELETE FROM return_lines l USING order_items i
        WHERE l.return_id = ${id} AND i.id = l.order_item_id AND i.product_id = ${shoes.id}`
      yield* sql`UPDATE returns SET refund_amount = 100, shipping_refund = 5.95 WHERE id = ${id}`
      const said = yield* reply(wish("return_status", by(64)))
      assert.strictEqual(
        said.answer,
        "Your returns:\n1. The return of 2 × Hearthlow Ember Lamp from order #0000-0064 has arrived at our warehouse. $100.00 plus $5.95 for shipping has not been paid back to the original payment method."
      )
      const shown = yield* reply(wish("order_details", by(64)))
      assert.include(
        shown.answer,
        "The return of 2 × Hearthlow Ember Lamp from order #0000-0064 has arrived at our warehouse: $100.00 plus $5.95 for shipping."
      )
      yield* sql`UPDATE returns SET status = 'refunded', resolved_at = now(), shipping_refund = 0 WHERE id = ${id}`
      const left = yield* reply(wish("return_eligibility", by(64)))
      assert.match(
        left.answer,
        /^Of order #0000-0064 you can send back, until [^:]+: Strydevale Trail Shoes\. For all of that you would get back \$50\.00 plus \$5\.95 for shipping\./u
      )
    })
  )

  it.effect("offers no return to an account that cannot have one, but a case", () =>
    Effect.gen(function* () {
      yield* orderIn(65, "delivered", { hoursAgo: 2 })
      const { answer } = yield* reply(wish("return_eligibility", by(65)), turnOf("", { role: "power_user" }))
      assert.match(answer, /Your account cannot have orders returned by me\. Say “open a case”/u)
      assert.notInclude(answer, "tell me to return")
    })
  )

  it.effect("tells what became of a return, and of the newest ones when none is named", () =>
    Effect.gen(function* () {
      yield* orderIn(55, "returned")
      yield* returnOf(55, "approved")
      yield* orderIn(54, "returned")
      yield* returnOf(54, "shipped_back")
      const { answer } = yield* reply(wish("return_status", by(54)))
      assert.strictEqual(
        answer,
        `Your returns:\n1. The return of 2 × Hearthlow Ember Lamp from order #0000-0054 is on its way back to us. $100.00 has not been paid back to the original payment method.`
      )
      const all = yield* reply(wish("return_status"))
      assert.match(all.answer, /^Your returns:\n1\. The return .*\n2\. The return /u)
      const latest = wish("return_status", { order: { kind: "position", index: 0 }, text: "my last return" })
      assert.strictEqual((yield* reply(latest)).answer, all.answer)
    })
  )

  it.effect("says where an order is that has no return, and who can help", () =>
    Effect.gen(function* () {
      for (const intent of ["return_status", "refund"] as const) {
        const { answer, calls } = yield* reply(
          wish(intent, { ...by(3), text: "it never arrived, I want my money back" })
        )
        assert.deepStrictEqual(calls, [
          ["get_return_status", { order_id: orderId(3) }],
          ["get_order_tracking", { order_id: orderId(3) }]
        ])
        assert.match(
          answer,
          /^Order #0000-0003 has no return\. Order #0000-0003 is shipped and on its way .* Say “open a case”, and a person at the shop answers you in this conversation\.$/u
        )
      }
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
      assert.match(
        answer,
        /^The return of 2 × Hearthlow Ember Lamp from order #0000-0055 has arrived at our warehouse\.$/u
      )
      assert.deepStrictEqual(yield* currentStatusOf(55), { status: "returned", return: "received" })
    })
  )

  it.effect("explains why nothing is paid back", () =>
    Effect.gen(function* () {
      yield* orderIn(56, "delivered")
      yield* returnOf(56, "requested")
      yield* orderIn(57, "delivered")
      yield* returnOf(57, "denied")
      for (const n of [56, 57]) {
        const { answer, calls } = yield* reply(wish("refund", { ...by(n) }))
        assert.deepStrictEqual(
          calls.map(([name]) => name),
          ["get_return_status", "process_refund"]
        )
        assert.match(answer, /^The return of .* from order .* has not been paid back to .*\.$/u)
      }
      for (const n of [56, 57]) {
        assert.strictEqual((yield* currentStatusOf(n)).status, "delivered")
      }
    })
  )

  it.effect("asks which return to refund when several can be", () =>
    Effect.gen(function* () {
      const owner = bob
      const nothing = yield* reply(wish("refund"), turnOf(""), owner)
      assert.match(nothing.answer, /^You have no returns\. .* Is something wrong with an order\?/u)
      yield* orderIn(71, "returned", { owner })
      const one = yield* returnOf(71, "received", owner)
      yield* orderIn(72, "returned", { owner, hoursAgo: 30 })
      yield* returnOf(72, "received", owner)
      const which = yield* reply(wish("refund"), turnOf(""), owner)
      assert.match(
        which.answer,
        new RegExp(
          `^Which return is it about\\?\\n1\\. The return of .* from order #0000-0072 .*\\$100\\.00.*\\n2\\. The return of .* from order #0000-0071 .*\\$100\\.00`,
          "u"
        )
      )
      const listed = [72, 71].map((n) => ({ ...order(orderId(n), null), name: "Hearthlow Ember Lamp" }))
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
      assert.strictEqual(second.answer, "You have no such order. Ask me for your orders to see all of them.")
    })
  )

  it.effect("takes a mere yes for no reason, and cuts a long reason between characters", () =>
    Effect.gen(function* () {
      yield* orderIn(58, "delivered")
      const reasonOf = (slots: Partial<Wish>) =>
        Effect.map(reply(wish("return", { ...by(58), ...slots })), ({ calls }) => calls.at(-1))
      assert.deepStrictEqual(yield* reasonOf({ fromHistory: true, text: "yes" }), [
        "initiate_return",
        { order_id: orderId(58), reason: "Not given" }
      ])
      assert.deepStrictEqual(yield* reasonOf({ reason: `${"x".repeat(499)}😀 and more` }), [
        "initiate_return",
        { order_id: orderId(58), reason: `${"x".repeat(499)}😀` }
      ])
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
