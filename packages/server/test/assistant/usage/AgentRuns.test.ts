import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ActionId, UsageLogId } from "@storefront/domain/Ids"
import { DateTime, Effect, Layer, Option, Schedule, Schema } from "effect"
import * as SteadyClock from "../../../src/platform/limits/SteadyClock.ts"
import { v7 } from "uuid"
import { IsSoleOwner } from "../../../src/platform/database/Database.ts"
import { CurrentRun, EffectKey, messageKeyOf, writingRun } from "../../../src/platform/effects/EffectKey.ts"
import { ToolEffects } from "../../../src/platform/effects/ToolEffects.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { turnOf } from "../../../src/testing/TurnOf.ts"
import { type AgentRun, AgentRuns } from "../../../src/assistant/usage/AgentRuns.ts"
import { UsageLog } from "../../../src/assistant/usage/UsageLog.ts"
import { entry } from "../../support/usage.ts"

const now = DateTime.unsafeMake("2026-03-01T10:00:00Z")

/** A run of Ada's for a message of its own, whose time is up. */
const newRun = (changes: Partial<AgentRun> = {}): AgentRun => ({
  ...Effect.runSync(turnOf(ada, "Add it.")),
  id: UsageLogId.make(v7()),
  agentName: "order-management",
  deadline: Effect.runSync(SteadyClock.fromWallClock(DateTime.add(now, { seconds: 30 }))),
  ...changes
})

/** What the tool `add_to_cart` writes in a run. */
const write = (run: AgentRun, result = "written") =>
  Effect.flatMap(ToolEffects, ({ once }) =>
    once({ caller: ada.id, toolName: "add_to_cart", params: {}, result: Schema.String }, Effect.succeed(result))
  ).pipe(
    Effect.provideService(EffectKey, run.messageId),
    Effect.provideService(CurrentRun, Option.some(writingRun(Option.some(run.id))))
  )

/** What the log has of a run: its status and its steps. */
const logged = (run: AgentRun) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ status: string; tool_calls_count: number; tools: ReadonlyArray<string> }>`
      SELECT status, tool_calls_count,
        ARRAY(SELECT tool_name || ' ' || s.status FROM agent_execution_steps s WHERE s.usage_log_id = l.id) AS tools
      FROM usage_logs l WHERE l.id = ${run.id}`
  )

const isOpen = (run: AgentRun) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`SELECT id FROM agent_runs WHERE id = ${run.id}`, (rows) => rows.length === 1)
  )

const isRefused = (write: Effect.Effect<unknown, unknown, ToolEffects>) =>
  Effect.map(Effect.exit(write), (exit) => exit._tag === "Failure")

