import { Extension, type Part, type UsageSteps } from "@storefront/domain/api/AgentApi"
import { told, writtenBy } from "@storefront/domain/tools/Acts"
import { Cause, Effect, Exit, Option, Ref } from "effect"
import { v7 } from "uuid"
import { type TurnFailure, type TurnReport } from "../usage/TurnReport.ts"
import { type TurnEvent } from "../agent/Turn.ts"
import { type TaskRecord } from "./TaskStore.ts"

/** Characters of the answer that are worth an event of their own. */
const chunkSize = 32

/** The one artifact of a task. */
const answer = { artifactId: "answer", name: "answer" }

/** What a caller is told about a run without an answer; the cause is in the log and in the audit. */
const apologies: Readonly<Record<TurnFailure, string>> = {
  model: "The agent could not produce an answer",
  unavailable: "The agent is temporarily unavailable",
  budget: "The agent has no tokens left for this message",
  deadline: "The agent took too long to answer",
  shutdown: "The agent was stopped before it could answer"
}

const textPart = (text: string): readonly [Part] => [{ text, mediaType: "text/plain" }]

const usageOf = ({
  failure,
  model,
  repeatedRequests,
  steps,
  tokensIn,
  tokensOut,
  traceId
}: TurnReport): UsageSteps => ({
  tokensIn,
  tokensOut,
  model,
  traceId,
  repeatedRequests,
  ...(failure === null ? {} : { failure }),
  steps: steps.map(({ durationMs, status, toolName }, stepIndex) => ({ stepIndex, toolName, status, durationMs }))
})

/**
 * Runs an agent's turn as a task: working, a status for each tool, the answer in pieces, and the final state. `turn`
 * stores the run before it returns, so that whoever sees the final state finds it in the audit.
 */
export const run = Effect.fnUntraced(function* <R>(
  task: TaskRecord,
  extensions: ReadonlySet<string>,
  turn: (onProgress: (event: TurnEvent) => Effect.Effect<void>) => Effect.Effect<TurnReport, never, R>
) {
  const isUsageAsked = extensions.has(Extension.usageSteps)

  /** Tokens and steps, for clients that asked for them. */
  const metadata = (value: UsageSteps | { readonly tool: string }) =>
    isUsageAsked ? { metadata: { [Extension.usageSteps]: value } } : {}

  /** The same on a message or an artifact: they name the extensions that they use. */
  const withUsage = (usage: UsageSteps) =>
    isUsageAsked ? { ...metadata(usage), extensions: [Extension.usageSteps] } : {}

  const message = (text: string) => ({
    messageId: v7(),
    contextId: task.contextId,
    taskId: task.id,
    role: "ROLE_AGENT" as const,
    parts: textPart(text)
  })

  /** What was sent of the answer, and what waits for its event: the last piece must not be empty. */
  const pieces = yield* Ref.make({ sent: "", held: "" })

  const pass = Effect.fnUntraced(function* (delta: string) {
    const { held, sent } = yield* Ref.get(pieces)
    if (held.length < chunkSize) {
      return yield* Ref.set(pieces, { sent, held: held + delta })
    }
    yield* task.setArtifact({ artifact: { ...answer, parts: textPart(held) }, append: sent !== "" })
    yield* Ref.set(pieces, { sent: sent + held, held: delta })
  })

  /** What the audit has of the run: all that is left of one that was stopped. */
  const recorded = yield* Ref.make(Option.none<TurnReport>())

  const onProgress = (event: TurnEvent) => {
    switch (event._tag) {
      case "Working":
        return task.setStatus({ status: { state: "TASK_STATE_WORKING" } })
      case "ToolStarted":
        return task.setStatus({
          status: { state: "TASK_STATE_WORKING", message: message(`Using ${event.tool}`) },
          ...metadata({ tool: event.tool })
        })
      case "AnswerDelta":
        return pass(event.text)
      case "Recorded":
        return Ref.set(recorded, Option.some(event.report))
    }
  }

  /** The rest of the answer; all of it when it is not what was sent so far. */
  const complete = Effect.fnUntraced(function* (report: TurnReport) {
    const { held, sent } = yield* Ref.get(pieces)
    const append = sent !== "" && held !== "" && sent + held === report.answer
    const usage = usageOf(report)
    yield* task.setArtifact({
      artifact: { ...answer, parts: textPart(append ? held : report.answer), ...withUsage(usage) },
      append,
      lastChunk: true
    })
    yield* task.setStatus({ status: { state: "TASK_STATE_COMPLETED" }, ...metadata(usage) })
  })

  /** The end of a run that has no report. */
  const endUnreported = (state: "TASK_STATE_FAILED" | "TASK_STATE_CANCELED", text: string) =>
    task.setStatus({ status: { state, message: message(text) } })

  const end = (
    state: "TASK_STATE_REJECTED" | "TASK_STATE_FAILED" | "TASK_STATE_CANCELED",
    text: string,
    report: TurnReport
  ) => {
    const usage = usageOf(report)
    return task.setStatus({ status: { state, message: { ...message(text), ...withUsage(usage) } }, ...metadata(usage) })
  }

  /** Whatever became of the run, what it has written is told. */
  const apology = ({ failure, steps }: TurnReport) => {
    const done = told(writtenBy(steps))
    const sentence = apologies[failure ?? "model"]
    return done === "" ? sentence : `${sentence}. ${done}`
  }

  const finish = (report: TurnReport) => {
    switch (report.status) {
      case "success":
        return complete(report)
      case "blocked":
        return end("TASK_STATE_REJECTED", report.answer, report)
      case "error":
        return end("TASK_STATE_FAILED", apology(report), report)
      case "cancelled":
        return end("TASK_STATE_CANCELED", apology({ ...report, failure: "shutdown" }), report)
    }
  }

  const stop = (cause: Cause.Cause<never>) =>
    Cause.isInterruptedOnly(cause)
      ? endUnreported("TASK_STATE_CANCELED", apologies.shutdown)
      : Effect.zipRight(
          Effect.logError("A run could not be recorded", cause),
          endUnreported("TASK_STATE_FAILED", apologies.model)
        )

  const fail = (cause: Cause.Cause<never>) =>
    Effect.flatMap(Ref.get(recorded), Option.match({ onNone: () => stop(cause), onSome: finish }))

  yield* Effect.onExit(turn(onProgress), Exit.match({ onSuccess: finish, onFailure: fail }))
})
