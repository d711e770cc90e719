import { assert, layer } from "@effect/vitest"
import { recorder } from "@storefront/server/testing/RecordedSpans"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { ada, lamp, orderId, placeOrder } from "@storefront/server/testing/SmallShop"
import { market } from "@storefront/server/testing/SmallMarket"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import { ask, open } from "../support/WholeTurns.ts"

const { call, say } = ScriptedModel
const { spans, tracer } = recorder()

/** The statements of a turn that looks an order up, within what, and why they are there. */
const reasons = [
  ["INSERT conversations", "POST /api/chat", "the conversation with its turn, and the message"],
  ["INSERT token_days", "POST /api/chat", "what the turn may use is taken from the person's day"],
  ["SELECT order_status_history", "invoke_agent orchestrator", "what the orchestrator may know of the person"],
  ["SELECT users", "POST /message:stream", "who the specialist is asked for"],
  ["INSERT agent_runs", "invoke_agent order-management", "the run is in the audit before its first tool"],
  ["SELECT order_status_history", "invoke_agent order-management", "what the specialist may know of the person"],
  ["SELECT order_items", "execute_tool get_order_tracking", "the order"],
  ["SELECT order_status_history", "execute_tool get_order_tracking", "what became of it"],
  ["INSERT usage_logs", "invoke_agent order-management", "the specialist's run, its steps and the rollups"],
  ["SELECT order_items", "invoke_agent orchestrator", "the card of the order, read as its owner"],
  ["SELECT messages", "invoke_agent orchestrator", "the receipts of what was written, whoever reported it"],
  ["UPDATE turns", "invoke_agent orchestrator", "the end of the turn, and the answer"],
  ["UPDATE token_days", "invoke_agent orchestrator", "what the turn did not use is given back"],
  ["INSERT usage_logs", "invoke_agent orchestrator", "the orchestrator's run, in the same transaction"]
] as const

const TestLayer = Layer.provideMerge(market, TestDatabase.layer)

layer(TestLayer, { excludeTestServices: true })("a turn with one specialist", (it) => {
  it.scoped("sends the statements that have a reason, and no other", () =>
    Effect.gen(function* () {
      yield* placeOrder({
        id: orderId(1),
        owner: ada,
        status: "placed",
        lines: [{ product: lamp, east: 1 }],
        createdAt: "2026-02-01T10:00:00Z",
        history: [["placed", "Order received"]]
      })
      const chat = yield* open(
        [ask("Where is it?"), say("It is placed.")],
        [call(["get_order_tracking", { order_id: orderId(1) }]), say("Placed.")]
      )
      const before = spans().length
      yield* Effect.withSpan(
        chat.answer(ada, { message: "Where is my order?", conversationId: null }),
        "POST /api/chat",
        {
          kind: "server",
          root: true
        }
      )
      assert.deepStrictEqual(
        spans()
          .slice(before)
          .filter(({ attributes }) => "db.system.name" in attributes)
          .map(({ name, parent }) => [name, parent]),
        reasons.map(([name, parent]) => [name, parent])
      )
    }).pipe(Effect.withTracer(tracer))
  )
})
