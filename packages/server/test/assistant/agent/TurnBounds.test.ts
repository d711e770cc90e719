import { AiError } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import { UsageLogId } from "@storefront/domain/Ids"
import { Deferred, Effect, Exit, Fiber, Option, TestClock, Tracer } from "effect"
import { v7 } from "uuid"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import * as AdjustableClock from "../../../src/testing/AdjustableClock.ts"
import { report, shown, start } from "../../support/turns.ts"

const { call, say } = ScriptedModel

describe("the bounds of a turn", () => {
  it.effect("are 8 rounds with tools and a last one without", () =>
    Effect.gen(function* () {
      const rounds = Array.from({ length: 8 }, (_, round) => call(["echo", { words: `${round}` }]))
      const { asked, executed, report: ended } = yield* report({ script: [...rounds, say("Enough.")] })
      assert.strictEqual(executed.length, 8)
      assert.strictEqual(asked.length, 9)
      assert.deepStrictEqual(asked[8]!.tools, [])
      assert.isAbove(asked[7]!.tools.length, 0)
      assert.strictEqual(ended.answer, "Enough.")
    })
  )

  it.effect("give a model a last word that wants tools in the last round too", () =>
    Effect.gen(function* () {
      const rounds = Array.from({ length: 9 }, (_, round) => call(["echo", { words: `${round}` }]))
      const { asked, executed, report: ended } = yield* report({ script: [...rounds, say("What I know.")] })
      assert.strictEqual(executed.length, 8)
      assert.deepStrictEqual([asked.length, asked[9]!.tools.length], [10, 0])
      assert.deepStrictEqual([ended.status, ended.answer], ["success", "What I know."])
      const stubborn = yield* report({ script: [...rounds, call(["echo", { words: "more" }])] })
      assert.strictEqual(stubborn.executed.length, 8)
      assert.deepInclude(stubborn.report, { status: "error", failure: "model", answer: "" })
      assert.strictEqual(stubborn.reports.length, 1)
    })
  )

  it.effect("are 16 calls: what a round wants beyond them is refused", () =>
    Effect.gen(function* () {
      const many = (count: number) =>
        call(...Array.from({ length: count }, (_, n) => ["echo", { words: `${n}` }] as const))
      const { asked, executed, report: ended } = yield* report({ script: [many(10), many(10), say("Enough.")] })
      assert.strictEqual(executed.length, 16)
      assert.strictEqual(ended.steps.length, 16)
      assert.deepStrictEqual(asked[2]!.tools, [])
      const results = shown(asked)
      assert.strictEqual(results.length, 20)
      assert.deepStrictEqual(
        results.slice(16).map((result) => [result["error"], result["reason"]]),
        Array.from({ length: 4 }, () => ["conflict", "call_budget"])
      )
    })
  )

  it.effect("are 10 seconds for a call", () =>
    Effect.gen(function* () {
      const { asked, reports, turn } = start({ script: [call(["hang", {}], ["echo", { words: "a" }]), say("Later.")] })
      const fiber = yield* Effect.fork(turn)
      yield* TestClock.adjust("9999 millis")
      assert.deepStrictEqual(reports, [])
      yield* TestClock.adjust("1 millis")
      const ended = yield* Fiber.join(fiber)
      assert.deepInclude(shown(asked)[0], { error: "unavailable", retryable: true })
      assert.deepStrictEqual(
        ended.steps.map((step) => [step.status, step.durationMs]),
        [
          ["error", 10_000],
          ["success", 0]
        ]
      )
      assert.strictEqual(ended.answer, "Later.")
    })
  )

  it.effect("do not hold for a call of a tool that keeps a limit of its own", () =>
    Effect.gen(function* () {
      const { turn } = start({ script: [call(["wait", {}]), say("Done.")], budgetMs: 90_000 })
      const fiber = yield* Effect.fork(turn)
      yield* TestClock.adjust("1 minute")
      assert.deepInclude((yield* Fiber.join(fiber)).steps[0], { status: "success", durationMs: 60_000 })
    })
  )

  it.effect("are the deadline: what runs then is interrupted, and the turn is an error", () =>
    Effect.gen(function* () {
      const { reports, turn } = start({ script: [call(["hang", {}])], budgetMs: 4_000 })
      const fiber = yield* Effect.fork(turn)
      yield* TestClock.adjust("4 seconds")
      const ended = yield* Fiber.join(fiber)
      assert.deepInclude(ended, { status: "error", failure: "deadline", durationMs: 4_000, tokensIn: 10 })
      assert.deepStrictEqual(ended.steps, [
        { toolName: "hang", input: {}, output: {}, status: "cancelled", durationMs: 4_000 }
      ])
      assert.deepStrictEqual(reports, [ended])
    })
  )

  it.effect("hold for a model that does not answer", () =>
    Effect.gen(function* () {
      const { turn } = start({ script: [Effect.never], budgetMs: 1_000 })
      const fiber = yield* Effect.fork(turn)
      yield* TestClock.adjust("1 seconds")
      assert.deepInclude(yield* Fiber.join(fiber), { status: "error", failure: "deadline" })
    })
  )

  for (const hours of [-5, 5]) {
    it.effect(`are the same when the time of day is set by ${hours} hours in between`, () =>
      Effect.gen(function* () {
        const { step, within } = yield* AdjustableClock.make
        const passing = Effect.zipRight(TestClock.adjust("3 seconds"), step(hours))
        const { turn } = start({
          script: [Effect.as(passing, call(["echo", { words: "1" }])), Effect.as(passing, say("Done."))],
          budgetMs: 8_000
        })
        const ended = yield* within(turn)
        assert.deepInclude(ended, { status: "success", answer: "Done.", durationMs: 6_000 })
        assert.deepStrictEqual(
          ended.steps.map(({ durationMs }) => durationMs),
          [0]
        )
      })
    )
  }

  it.effect("do not let a turn begin whose deadline has passed", () =>
    Effect.gen(function* () {
      const { asked, report: ended } = yield* report({ script: [say("Hi.")], budgetMs: 0 })
      assert.deepInclude(ended, { status: "error", failure: "deadline" })
      assert.strictEqual(asked.length, 0)
    })
  )
})

