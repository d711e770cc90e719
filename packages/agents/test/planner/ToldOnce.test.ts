import { assert, layer } from "@effect/vitest"
import { type ConversationId } from "@storefront/domain/Ids"
import { cartOf, market } from "@storefront/server/testing/SmallMarket"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import { OrderManagement } from "../../src/order-management/agent.ts"
import { Orchestrator } from "../../src/orchestrator/agent.ts"
import * as Planner from "../../src/planner/Planner.ts"
import { openWith, scene } from "../support/WholeTurns.ts"

layer(Layer.provideMerge(market, TestDatabase.layer), { excludeTestServices: true })("an answer", (it) => {
  it.scoped("tells a write once, by its receipt, and the planner knows from it what to undo", () =>
    Effect.gen(function* () {
      const { product, user } = yield* scene
      const chat = yield* openWith(Planner.layer(Orchestrator), Planner.layer(OrderManagement))
      const put = "Put into your cart: 1 × Brindlecote Plain Shelf, now 1 article, $50.00 before discounts."
      let conversationId: ConversationId | null = null
      for (const [message, told] of [
        ["Add a plain shelf to my cart", put],
        [
          "Add another plain shelf",
          "Put into your cart: 1 × Brindlecote Plain Shelf, now 1 article, $100.00 before discounts."
        ],
        [
          "no wait, undo that",
          "Changed in your cart: now 1 × Brindlecote Plain Shelf, $50.00 in all before discounts."
        ],
        ["Empty my cart", "Taken out of your cart: Brindlecote Plain Shelf, now empty."],
        ["oh no, put it back please", put]
      ] as const) {
        const answer: { readonly conversation_id: ConversationId; readonly response: string } = yield* chat.answer(
          user,
          {
            message,
            conversationId
          }
        )
        conversationId = answer.conversation_id
        assert.strictEqual(answer.response, told)
      }
      assert.deepStrictEqual(yield* cartOf(user), [[product.id, 1]])
    })
  )
})
