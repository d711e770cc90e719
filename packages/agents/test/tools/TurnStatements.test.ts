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

/** The statements of a turn that looks an order up, and why they are there: the table of `docs/benchmarks.md`. */
const reasons = [
  ["TurnRepository.open", "the conversation with its lease and the message"],
  ["TurnContexts.load", "what the orchestrator may know of the person"],
  ["CallerDirectory.find", "who the specialist is asked for"],
  ["AgentRuns.open", "the run is in the audit before its first tool"],
  ["TurnContexts.load", "what the specialist may know of the person"],
  ["OrderLookup.track", "the order"],
  ["OrderLookup.track", "its history"],
  ["UsageLog.record", "the specialist's run, its steps and the rollups"],
  ["TurnRepository.close", "the end of the lease"],
  ["TurnRepository.close", "the answer"],
  ["UsageLog.recordWithin", "the orchestrator's run, in the same transaction"]
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
      yield* chat.answer(ada, { message: "Where is my order?", conversationId: null })
      assert.deepStrictEqual(
        spans()
          .slice(before)
          .filter(({ name }) => name === "sql.execute")
          .map(({ parent }) => parent),
        reasons.map(([parent]) => parent)
      )
    }).pipe(Effect.withTracer(tracer))
  )
})