for (const engine of TestDatabase.engines) {
  const TestLayer = AgentRuns.layer.pipe(
    Layer.provideMerge(UsageLog.layer),
    Layer.merge(ToolEffects.layer),
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`a run on ${engine.name}`, (it) => {
    it.effect("is open until it is in the log, and writes only as long as it is open", () =>
      Effect.gen(function* () {
        const runs = yield* AgentRuns
        const usage = yield* UsageLog
        const run = newRun()
        assert.isTrue(yield* isRefused(write(run)))
        yield* runs.open(run, now)
        assert.isTrue(yield* isOpen(run))
        assert.isFalse((yield* write(run)).replayed)
        const report = entry(
          { runId: run.id, agentName: "order-management" },
          { messageKey: messageKeyOf(run.messageId) }
        )
        yield* usage.record(report)
        yield* usage.record(report)
        assert.isFalse(yield* isOpen(run))
        assert.lengthOf(yield* logged(run), 1)
        assert.isTrue(yield* isRefused(write({ ...run, messageId: v7() })))
      })
    )

    it.effect("writes nothing after it was closed, and closing it tells what was written for its message", () =>
      Effect.gen(function* () {
        const runs = yield* AgentRuns
        const run = newRun()
        yield* runs.open(run, now)
        yield* write(run)
        assert.deepStrictEqual(yield* runs.close(run), ["add_to_cart"])
        assert.isTrue(yield* isRefused(write({ ...run, messageId: v7() })))
        const next = newRun({ messageId: run.messageId })
        yield* runs.open(next, now)
        assert.deepStrictEqual(yield* runs.close(next), ["add_to_cart"])
      })
    )

    it.effect("has the acts of confirmed actions among what it wrote, though their keys are those of the actions", () =>
      Effect.gen(function* () {
        const runs = yield* AgentRuns
        const sql = yield* SqlClient.SqlClient
        const { confirmed, runOf } = yield* ToolEffects
        const run = newRun()
        const act = { caller: ada.id, toolName: "checkout", action: ActionId.make(v7()) }
        yield* runs.open(run, now)
        yield* Effect.orDie(sql.withTransaction(confirmed({ ...act, run: run.id }, Effect.succeed({ ordered: true }))))
        assert.deepStrictEqual(yield* runOf(act), Option.some(run.id))
        assert.deepStrictEqual(yield* runs.close(run), ["checkout"])
        yield* runs.reportAbandoned
        assert.deepStrictEqual(
          (yield* logged(run)).map(({ tools }) => tools),
          [["checkout success"]]
        )
      })
    )

    it.effect("does not begin after it was closed, nor under an id that is in the log", () =>
      Effect.gen(function* () {
        const runs = yield* AgentRuns
        const usage = yield* UsageLog
        const late = newRun()
        assert.deepStrictEqual(yield* runs.close(late), [])
        assert.strictEqual((yield* Effect.flip(runs.open(late, now)))._tag, "RunNotOpened")
        const over = newRun()
        yield* usage.record(entry({ runId: over.id }))
        assert.strictEqual((yield* Effect.flip(runs.open(over, now)))._tag, "RunNotOpened")
      })
    )

    it.effect("that nobody reported is in the log with what it wrote, once", () =>
      Effect.gen(function* () {
        const runs = yield* AgentRuns
        yield* runs.reportAbandoned
        const wrote = newRun()
        const idle = newRun()
        yield* Effect.forEach([wrote, idle], (run) => runs.open(run, now))
        yield* write(wrote)
        yield* runs.close(newRun())
        assert.strictEqual(yield* runs.reportAbandoned, 3)
        assert.strictEqual(yield* runs.reportAbandoned, 0)
        assert.deepStrictEqual(yield* logged(wrote), [
          { status: "cancelled", tool_calls_count: 1, tools: ["add_to_cart success"] }
        ])
        assert.deepStrictEqual(yield* logged(idle), [{ status: "cancelled", tool_calls_count: 0, tools: [] }])
      })
    )

    it.effect("that cannot be logged does not keep the others from it", () =>
      Effect.gen(function* () {
        const runs = yield* AgentRuns
        // What other tests have left open.
        yield* runs.reportAbandoned
        const [impossible, other] = [newRun(), newRun()]
        // No run lasts for years: its duration does not fit the log.
        yield* runs.open(impossible, DateTime.unsafeMake("2024-01-01T00:00:00Z"))
        yield* runs.open(other, now)
        assert.strictEqual(yield* runs.reportAbandoned, 1)
        assert.lengthOf(yield* logged(other), 1)
        assert.isTrue(yield* isOpen(impossible))
      })
    )

    it.effect("is not given up before its deadline and some time to report itself", () =>
      Effect.gen(function* () {
        const runs = yield* AgentRuns
        const run = newRun({ deadline: yield* SteadyClock.deadlineIn("1 second") })
        yield* runs.open(run, now)
        yield* runs.reportAbandoned
        assert.isTrue(yield* isOpen(run))
      })
    )

    it.scoped("is over when a process starts that has the database for itself", () =>
      Effect.gen(function* () {
        const runs = yield* AgentRuns
        const startedAt = yield* DateTime.now
        const run = newRun({ deadline: yield* SteadyClock.deadlineIn("2 minutes") })
        yield* runs.open(run, startedAt)
        yield* write(run)
        yield* Effect.provideService(Layer.build(AgentRuns.sweep), IsSoleOwner, true)
        const rows = yield* logged(run).pipe(
          Effect.filterOrFail((rows) => rows.length > 0),
          Effect.retry(Schedule.spaced("10 millis"))
        )
        assert.deepStrictEqual(rows, [{ status: "cancelled", tool_calls_count: 1, tools: ["add_to_cart success"] }])
      })
    )

    it.effect("that did not hear of its own write has it among its steps", () =>
      Effect.gen(function* () {
        const runs = yield* AgentRuns
        const usage = yield* UsageLog
        const run = newRun()
        yield* runs.open(run, now)
        yield* write(run)
        const step = {
          toolName: "add_to_cart",
          input: { quantity: 1 },
          output: {},
          status: "cancelled",
          durationMs: 1
        } as const
        const { steps } = yield* usage.record(
          entry({ runId: run.id, status: "error", steps: [step] }, { messageKey: messageKeyOf(run.messageId) })
        )
        assert.deepStrictEqual(steps, [{ ...step, output: "written", status: "success" }])
        assert.deepStrictEqual(yield* logged(run), [
          { status: "error", tool_calls_count: 1, tools: ["add_to_cart success"] }
        ])
      })
    )
  })
}
