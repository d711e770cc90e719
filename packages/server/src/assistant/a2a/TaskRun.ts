import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import {
  type Artifact,
  Extension,
  type Part,
  PendingActionsData,
  type ProposedAction,
  type ToolProgress,
  type UsageSteps
} from "@storefront/domain/api/AgentApi"
import { subjectOf } from "@storefront/domain/confirmation/Terms"
import { describeWrites, writesOf } from "@storefront/domain/tools/Writes"
import { proposalIdIn } from "@storefront/domain/tools/ProposalResult"
import { isSignInRefusal, titleOf } from "@storefront/domain/tools/ToolContract"
import { Array, Cause, Effect, Exit, Option, Ref, Schema } from "effect"
import { v7 } from "uuid"
import { isBlank } from "../../platform/text/neutral/Characters.ts"
import { fieldErrorsIn } from "../agent/ToolArguments.ts"
import * as ModelState from "../model/ModelState.ts"
import { type TurnFailure, type TurnReport } from "../turn/TurnReport.ts"
import { type RunEvent, RunEvents } from "../turn/RunEvents.ts"
import * as AnswerArtifact from "./AnswerArtifact.ts"
import { type TaskRecord } from "./TaskStore.ts"

/** Execution of a specialist's run as an A2A task. */

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

/** Wishes of the client that sent the message. */
export interface ClientWishes {
  /** Our extensions that it activated. */
  readonly extensions: ReadonlySet<string>
  /** True to send the answer while the model writes it. */
  readonly streamsText: boolean
}

/** Builds the artifact of the model's state, which clients send back with the history. */
const stateArtifact = (state: unknown): Artifact => ({
  artifactId: ModelState.artifactId,
  name: ModelState.artifactId,
  parts: [{ data: state, mediaType: "application/json" }],
  extensions: [Extension.conversationHistory]
})

const encodeActions = Schema.encodeSync(PendingActionsData)

/** Builds the artifact of a run's proposals. */
export const actionsArtifact = (actions: Array.NonEmptyReadonlyArray<ProposedAction>): Artifact => ({
  artifactId: "pending-actions",
  name: "pending-actions",
  parts: [{ data: encodeActions({ actions }), mediaType: "application/json" }],
  extensions: [Extension.pendingActions]
})

/** Adds a proposal. It replaces an earlier one with the same subject, as it does in the database. */
const addProposal = (
  actions: ReadonlyArray<ProposedAction>,
  action: ProposedAction
): Array.NonEmptyReadonlyArray<ProposedAction> =>
  Array.append(
    actions.filter(
      ({ actionId, terms }) => actionId !== action.actionId && subjectOf(terms) !== subjectOf(action.terms)
    ),
    action
  )

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

/**
 * Runs an agent's turn as a task: working state, status updates at start and end of each tool call, proposals as they
 * are made, the answer, closing state.
 */
export const run = Effect.fnUntraced(function* <R>(
  task: TaskRecord,
  { extensions, streamsText }: ClientWishes,
  work: Work<R>
) {
  const isUsageRequested = extensions.has(Extension.usageSteps)

  /** Returns usage or a tool's progress as metadata, if the client activated the extension. */
  const metadata = (value: UsageSteps | ToolProgress) =>
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

  const answer = yield* AnswerArtifact.make(task)
  const actions = yield* Ref.make<ReadonlyArray<ProposedAction>>([])

  /** Report as stored in the audit. A run that was interrupted returns none. */
  const recordedReport = yield* Ref.make(Option.none<TurnReport>())

  const sendProposal = Effect.fnUntraced(function* (action: ProposedAction) {
    const proposed = addProposal(yield* Ref.get(actions), action)
    yield* Ref.set(actions, proposed)
    yield* task.setArtifact({ artifact: actionsArtifact(proposed) })
  })

  const publish = (event: RunEvent) => {
    switch (event._tag) {
      case "started":
        return task.setStatus({ status: { state: "TASK_STATE_WORKING" } })
      case "tool_started":
        return task.setStatus({
          status: { state: "TASK_STATE_WORKING", message: message(`Using ${titleOf(event.tool)}`) },
          ...metadata({ call: event.call, tool: event.tool })
        })
      case "tool_finished":
        return task.setStatus({
          status: { state: "TASK_STATE_WORKING" },
          ...metadata({ call: event.call, status: event.status, durationMs: event.durationMs })
        })
      case "proposed":
        return Effect.when(sendProposal(event.action), () => extensions.has(Extension.pendingActions))
      case "text":
        return Effect.when(answer.add(event.delta), () => streamsText)
      case "text_discarded":
        return answer.discard
      case "done":
        return Ref.set(recordedReport, Option.some(event.report))
      default:
        return Effect.void
    }
  }

  const complete = Effect.fnUntraced(function* (report: TurnReport) {
    const { artifacts, question } = yield* work.outcome(report)
    const usage = usageOf(report)
    const done = describeWrites(writesOf(usage.steps))
    yield* Effect.unless(answer.finish(report.answer, withUsage(usage)), () => isBlank(report.answer))
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
    Effect.provideService(RunEvents, { publish, streamsText }),
    Effect.onExit(Exit.match({ onSuccess: finish, onFailure: fail }))
  )
})
