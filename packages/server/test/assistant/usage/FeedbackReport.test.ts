import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import * as FeedbackReport from "../../../src/assistant/usage/FeedbackReport.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { makeConversation } from "../../support/conversations.ts"

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(
    `the report of opinions on ${engine.name}`,
    (it) => {
      it.effect("counts them by day and by the agents behind the answer, in the window alone", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const report = yield* FeedbackReport.make
          assert.deepStrictEqual(yield* report(30), { good: 0, bad: 0, by_day: [], by_agent: [] })
          const today = DateTime.formatIsoDateUtc(yield* DateTime.now)
          const conversation_id = yield* makeConversation()
          /** An answer that was rated so many days before today, at a time of day in UTC. */
          const rated = (days: number, time: string, rating: 1 | -1, agents_involved: ReadonlyArray<string>) =>
            sql`
              WITH answer AS (
                INSERT INTO messages ${sql.insert({
                  conversation_id,
                  role: "assistant",
                  content: "Here.",
                  agent_name: "orchestrator",
                  agents_involved
                })} RETURNING id
              )
              INSERT INTO message_feedback (message_id, user_id, rating, comment, updated_at)
              SELECT id, ${ada.id}, ${rating}, 'Private words',
                ((${today}::date - ${days}::int) + ${time}::time) AT TIME ZONE 'UTC' FROM answer`
          yield* rated(0, "00:00:00", 1, ["product-discovery", "order-management"])
          yield* rated(0, "23:59:59.999", -1, ["order-management"])
          yield* rated(2, "12:00:00", 1, [])
          yield* rated(6, "00:00:00", -1, [])
          yield* rated(7, "23:59:59.999", -1, ["review-sentiment"])
          yield* rated(-1, "00:00:00", 1, ["review-sentiment"])
          const dayBefore = (days: number) =>
            Effect.map(
              sql<{ readonly day: string }>`SELECT (${today}::date - ${days}::int)::text AS day`,
              ([row]) => row!.day
            )
          const month = yield* report(7)
          assert.deepStrictEqual(month, {
            good: 2,
            bad: 2,
            by_day: [
              { day: yield* dayBefore(6), good: 0, bad: 1 },
              { day: yield* dayBefore(2), good: 1, bad: 0 },
              { day: today, good: 1, bad: 1 }
            ],
            by_agent: [
              { agent_name: "orchestrator", good: 1, bad: 1 },
              { agent_name: "order-management", good: 1, bad: 1 },
              { agent_name: "product-discovery", good: 1, bad: 0 }
            ]
          })
          assert.notInclude(JSON.stringify(month), "Private words")
        })
      )
    }
  )
}
