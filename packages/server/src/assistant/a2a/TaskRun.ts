import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type Artifact, Extension, type Part, type UsageSteps } from "@storefront/domain/api/AgentApi"
import { describeWrites, writesOf } from "@storefront/domain/tools/Writes"
import { proposalIdIn } from "@storefront/domain/tools/ProposalResult"
import { isSignInRefusal } from "@storefront/domain/tools/ToolContract"
import { Cause, Effect, Exit, Option, Ref } from "effect"
import { v7 } from "uuid"
import { isBlank } from "../../platform/text/neutral/Characters.ts"
import { fieldErrorsIn } from "../agent/ToolArguments.ts"
import * as ModelState from "../model/ModelState.ts"
import { type TurnFailure, type TurnReport } from "../turn/TurnReport.ts"
import { type RunEvent, RunEvents } from "../turn/RunEvents.ts"
import { type TaskRecord } from "./TaskStore.ts"

/** Execution of a specialist's run as an A2A task. */

/** Minimum characters of an artifact update, the last one excepted. */
const chunkSize = 32

/** Result of a run besides its answer. */
export interface Outcome {
  readonly artifacts: ReadonlyArray<Artifact>
  /** The server's question to the customer; it ends the task. */
  readonly question: Option.Option<string>
}

/** Outcome of a run that yields only its answer. */
export const answerOnly: Outcome = { artifacts: [], question: Option.none() }

/** Work of a task. */
export interface Work<R> {
  /** Runs the turn and stores it before returning, so that readers of the final state find it in the audit. */
  readonly turn: Effect.Effect<TurnReport, DatabaseUnavailable, R>
  /** Returns the outcome of a successful run. */
  readonly outcome: (report: TurnReport) => Effect.Effect<Outcome, DatabaseUnavailable>
}

/** Artifact of the answer's text. */
const answer = { artifactId: "answer", name: "answer" }

/** Builds the artifact of the model's state, which clients send back with the history. */
const stateArtifact = (state: unknown): Artifact => ({
  artifactId: ModelState.artifactId,
  name: ModelState.artifactId,
  parts: [{ data: state, mediaType: "application/json" }],
  extensions: [Extension.conversationHistory]
})

/** Messages about a run without an answer. They do not name the cause, which is in the log and the audit. */
const failureMessages: Readonly<Record<TurnFailure, string>> = {
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
  shows,
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
  steps: steps.map(({ durationMs, output, status, toolName }, stepIndex) => {
    const fieldErrors = fieldErrorsIn(output)
    return {
      stepIndex,
      toolName,
      status,
      durationMs,
      ...(Option.isSome(proposalIdIn(output)) ? { isProposal: true as const } : {}),
      ...(isSignInRefusal(output) ? { isSignInRefusal: true as const } : {}),
      ...(fieldErrors.length === 0 ? {} : { fieldErrors })
    }
  }),
  ...(shows.length === 0 ? {} : { shows })
})

