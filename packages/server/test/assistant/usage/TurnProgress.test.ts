import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { TurnProgress } from "../../../src/assistant/usage/TurnProgress.ts"

const TestLayer = TurnProgress.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(TestDatabase.layer))

layer(TestLayer, { excludeTestServices: true })("the progress of a turn", (it) => {
  it.effect("is the specialists of the person that began since, whether they are done or not", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const progress = yield* TurnProgress
      const trace = "a".repeat(32)
      yield* sql`
        INSERT INTO usage_logs (user_id, agent_name, trace_id, duration_ms, status, created_at) VALUES
          (${ada.id}, 'order-management', ${trace}, 1000, 'success', now() - interval '5 seconds'),
          (${ada.id}, 'orchestrator', ${trace}, 1000, 'success', now() - interval '5 seconds'),
          (${ada.id}, 'review-sentiment', ${trace}, 1000, 'success', now() - interval '10 minutes'),
          (${bob.id}, 'pricing-promotions', ${trace}, 1000, 'success', now())`
      const run = (id: number, agent: string, isClosed: boolean) => sql`
        INSERT INTO agent_runs ${sql.insert({
          id: `eeeeeeee-0000-4000-8000-00000000000${id}`,
          user_id: ada.id,
          agent_name: agent,
          message_key: "0".repeat(64),
          trace_id: trace,
          input_summary: "",
          started_at: new Date(),
          expires_at: new Date(),
          is_closed: isClosed
        })}`
      yield* run(1, "inventory-fulfillment", false)
      yield* run(2, "product-discovery", true)
      assert.deepStrictEqual(yield* progress.recent(ada.email, 60_000), [
        { agent_name: "order-management", is_done: true },
        { agent_name: "inventory-fulfillment", is_done: false }
      ])
    })
  )
})
