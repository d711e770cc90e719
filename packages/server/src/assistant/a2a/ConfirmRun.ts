import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type Confirmation, Extension, SettledAction } from "@storefront/domain/api/AgentApi"
import * as Shows from "@storefront/domain/tools/Shows"
import { DateTime, Effect, Exit, Option, Ref, Schema } from "effect"
import { Confirmations, type Settlement } from "../actions/Confirmations.ts"
import { type ConversationTurn } from "../turn/Turn.ts"
import { publish } from "../turn/RunEvents.ts"
import { noIds } from "../guard/Provenance.ts"
import { clean } from "../../platform/scanner/Scanner.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { noTokens } from "../../platform/provider/TokenUsage.ts"
import { type AgentRun, AgentRuns } from "../usage/AgentRuns.ts"
import { noModel, type TurnReport } from "../turn/TurnReport.ts"
import { type Outcome, type Work } from "./TaskRun.ts"

const encodeSettled = Schema.encodeSync(SettledAction)

/** Builds the artifact that reports the outcome of the action. */
const outcomeOf = (settled: Settlement): Outcome => ({
  artifacts: [
    {
      artifactId: "settled",
      name: "settled",
      parts: [{ data: encodeSettled(settled), mediaType: "application/json" }],
      extensions: [Extension.pendingActions]
    }
  ],
  question: Option.none()
})

/** Confirmed action, its run, and the storage of the run's report. */
export interface Options {
  readonly run: AgentRun & ConversationTurn
  readonly confirmation: Confirmation
  readonly record: (report: TurnReport) => Effect.Effect<TurnReport, DatabaseUnavailable>
}

/** Builds the work of a run that performs a confirmed action. It asks no model, and its only step is the act. */
export const make = Effect.fnUntraced(function* ({ confirmation, record, run }: Options) {
  const confirming = yield* Confirmations
  const runs = yield* AgentRuns
  const settlement = yield* Ref.make(Option.none<Settlement>())

  const confirm = Effect.fnUntraced(function* (startedAt: DateTime.Utc) {
    yield* runs.open(run, startedAt)
    const settled = yield* confirming.confirm(run.caller, run.conversationId, confirmation, run.id)
    yield* Ref.set(settlement, Option.some(settled))
    return settled
  })

  const turn = Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const startedAt = yield* DateTime.now
      const elapsed = yield* SteadyClock.stopwatch
      const time = yield* SteadyClock.remaining(run.deadline)
      const exit = yield* confirm(startedAt).pipe(
        Effect.timeoutOption(time),
        Effect.tapErrorCause((cause) => Effect.logError("An action could not be confirmed", cause)),
        restore,
        Effect.exit
      )
      const durationMs = yield* elapsed
      const outcome = Option.flatten(Exit.match(exit, { onFailure: Option.none, onSuccess: Option.some }))
      const step = Option.flatMap(outcome, ({ step }) => step)
      const report = yield* record({
        runId: run.id,
        agentName: run.agentName,
        ...(Option.isSome(outcome)
          ? { status: "success", failure: null, errorMessage: null }
          : Exit.isInterrupted(exit)
            ? { status: "cancelled", failure: "shutdown", errorMessage: "The run was interrupted" }
            : Exit.isSuccess(exit)
              ? { status: "error", failure: "deadline", errorMessage: "The time for the run was used up" }
              : { status: "error", failure: "unavailable", errorMessage: "The action could not be confirmed" }),
        answer: "",
        guard: clean,
        ids: noIds,
        shows: Option.match(step, {
          onNone: () => [],
          onSome: ({ output }) => Shows.selectShownIds(Shows.shownObjectsIn(Shows.showsAct, output), "")
        }),
        steps: Option.toArray(Option.map(step, (step) => ({ ...step, durationMs }))),
        ...noTokens,
        repeatedRequests: 0,
        ...noModel,
        traceId: run.traceId,
        startedAt,
        durationMs
      })
      return Exit.isInterrupted(exit) ? yield* Effect.interrupt : report
    })
  )

  const work: Work<never> = {
    turn: Effect.zipRight(publish({ _tag: "started" }), turn),
    outcome: () =>
      Effect.map(
        Effect.flatMap(Ref.get(settlement), (settled) => Effect.orDie(settled)),
        outcomeOf
      )
  }
  return work
})
