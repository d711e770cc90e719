import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import * as Shop from "@storefront/server/shop/Shop"
import { ada, orderId, shop } from "@storefront/server/testing/SmallShop"
import { orderIn } from "@storefront/server/testing/OrderFixtures"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import { OrderManagement } from "../../src/order-management/agent.ts"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import { inTurnOf } from "../support/ProposingTurn.ts"
import { layerPreviewing } from "../support/Proposing.ts"
import { converse, SurroundingsLayer } from "./support/Converse.ts"
import { read } from "./support/Reading.ts"

const TestLayer = OrderHandlers.layer.pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.merge(SurroundingsLayer),
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer)
)

/** The answers of a conversation, and the cases that it opened. */
const handedOver = Effect.fnUntraced(function* (...messages: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM support_cases`
  const reports = yield* inTurnOf(ada)(converse(OrderManagement, ada, ...messages))
  const cases = yield* sql`SELECT kind, order_id, summary FROM support_cases`
  return { answers: reports.map(({ answer }) => answer), cases }
})

layer(TestLayer, { excludeTestServices: true })("somebody who wants a person", (it) => {
  it.effect("gets a case", () =>
    Effect.gen(function* () {
      for (const [message, kind] of [
        ["please let a human call me", "talk_to_person"],
        ["I want to talk to somebody", "talk_to_person"],
        ["I'd like to make a complaint", "complaint"],
        ["Please open a case", "other"],
        ["my parcel never came, please open a case", "missing_parcel"]
      ] as const) {
        const { cases } = yield* handedOver(message)
        assert.deepStrictEqual(cases, [{ kind, order_id: null, summary: message }])
      }
      assert.deepStrictEqual((yield* handedOver("don't open a case")).cases, [])
    })
  )

  it.effect("is told how the shop is reached, and that a case can be opened, which works", () =>
    Effect.gen(function* () {
      for (const [message, then] of [
        ["how do I contact a person?", "open a case"],
        ["how can I reach you", "please open a case"],
        ["what's your phone number?", "open a case please"]
      ] as const) {
        const { answers, cases } = yield* handedOver(message, then)
        assert.strictEqual(answers[0], "Say “open a case”, and a person at the shop answers you in this conversation.")
        assert.deepStrictEqual(cases, [{ kind: "other", order_id: null, summary: `${message} – ${then}` }])
      }
    })
  )

  it.effect("is offered a case for what cannot be done, and gets it with the order", () =>
    Effect.gen(function* () {
      yield* orderIn(81, "delivered", { hoursAgo: 24 * 90 })
      const asked = `Can I return order ${orderId(81)}?`
      const { answers, cases } = yield* handedOver(asked, "Open a case!")
      assert.match(answers[0] ?? "", /The time for returns is over\. Say “open a case”/)
      assert.notMatch(answers.join(), /support_case|customer wants/)
      assert.deepStrictEqual(cases, [{ kind: "other", order_id: orderId(81), summary: `${asked} – Open a case!` }])
    })
  )

  it.effect("is understood beside other wishes", () =>
    Effect.sync(() => {
      assert.deepStrictEqual(
        read("Where is my latest order? I want to talk to a human.").map(({ intent }) => intent),
        ["track_order", "human"]
      )
    })
  )
})
