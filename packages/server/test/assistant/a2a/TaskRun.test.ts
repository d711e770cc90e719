import { assert, it } from "@effect/vitest"
import { Extension, StreamResponse } from "@storefront/domain/api/AgentApi"
import { TraceId, UsageLogId } from "@storefront/domain/Ids"
import { Chunk, DateTime, Deferred, Effect, Fiber, Option, Stream, TestClock } from "effect"
import { v7 } from "uuid"
import * as EventStream from "../../../src/assistant/a2a/EventStream.ts"
import * as TaskRun from "../../../src/assistant/a2a/TaskRun.ts"
import * as TaskStore from "../../../src/assistant/a2a/TaskStore.ts"
import { noIds } from "../../../src/assistant/guard/Provenance.ts"
import { publish } from "../../../src/assistant/turn/RunEvents.ts"
import { clean } from "../../../src/platform/scanner/Scanner.ts"
import { type TurnReport } from "../../../src/assistant/turn/TurnReport.ts"
import { ada } from "../../../src/testing/SmallShop.ts"

const report: TurnReport = {
  runId: UsageLogId.make(v7()),
  agentName: "product-discovery",
  status: "success",
  answer: "There are three lamps.",
  modelState: Option.none(),
  failure: null,
  errorMessage: null,
  guard: clean,
  ids: noIds,
  shows: [],
  steps: [],
  tokensIn: 1,
  tokensOut: 1,
  repeatedRequests: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  model: "m",
  requestedModel: "m",
  traceId: TraceId.make("0".repeat(32)),
  startedAt: DateTime.unsafeMake(0),
  durationMs: 1
}

const newTask = Effect.flatMap(TaskStore.make, (store) =>
  store.create(ada.id, { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "Hi" }] })
)

/** Work whose answer is all that it gives. */
const working = <R>(turn: TaskRun.Work<R>["turn"], outcome = TaskRun.answerOnly): TaskRun.Work<R> => ({
  turn,
  outcome: () => Effect.succeed(outcome)
})

const none: TaskRun.ClientWishes = { extensions: new Set(), streamsText: true }

it.scoped("replaces what was streamed when the answer turns out to be another", () =>
  Effect.gen(function* () {
    const task = yield* newTask
    yield* TaskRun.run(
      task,
      none,
      working(
        Effect.as(
          Effect.forEach(["Let me look that up for you, one moment. ", "Here it is: "], (delta) =>
            publish({ _tag: "text", delta })
          ),
          report
        )
      )
    )
    const { artifacts = [], status } = yield* task.current
    assert.strictEqual(status.state, "TASK_STATE_COMPLETED")
    assert.deepStrictEqual(
      artifacts.map(({ parts }) => parts.map((part) => part.text)),
      [["There are three lamps."]]
    )
  })
)

it.scoped("fails a task whose run could not be recorded", () =>
  Effect.gen(function* () {
    const task = yield* newTask
    yield* Effect.exit(TaskRun.run(task, none, working(Effect.dieMessage("disk full"))))
    const { status } = yield* task.current
    assert.strictEqual(status.state, "TASK_STATE_FAILED")
    assert.notInclude(JSON.stringify(status), "disk")
  })
)

it.scoped("fails a task whose outcome cannot be read", () =>
  Effect.gen(function* () {
    const task = yield* newTask
    const outcome = () => Effect.dieMessage("a row does not decode")
    yield* TaskRun.run(task, none, { turn: Effect.succeed(report), outcome })
    assert.strictEqual((yield* task.current).status.state, "TASK_STATE_FAILED")
  })
)

it.scoped("cancels a task whose run is stopped", () =>
  Effect.gen(function* () {
    const task = yield* newTask
    const started = yield* Deferred.make<void>()
    const run = yield* Effect.fork(
      TaskRun.run(task, none, working(Effect.zipRight(Deferred.succeed(started, undefined), Effect.never)))
    )
    yield* Deferred.await(started)
    yield* Fiber.interrupt(run)
    assert.strictEqual((yield* task.current).status.state, "TASK_STATE_CANCELED")
  })
)

it.scoped("tells what a run has written that was stopped, as the audit has it", () =>
  Effect.gen(function* () {
    const task = yield* newTask
    const stopped: TurnReport = {
      ...report,
      status: "cancelled",
      answer: "",
      failure: "shutdown",
      steps: [{ toolName: "add_to_cart", input: {}, output: {}, status: "success", durationMs: 1 }]
    }
    yield* Effect.exit(
      TaskRun.run(
        task,
        { ...none, extensions: new Set([Extension.usageSteps]) },
        working(Effect.zipRight(publish({ _tag: "done", report: stopped }), Effect.interrupt))
      )
    )
    const { message, state } = (yield* task.current).status
    assert.strictEqual(state, "TASK_STATE_CANCELED")
    assert.include(message?.parts[0].text, "This was done: The product was put into the cart.")
    assert.deepInclude(message?.metadata?.[Extension.usageSteps], {
      tokensIn: 1,
      steps: [{ stepIndex: 0, toolName: "add_to_cart", status: "success", durationMs: 1 }]
    })
  })
)

it.scoped("a stream shows that it is alive while nothing happens, and ends with the task", () =>
  Effect.gen(function* () {
    const task = yield* newTask
    const { body } = EventStream.responder(StreamResponse)(task.follow, {})
    const text = yield* Effect.fork(
      Stream.runCollect(Stream.decodeText(body._tag === "Stream" ? Stream.orDie(body.stream) : Stream.empty))
    )
    yield* TestClock.adjust("31 seconds")
    yield* task.setStatus({ status: { state: "TASK_STATE_COMPLETED" } })
    const frames = Chunk.toReadonlyArray(yield* Fiber.join(text))
    assert.deepStrictEqual(
      frames.map((frame) => frame.slice(0, 6)),
      ["data: ", ": ping", ": ping", "data: "]
    )
  })
)
