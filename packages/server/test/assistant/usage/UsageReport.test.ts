import { assert, layer } from "@effect/vitest"
import { Array, DateTime, Effect, Layer, Number, Struct } from "effect"
import { UsageReport } from "../../../src/assistant/usage/UsageReport.ts"
import { type UsageEntry, UsageLog } from "../../../src/assistant/usage/UsageLog.ts"
import { shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { entry } from "../../support/usage.ts"

/** A run of now that used `n` tokens. */
const run = (n: number): Effect.Effect<UsageEntry> =>
  Effect.map(DateTime.now, (startedAt) =>
    entry({
      agentName: n % 2 === 0 ? "orchestrator" : "order-management",
      tokensIn: n,
      tokensOut: 1,
      startedAt,
      durationMs: 10 * n
    })
  )

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.merge(UsageLog.layer, UsageReport.layer).pipe(
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the usage report on ${engine.name}`, (it) => {
    it.effect("adds up, also while runs are being recorded", () =>
      Effect.gen(function* () {
        const log = yield* UsageLog
        const { make } = yield* UsageReport
        const [reports] = yield* Effect.all(
          [
            Effect.all(Array.replicate(make, 20), { concurrency: 4 }),
            Effect.forEach(Array.range(1, 40), (n) => Effect.flatMap(run(n), log.record), { concurrency: 4 })
          ],
          { concurrency: "unbounded" }
        )
        for (const { by_agent, overall } of [...reports, yield* make]) {
          assert.deepStrictEqual(
            [overall.total_requests, overall.total_tokens_in, overall.total_tokens_out],
            Array.map(["request_count", "tokens_in", "tokens_out"] as const, (column) =>
              Number.sumAll(by_agent.map(Struct.get(column)))
            )
          )
        }
        assert.isAbove(new Set(reports.map(({ overall }) => overall.total_requests)).size, 1)
        assert.deepInclude(yield* Effect.map(make, ({ overall }) => ({ ...overall })), {
          total_requests: 40,
          unique_users: 1,
          avg_duration_ms: 205
        })
      })
    )
  })

  // A database of its own: other tests leave something in theirs.
  layer(TestLayer, { excludeTestServices: true })(`the usage report on ${engine.name}`, (it) => {
    it.effect("is all zeros and seven days before anything was used", () =>
      Effect.gen(function* () {
        const { by_agent, daily_trend, overall } = yield* Effect.flatMap(UsageReport, ({ make }) => make)
        assert.deepStrictEqual(Object.values({ ...overall }), [0, 0, 0, 0, 0, 0])
        assert.deepStrictEqual([by_agent.length, daily_trend.length], [0, 7])
      })
    )
  })
}
