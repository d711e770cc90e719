import { assert, layer } from "@effect/vitest"
import { TraceId } from "@storefront/domain/Ids"
import { Chunk, DateTime, Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { AuditLog } from "../../../src/assistant/usage/AuditLog.ts"
import { bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { clean } from "../../../src/platform/scanner/Scanner.ts"
import { UsageLog } from "../../../src/assistant/usage/UsageLog.ts"
import { entry } from "../../support/usage.ts"

const traceId = (digit: string) => TraceId.make(digit.repeat(32))

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(AuditLog.layer, UsageLog.layer).pipe(
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`reading the audit on ${engine.name}`, (it) => {
    it.effect(
      "tells the runs of a trace in the order in which they began, with model, steps and the verdict of the guard",
      () =>
        Effect.gen(function* () {
          const usage = yield* UsageLog
          const log = yield* AuditLog
          const startedAt = DateTime.unsafeMake("2026-03-01T10:00:00.200Z")
          const step = { toolName: "t", input: {}, output: {}, status: "success" as const, durationMs: 1 }
          const guard = { verdict: "flagged", rules: ["odd"] } as const
          yield* usage.record(
            entry({ agentName: "order-management", startedAt, durationMs: 100, traceId: traceId("a"), steps: [step] })
          )
          yield* usage.record(entry({ traceId: traceId("a"), model: `${"m".repeat(300)}`, guard }, { caller: bob }))
          yield* usage.record(entry({ traceId: traceId("b") }))
          const runs = yield* log.trace(traceId("a"))
          assert.deepStrictEqual(
            runs.map((run) => run.guard),
            [guard, clean]
          )
          assert.deepStrictEqual(
            runs.map(({ agent_name, model, steps, user_email }) => [agent_name, model, steps.length, user_email]),
            [
              ["orchestrator", "m".repeat(200), 0, bob.email],
              ["order-management", "m", 1, entry().caller.email]
            ]
          )
          assert.deepStrictEqual(yield* log.trace(traceId("c")), [])
        })
    )

    it.effect("follows the log: each run once, also one that ended before others and is reported late", () =>
      Effect.gen(function* () {
        const usage = yield* UsageLog
        const log = yield* AuditLog
        const now = yield* DateTime.now
        const record = (digit: string, secondsAgo: number) =>
          usage.record(
            entry({
              traceId: traceId(digit),
              startedAt: DateTime.subtract(now, { seconds: secondsAgo }),
              durationMs: 0
            })
          )
        yield* record("1", 30)
        yield* record("2", 20)
        yield* record("3", 10)
        const isFollowing = yield* Deferred.make<void>()
        const following = yield* log.follow(2, 0).pipe(
          Stream.tap(({ trace_id }) =>
            trace_id === traceId("3") ? Deferred.succeed(isFollowing, undefined) : Effect.void
          ),
          Stream.take(4),
          Stream.runCollect,
          Effect.fork
        )
        yield* Deferred.await(isFollowing)
        yield* record("4", 5)
        yield* record("5", 25)
        const runs = Chunk.toReadonlyArray(yield* Fiber.join(following))
        const traces = runs.map(({ trace_id }) => trace_id)
        assert.deepStrictEqual(traces.slice(0, 2), [traceId("2"), traceId("3")])
        assert.sameMembers(traces.slice(2), [traceId("4"), traceId("5")])
      })
    )
  })
}