/** Runs an agent's turn as a task: working state, a status update per tool, the answer in chunks, closing state. */
export const run = Effect.fnUntraced(function* <R>(task: TaskRecord, extensions: ReadonlySet<string>, work: Work<R>) {
  const isUsageRequested = extensions.has(Extension.usageSteps)

  /** Returns usage or a tool's name as metadata, if the client activated the extension. */
  const metadata = (value: UsageSteps | { readonly tool: string }) =>
    isUsageRequested ? { metadata: { [Extension.usageSteps]: value } } : {}

  /** Returns usage as metadata of a message or an artifact, which must also list the extension. */
  const withUsage = (usage: UsageSteps) =>
    isUsageRequested ? { ...metadata(usage), extensions: [Extension.usageSteps] } : {}

  const message = (text: string) => ({
    messageId: v7(),
    contextId: task.contextId,
    taskId: task.id,
    role: "ROLE_AGENT" as const,
    parts: textPart(text)
  })

  /** Text of the answer that was sent, and text held back, because the last chunk must not be empty. */
  const answerText = yield* Ref.make({ sent: "", buffered: "" })

  const sendText = Effect.fnUntraced(function* (delta: string) {
    const { buffered, sent } = yield* Ref.get(answerText)
    if (buffered.length < chunkSize) {
      return yield* Ref.set(answerText, { sent, buffered: buffered + delta })
    }
    yield* task.setArtifact({ artifact: { ...answer, parts: textPart(buffered) }, append: sent !== "" })
    yield* Ref.set(answerText, { sent: sent + buffered, buffered: delta })
  })

  /** Report as stored in the audit. A run that was interrupted returns none. */
  const recordedReport = yield* Ref.make(Option.none<TurnReport>())

  const publish = (event: RunEvent) => {
    switch (event._tag) {
      case "started":
        return task.setStatus({ status: { state: "TASK_STATE_WORKING" } })
      case "tool_started":
        return task.setStatus({
          status: { state: "TASK_STATE_WORKING", message: message(`Using ${event.tool}`) },
          ...metadata({ tool: event.tool })
        })
      case "text":
        return sendText(event.delta)
      case "done":
        return Ref.set(recordedReport, Option.some(event.report))
      default:
        return Effect.void
    }
  }

  /** Sends the rest of the answer, or all of it if it does not continue the text that was sent. */
  const finishAnswer = Effect.fnUntraced(function* (text: string, usage: UsageSteps) {
    const { buffered, sent } = yield* Ref.get(answerText)
    const append = sent !== "" && buffered !== "" && sent + buffered === text
    yield* task.setArtifact({
      artifact: { ...answer, parts: textPart(append ? buffered : text), ...withUsage(usage) },
      append,
      lastChunk: true
    })
  })

  const complete = Effect.fnUntraced(function* (report: TurnReport) {
    const { artifacts, question } = yield* work.outcome(report)
    const usage = usageOf(report)
    const done = describeWrites(writesOf(usage.steps))
    yield* Effect.unless(finishAnswer(report.answer, usage), () => isBlank(report.answer))
    const allArtifacts = [...artifacts, ...Option.toArray(Option.map(report.modelState, stateArtifact))]
    const requested = allArtifacts.filter(({ extensions: uses = [] }) => uses.every((uri) => extensions.has(uri)))
    yield* Effect.forEach(requested, (artifact) => task.setArtifact({ artifact, lastChunk: true }), { discard: true })
    yield* task.setStatus({
      status: Option.match(question, {
        // For clients other than the orchestrator, which words the writes of a run without text itself.
        onNone: () => ({
          state: "TASK_STATE_COMPLETED" as const,
          ...(isBlank(report.answer) && done !== "" ? { message: { ...message(done), ...withUsage(usage) } } : {})
        }),
        onSome: (questionText) => ({
          state: "TASK_STATE_INPUT_REQUIRED" as const,
          message: { ...message(questionText), ...withUsage(usage) }
        })
      }),
      ...metadata(usage)
    })
  })

  /** Ends a run that has no report. */
  const endWithoutReport = (state: "TASK_STATE_FAILED" | "TASK_STATE_CANCELED", text: string) =>
    task.setStatus({ status: { state, message: message(text) } })

  const end = (
    state: "TASK_STATE_REJECTED" | "TASK_STATE_FAILED" | "TASK_STATE_CANCELED",
    text: string,
    report: TurnReport
  ) => {
    const usage = usageOf(report)
    return task.setStatus({ status: { state, message: { ...message(text), ...withUsage(usage) } }, ...metadata(usage) })
  }

  /** Returns the message about a run without an answer. It reports the writes of the run, which stand. */
  const errorOf = (report: TurnReport) => {
    const done = describeWrites(writesOf(usageOf(report).steps))
    const sentence = failureMessages[report.failure ?? "model"]
    return done === "" ? sentence : `${sentence}. ${done}`
  }

  /** Completes the task. Fails it if the outcome cannot be read, because its proposals would never be shown. */
  const completeOrFail = (report: TurnReport) =>
    Effect.catchAllCause(complete(report), (cause) =>
      Effect.zipRight(
        Effect.logError("The outcome of a run could not be read", cause),
        end("TASK_STATE_FAILED", errorOf({ ...report, failure: "unavailable" }), { ...report, failure: "unavailable" })
      )
    )

  const finish = (report: TurnReport) => {
    switch (report.status) {
      case "success":
        return completeOrFail(report)
      case "blocked":
        return end("TASK_STATE_REJECTED", report.answer, report)
      case "error":
        return end("TASK_STATE_FAILED", errorOf(report), report)
      case "cancelled":
        return end("TASK_STATE_CANCELED", errorOf({ ...report, failure: "shutdown" }), report)
    }
  }

  const endByCause = (cause: Cause.Cause<DatabaseUnavailable>) =>
    Cause.isInterruptedOnly(cause)
      ? endWithoutReport("TASK_STATE_CANCELED", failureMessages.shutdown)
      : Effect.zipRight(
          Effect.logError("A run could not be recorded", cause),
          endWithoutReport("TASK_STATE_FAILED", failureMessages.model)
        )

  const fail = (cause: Cause.Cause<DatabaseUnavailable>) =>
    Effect.flatMap(Ref.get(recordedReport), Option.match({ onNone: () => endByCause(cause), onSome: finish }))

  yield* work.turn.pipe(
    Effect.provideService(RunEvents, { publish, streamsText: false }),
    Effect.onExit(Exit.match({ onSuccess: finish, onFailure: fail }))
  )
})
