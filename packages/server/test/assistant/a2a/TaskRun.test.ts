import { assert, it } from "@effect/vitest"
import { Extension, type Part, PendingActionsData, type ProposedAction } from "@storefront/domain/api/AgentApi"
import { ActionId, OrderId, TraceId, UsageLogId } from "@storefront/domain/Ids"
import { Money } from "@storefront/domain/Money"
import { UserText } from "@storefront/domain/tools/UserText"
import { Chunk, DateTime, Deferred, Effect, Fiber, Option, Schema, Stream } from "effect"
import { v7 } from "uuid"
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

const contentOf = ({ data, text }: Part) => text ?? decodeActions(data).actions.map(({ actionId }) => actionId)

const decodeActions = Schema.decodeUnknownSync(PendingActionsData)

/** Runs this work, and returns its artifact updates: if they are appended, and the text or the ids of the actions. */
const streaming = <R>(turn: TaskRun.Work<R>["turn"], wishes: TaskRun.ClientWishes = none) =>
  Effect.gen(function* () {
    const task = yield* newTask
    const { events } = yield* task.follow
    yield* TaskRun.run(task, wishes, working(turn))
    return Chunk.toReadonlyArray(yield* Stream.runCollect(events)).flatMap((event) =>
      "artifactUpdate" in event
        ? [[event.artifactUpdate.append ?? false, ...event.artifactUpdate.artifact.parts.map(contentOf)]]
        : []
    )
  })

const say = (delta: string) => publish({ _tag: "text", delta })

it.scoped("streams an answer in its released pieces, each at once, and then its end", () =>
  Effect.gen(function* () {
    const first = "There are three."
    const others = [" Look.", " All of them are lamps."]
    const text = first + others.join("")
    const turn = Effect.gen(function* () {
      yield* Effect.forEach([first, ...others], say)
      return { ...report, answer: text }
    })
    assert.deepStrictEqual(yield* streaming(turn), [
      [false, first],
      ...others.map((piece) => [true, piece]),
      [true, ""]
    ])
    assert.deepStrictEqual(yield* streaming(turn, { ...none, streamsText: false }), [[false, text]])
  })
)

it.scoped("empties the answer when its text is discarded, and begins it anew", () =>
  Effect.gen(function* () {
    const progress = "Let me look that up for you, one moment. "
    const turn = Effect.gen(function* () {
      yield* say(progress)
      yield* publish({ _tag: "text_discarded" })
      yield* say(report.answer)
      return report
    })
    assert.deepStrictEqual(yield* streaming(turn), [
      [false, progress],
      [false, ""],
      [false, report.answer],
      [true, ""]
    ])
    const silent = Effect.gen(function* () {
      yield* say(progress)
      yield* publish({ _tag: "text_discarded" })
      yield* publish({ _tag: "text_discarded" })
      return { ...report, answer: "" }
    })
    assert.deepStrictEqual(yield* streaming(silent), [
      [false, progress],
      [false, ""]
    ])
  })
)

const actionOf = (subject: string): ProposedAction => ({
  actionId: ActionId.make(v7()),
  terms: {
    act: "cancel_order",
    orderId: OrderId.make(subject),
    lines: [],
    refundAmount: Money.make(1_000),
    couponReleased: null,
    reason: UserText.make("Changed my mind")
  },
  summary: "Cancel it",
  expiresAt: DateTime.unsafeMake(0)
})

it.scoped("shows each proposal at once, before the text, to clients that know proposals", () =>
  Effect.gen(function* () {
    const one = actionOf(v7())
    const other = actionOf(v7())
    // Of the same order as the first.
    const again = { ...actionOf(v7()), terms: one.terms }
    const turn = Effect.gen(function* () {
      yield* Effect.forEach([one, other, again], (action) => publish({ _tag: "proposed", action }))
      return report
    })
    assert.deepStrictEqual(yield* streaming(turn, { ...none, extensions: new Set([Extension.pendingActions]) }), [
      [false, [one.actionId]],
      [false, [one.actionId, other.actionId]],
      [false, [other.actionId, again.actionId]],
      [false, report.answer]
    ])
    assert.deepStrictEqual(yield* streaming(turn), [[false, report.answer]])
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
