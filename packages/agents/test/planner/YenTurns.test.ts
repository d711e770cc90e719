import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type ConversationId } from "@storefront/domain/Ids"
import { ada, lamp } from "@storefront/server/testing/SmallShop"
import { marketInYen } from "@storefront/server/testing/SmallMarket"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import { OrderManagement } from "../../src/order-management/agent.ts"
import { Orchestrator } from "../../src/orchestrator/agent.ts"
import * as Planner from "../../src/planner/Planner.ts"
import { openWith } from "../support/WholeTurns.ts"

/** An amount with a fraction, or in another currency. */
const notInYen = /[¥￥]\s?[\d,]+\.\d|\$\d|\d\.\d\d?(?!\d)/

layer(Layer.provideMerge(marketInYen, TestDatabase.layer), { excludeTestServices: true })("a shop in yen", (it) => {
  it.scoped("shows whole yen from the cart to the refund, in answers, proposals, receipts, tools and audit", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE users SET total_spend = 0`
      // A percentage of it is no whole number of yen.
      yield* sql`UPDATE products SET price = 4999, original_price = 4999 WHERE id = ${lamp.id}`
      const chat = yield* openWith(Planner.layer(Orchestrator), Planner.layer(OrderManagement))
      let conversationId: ConversationId | null = null
      const told: Array<string> = []
      for (const message of [
        "Add an Ember Lamp to my cart",
        "Apply the coupon TEN",
        "My shipping address is Ada Byron, 1 Elm Street, Boston, MA 02101",
        "What is in my cart?",
        "Check out please",
        "yes",
        "Show me my latest order",
        "Cancel my latest order",
        "yes"
      ]) {
        const answer: { readonly conversation_id: ConversationId; readonly response: string } = yield* chat.answer(
          ada,
          {
            message,
            conversationId
          }
        )
        conversationId = answer.conversation_id
        told.push(answer.response)
      }
      const [added, , , cart, proposed, ordered, shown, , cancelled] = told
      assert.include(added, "¥4,999 before discounts")
      assert.include(cart, "less ¥500 (TEN)")
      assert.include(proposed, "¥5,094")
      assert.include(ordered, "¥5,094, shipping included")
      assert.include(shown, "Goods ¥4,999")
      assert.include(cancelled, "¥5,094")
      assert.deepStrictEqual(
        told.filter((text) => notInYen.test(text)),
        []
      )

      const steps = yield* sql<{ readonly text: string }>`
        SELECT concat_ws(' ', tool_input, tool_output) AS text FROM agent_execution_steps`
      assert.isAbove(steps.length, 8)
      assert.deepStrictEqual(
        steps.filter(({ text }) =>
          /"[a-z_]*(?:price|total|amount|discount|cost|refund|spend|saves)":\s*-?\d+\.\d/.test(text)
        ),
        []
      )

      const [stored] = yield* sql<{ readonly whole: boolean }>`
        SELECT bool_and(o.discount_amount % 1 = 0 AND o.total % 1 = 0 AND o.shipping_cost % 1 = 0
          AND i.unit_price % 1 = 0 AND i.discount_share % 1 = 0) AS whole
        FROM orders o JOIN order_items i ON i.order_id = o.id`
      assert.isTrue(stored?.whole)
    })
  )
})
