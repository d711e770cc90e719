import { SqlClient } from "@effect/sql"
import { assert, describe, it, layer } from "@effect/vitest"
import { Array, BigDecimal, ConfigProvider, DateTime, Effect, Layer, Option } from "effect"
import { UsageReport } from "../../../src/assistant/usage/UsageReport.ts"
import { prices } from "../../../src/platform/config/PriceConfig.ts"
import { auditChecks } from "../../../src/assistant/usage/AuditChecks.ts"
import { costOf } from "../../../src/assistant/usage/Cost.ts"
import { UsageLog } from "../../../src/assistant/usage/UsageLog.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { entry } from "../../support/usage.ts"

const table =
  '{"m":{"input":0.1,"cached_input":"0.025","output":0.37},"plain":{"input":3,"output":15},"kept":{"input":1,"cached_input":0.1,"cache_write":1.25,"output":5}}'

const read = (LLM_PRICES: string) =>
  Effect.withConfigProvider(prices, ConfigProvider.fromMap(new Map([["LLM_PRICES", LLM_PRICES]])))

const usage = { tokensIn: 1_000_003, cachedTokens: 3, cacheWriteTokens: 0, tokensOut: 7, reasoningTokens: 5 }

describe("the cost of a run", () => {
  it.effect("is tokens times prices, to the last digit, what was cached for less and reasoning as output", () =>
    Effect.gen(function* () {
      const cost = (model: string) => Effect.map(read(table), (known) => costOf(known, model, usage))
      const exact = (text: string) => Option.some(BigDecimal.normalize(BigDecimal.unsafeFromString(text)))
      assert.deepStrictEqual(Option.map(yield* cost("m"), BigDecimal.normalize), exact("0.100002665"))
      assert.deepStrictEqual(Option.map(yield* cost("plain"), BigDecimal.normalize), exact("3.000114"))
      assert.isTrue(Option.isNone(yield* cost("unknown")))
      const kept = { ...usage, cachedTokens: 400_000, cacheWriteTokens: 600_000 }
      const costOfKept = Effect.map(read(table), (known) => costOf(known, "kept", kept))
      assert.deepStrictEqual(Option.map(yield* costOfKept, BigDecimal.normalize), exact("0.790038"))
    })
  )

  it.effect("cannot be told with a table that is wrong, which is said by name", () =>
    Effect.gen(function* () {
      for (const [text, problem] of [
        ["{", "must be a JSON object"],
        ["[]", "must be a JSON object"],
        ['{"m":1}', "must have input and output of m"],
        ['{"m":{"input":1}}', "lacks output of m"],
        ['{"m":{"input":1,"output":2,"outptu":3}}', "has outptu of m"],
        ['{"m":{"input":-1,"output":2}}', "has a input of m that must be an amount"],
        ['{"m":{"input":"1 $","output":2}}', "has a input of m that must be an amount"]
      ] as const) {
        const error = yield* Effect.flip(read(text))
        assert.include(error.toString(), problem)
        assert.include(error.toString(), "for example")
      }
    })
  )
})

/** Runs of three agents with three models on three days. */
const runs = Effect.map(DateTime.now, (now) =>
  Array.makeBy(60, (n) =>
    entry({
      agentName: (["orchestrator", "order-management", "review-sentiment"] as const)[n % 3]!,
      requestedModel: ["m", "plain", "unknown"][n % 4] ?? "m",
      status: n % 5 === 0 ? "error" : "success",
      tokensIn: 7_919 * n,
      cachedTokens: 6_007 * n,
      cacheWriteTokens: 911 * n,
      tokensOut: 101 * n,
      reasoningTokens: 13 * n,
      startedAt: DateTime.subtract(now, { days: n % 3 })
    })
  )
)

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(UsageLog.layer, UsageReport.layer).pipe(
    Layer.provide(settings({ LLM_PRICES: table })),
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the ledger on ${engine.name}`, (it) => {
    it.effect("adds up to the last digit: runs, days, agents, month", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const log = yield* UsageLog
        const known = yield* read(table)
        const entries = yield* runs
        yield* Effect.forEach(entries, log.record)
        const rows = yield* sql<{ id: string; cost: string | null }>`SELECT id, cost::text AS cost FROM usage_logs`
        const kept = new Map(rows.map(({ cost, id }) => [id, cost]))
        const costs = entries.map(({ report }) => costOf(known, report.requestedModel, report))
        for (const [{ report }, cost] of Array.zip(entries, costs)) {
          const stored = kept.get(report.runId) ?? null
          assert.deepStrictEqual(
            Option.map(Option.fromNullable(stored), (text) => BigDecimal.normalize(BigDecimal.unsafeFromString(text))),
            Option.map(cost, BigDecimal.normalize)
          )
        }
        const sum = BigDecimal.sumAll(Array.getSomes(costs))
        const { month } = yield* UsageReport
        const { by_agent, by_day, dearest_runs, total } = (yield* month).costs
        for (const parts of [[{ cost: total }], by_agent, by_day]) {
          assert.isTrue(BigDecimal.equals(BigDecimal.sumAll(parts.map(({ cost }) => cost)), sum))
        }
        assert.lengthOf(dearest_runs, 10)
        assert.lengthOf(by_day, 3)
        assert.lengthOf(yield* sql.unsafe(auditChecks.rollups.violations), 0)
      })
    )
  })
}
