import { Extension, type Message, type Part, type TaskState, type UsageSteps } from "@storefront/domain/api/AgentApi"
import { Cause, Effect, Exit, Ref } from "effect"
import { v7 } from "uuid"
import { type TurnFailure, type TurnProgress, type TurnReport } from "../agent/Turn.ts"
import { type TaskRecord } from "./TaskStore.ts"

/** Characters of the answer that are worth an event of their own. */
const chunkSize = 32

/** The one artifact of a task: the answer of the agent. */
const artifactId = "answer"

/** What a caller is told about a run without an answer; the cause is in the log and in the audit. */
const apology: Readonly<Record<TurnFailure, string>> = {
  model: "The agent could not produce an answer",
  unavailable: "The agent is temporarily unavailable",
  deadline: "The agent took too long to answer",
  shutdown: "The agent was stopped before it could answer"
}

const textPart = (text: string): readonly [Part] => [{ text, mediaType: "text/plain" }]

const usageOf = ({ model, steps, tokensIn, tokensOut, traceId }: TurnReport): UsageSteps => ({
  tokensIn,
  tokensOut,
  model,
  traceId,
  steps: steps.map(({ durationMs, status, toolName }, stepIndex) => ({ stepIndex, toolName, status, durationMs }))
})

/**
 * Runs an agent's turn as a task: working, a status for each tool, the answer in pieces, and the final state. `turn`
 * stores the run before it returns, so that whoever sees the final state finds it in the audit.
 */
export const run = Effect.fn("TaskRun.run")(function* <R>(
  task: TaskRecord,
  extensions: ReadonlySet<string>,
  turn: (onProgress: (event: TurnProgress) => Effect.Effect<void>) => Effect.Effect<TurnReport, never, R>
) {
  const withUsage = extensions.has(Extension.usageSteps)
  const metadata = (value: unknown) => (withUsage ? { metadata: { [Extension.usageSteps]: value } } : {})

  const say = (text: string, more: Partial<Message> = {}): Message => ({
    messageId: v7(),
    contextId: task.contextId,
    taskId: task.id,
    role: "ROLE_AGENT",
    parts: textPart(text),
    ...more
  })

  /** What was streamed of the answer, and what waits for its event: the last piece must not be empty. */
  const pieces = yield* Ref.make({ sent: "", held: "" })

  const pass = Effect.fnUntraced(function* (delta: string) {
    const { held, sent } = yield* Ref.get(pieces)
    if (held.length < chunkSize) {
      yield* Ref.set(pieces, { sent, held: held + delta })
    } else {
      yield* task.setArtifact({
        artifact: { artifactId, name: artifactId, parts: textPart(held) },
        append: sent !== ""
      })
      yield* Ref.set(pieces, { sent: sent + held, held: delta })
    }
  })

  const onProgress = (event: TurnProgress) => {
    switch (event._tag) {
      case "Working":
        return task.setStatus({ status: { state: "TASK_STATE_WORKING" } })
      case "ToolStarted":
        return task.setStatus({
          status: { state: "TASK_STATE_WORKING", message: say(`Using ${event.tool}`) },
          ...metadata({ tool: event.tool })
        })
      case "AnswerDelta":
        return pass(event.text)
    }
  }

  const complete = Effect.fnUntraced(function* (report: TurnReport) {
    const { held, sent } = yield* Ref.get(pieces)
    const goesOn = sent !== "" && held !== "" && sent + held === report.answer
    yield* task.setArtifact({
      artifact: {
        artifactId,
        name: artifactId,
        parts: textPart(goesOn ? held : report.answer),
        ...metadata(usageOf(report))
      },
      append: goesOn,
      lastChunk: true
    })
    yield* task.setStatus({ status: { state: "TASK_STATE_COMPLETED" }, ...metadata(usageOf(report)) })
  })

  const end = (state: TaskState, text: string, report: TurnReport | null) =>
    task.setStatus({
      status: { state, message: say(text, report === null ? {} : metadata(usageOf(report))) },
      ...(report === null ? {} : metadata(usageOf(report)))
    })

  const finish = (report: TurnReport) => {
    switch (report.status) {
      case "success":
        return complete(report)
      case "blocked":
        return end("TASK_STATE_REJECTED", report.answer, report)
      case "error":
        return end("TASK_STATE_FAILED", apology[report.failure ?? "model"], report)
      case "cancelled":
        return end("TASK_STATE_CANCELED", apology.shutdown, report)
    }
  }

  yield* Effect.onExit(
    turn(onProgress),
    Exit.match({
      onSuccess: finish,
      onFailure: (cause) =>
        Cause.isInterruptedOnly(cause)
          ? end("TASK_STATE_CANCELED", apology.shutdown, null)
          : Effect.zipRight(
              Effect.logError("The run of a task failed", cause),
              end("TASK_STATE_FAILED", apology.model, null)
            )
    })
  )
})
