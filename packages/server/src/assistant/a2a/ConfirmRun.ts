import { type Confirmation, Extension, SettledAction } from "@storefront/domain/api/AgentApi"
import { type TraceId } from "@storefront/domain/Ids"
import { DateTime, Effect, Exit, Option, Ref, Schema } from "effect"
import { Confirming, type Settlement } from "../actions/Confirming.ts"
import { type ProposingTurn } from "../actions/ProposingTurn.ts"
import { currentTraceId } from "../agent/AgentRuntime.ts"
import { noIds } from "../guard/Provenance.ts"
import { clean } from "../../platform/scanner/Scanner.ts"
import * as SteadyClock from "../../platform/limits/SteadyClock.ts"
import { noTokens } from "../../platform/provider/TokenUsage.ts"
import { type AgentRun, AgentRuns } from "../usage/AgentRuns.ts"
import { noModel, type TurnReport } from "../usage/TurnReport.ts"
import { type Outcome, type Work } from "./TaskRun.ts"

const encodeSettled = Schema.encodeSync(SettledAction)

/** The artifact that tells what became of the action. */
const artifactOf = (settled: Settlement): Outcome => ({
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

/** Who confirms which action, and how the run is kept. */
export interface Options {
  readonly run: Omit<AgentRun, "traceId" | "conversationId"> & Pick<ProposingTurn, "conversationId">
  readonly confirmation: Confirmation
  readonly record: (report: TurnReport) => Effect.Effect<TurnReport>
}

/** Does what a customer has confirmed as the run of a specialist, without a model: its one step is the act. */
export const make = Effect.fnUntraced(function* ({ confirmation, record, run }: Options) {
  const confirming = yield* Confirming
  const runs = yield* AgentRuns
  const told = yield* Ref.make(Option.none<Settlement>())

  const confirm = Effect.fnUntraced(function* (traceId: TraceId, startedAt: DateTime.Utc) {
    yield* Effect.orDie(runs.open({ ...run, traceId }, startedAt))
    const settled = yield* Effect.orDie(confirming.confirm(run.caller, run.conversationId, confirmation, run.id))
    yield* Ref.set(told, Option.some(settled))
    return settled
  })

  const turn = Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const startedAt = yield* DateTime.now
      const elapsed = yield* SteadyClock.stopwatch
      const traceId = yield* currentTraceId
      const time = yield* SteadyClock.left(run.deadline)
      const exit = yield* confirm(traceId, startedAt).pipe(
        Effect.timeoutOption(time),
        Effect.tapDefect((cause) => Effect.logError("An action could not be confirmed", cause)),
        restore,
        Effect.exit
      )
      const durationMs = yield* elapsed
      const found = Option.flatten(Exit.match(exit, { onFailure: Option.none, onSuccess: Option.some }))
      const report = yield* record({
        runId: run.id,
        agentName: run.agentName,
        ...(Option.isSome(found)
          ? { status: "success", failure: null, errorMessage: null }
          : Exit.isInterrupted(exit)
            ? { status: "cancelled", failure: "shutdown", errorMessage: "The run was interrupted" }
            : Exit.isSuccess(exit)
              ? { status: "error", failure: "deadline", errorMessage: "The time for the run was used up" }
              : { status: "error", failure: "unavailable", errorMessage: "The action could not be confirmed" }),
        answer: "",
        guard: clean,
        ids: noIds,
        steps: Option.toArray(
          Option.map(
            Option.flatMap(found, ({ step }) => step),
            (step) => ({ ...step, durationMs })
          )
        ),
        ...noTokens,
        repeatedRequests: 0,
        ...noModel,
        traceId,
        startedAt,
        durationMs
      })
      return Exit.isInterrupted(exit) ? yield* Effect.interrupt : report
    })
  )

  const work: Work<never> = {
    turn: (onProgress) => Effect.zipRight(onProgress({ _tag: "Working" }), turn),
    outcome: () =>
      Effect.map(
        Effect.flatMap(Ref.get(told), (settled) => Effect.orDie(settled)),
        artifactOf
      )
  }
  return work
})