describe("the report of a turn", () => {
  it.effect("is recorded once as cancelled when the turn is interrupted, and the interruption goes on", () =>
    Effect.gen(function* () {
      const running = yield* Deferred.make<void>()
      const { reports, turn } = start({
        script: [call(["hang", {}])],
        watch: (event) => (event._tag === "tool_started" ? Deferred.succeed(running, undefined) : Effect.void)
      })
      const fiber = yield* Effect.fork(turn)
      yield* Deferred.await(running)
      yield* Effect.yieldNow()
      const exit = yield* Fiber.interrupt(fiber)
      assert.isTrue(Exit.isInterrupted(exit))
      assert.strictEqual(reports.length, 1)
      assert.deepInclude(reports[0], { status: "cancelled", failure: "shutdown", answer: "" })
      assert.deepStrictEqual(
        reports[0]!.steps.map((step) => step.status),
        ["cancelled"]
      )
    })
  )

  it.effect("is that of the run which was opened, also when the turn is interrupted while it is", () =>
    Effect.gen(function* () {
      const opening = yield* Deferred.make<void>()
      const opened = yield* Deferred.make<void>()
      const runId = UsageLogId.make(v7())
      const { reports, turn } = start({
        script: [say("Hi.")],
        open: () =>
          Deferred.succeed(opening, undefined).pipe(
            Effect.zipRight(Deferred.await(opened)),
            Effect.as(Option.some(runId))
          )
      })
      const fiber = yield* Effect.fork(turn)
      yield* Deferred.await(opening)
      const interrupting = yield* Effect.fork(Fiber.interrupt(fiber))
      yield* Effect.yieldNow()
      yield* Deferred.succeed(opened, undefined)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.join(interrupting)))
      assert.deepStrictEqual(
        reports.map((ended) => [ended.runId, ended.status]),
        [[runId, "cancelled"]]
      )
    })
  )

  it.effect("tells a model that failed from one that gave no text", () =>
    Effect.gen(function* () {
      const refused = new AiError.UnknownError({ module: "m", method: "m", description: "no secret 42" })
      const failed = yield* report({ script: [refused] })
      assert.deepInclude(failed.report, { status: "error", failure: "model" })
      assert.notInclude(failed.report.errorMessage!, "secret")
      const empty = yield* report({ script: [say("  \n ")] })
      const invisible = yield* report({ script: [say("\u200B \u2060\u{E0041}\u2800")] })
      assert.deepInclude(invisible.report, { status: "error", failure: "model" })
      assert.deepInclude(empty.report, { status: "error", failure: "model", tokensIn: 10 })
      assert.notStrictEqual(empty.report.errorMessage, failed.report.errorMessage)
      const broken = yield* report({ script: [Effect.dieMessage("kaboom")] })
      assert.deepInclude(broken.report, { status: "error", failure: "model" })
      for (const { reports } of [failed, empty, invisible, broken]) {
        assert.strictEqual(reports.length, 1)
      }
    })
  )

  it.effect("has the trace of the caller's span, and one of its own where tracing is off", () =>
    Effect.gen(function* () {
      const parent = Tracer.externalSpan({ traceId: "ABCDEF0123456789abcdef0123456789", spanId: "0123456789abcdef" })
      const traced = yield* Effect.withParentSpan(report({ script: [say("Hi.")] }), parent)
      assert.strictEqual(traced.report.traceId, "abcdef0123456789abcdef0123456789")
      const untraced = yield* Effect.withTracerEnabled(report({ script: [say("Hi.")] }), false)
      assert.match(untraced.report.traceId, /^[0-9a-f]{32}$/)
    })
  )
})
