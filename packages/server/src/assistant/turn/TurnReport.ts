import { type TraceId, type UsageLogId } from "@storefront/domain/Ids"
import { type Shown } from "@storefront/domain/tools/Shows"
import { type AgentName } from "@storefront/domain/Topology"
import { DateTime, Option } from "effect"
import { type IdOrigins, noIds } from "../guard/Provenance.ts"
import { noTokens, type TokenUsage } from "../../platform/provider/TokenUsage.ts"
import { clean, type GuardReport } from "../../platform/scanner/Scanner.ts"

/** Report of a run, which the audit stores and the answer is derived from. */

/** Outcome of a run. `cancelled`: by shutdown, or because the client is gone. A run that timed out is an `error`. */
export type TurnStatus = "success" | "error" | "blocked" | "cancelled"

/** Reason for a missing answer. `model`: it was unusable; `unavailable`: a dependency is down; `budget`: no tokens. */
export type TurnFailure = "model" | "unavailable" | "budget" | "deadline" | "shutdown"

/** Executed or refused tool call, with its input and output before masking. */
export interface Step {
  readonly toolName: string
  /** Arguments of the model, unchanged. */
  readonly input: unknown
  /** Result of the tool before it was neutralised for the model; `{}` for an interrupted call. */
  readonly output: unknown
  /** `error`: the tool returned a failure; `cancelled`: the call was interrupted. */
  readonly status: "success" | "error" | "cancelled"
  readonly durationMs: number
}

/** Report of one agent's run. Tokens and steps are its own, without those of agents that it called. */
export interface TurnReport extends TokenUsage {
  readonly runId: UsageLogId
  readonly agentName: AgentName
  readonly status: TurnStatus
  /** Answer, or the fixed refusal of a blocked run; empty for `error` and `cancelled`. */
  readonly answer: string
  /** JSON that must be sent back to the model in later turns; none unless the run succeeded. */
  readonly modelState: Option.Option<unknown>
  /** Null exactly for `success` and `blocked`. */
  readonly failure: TurnFailure | null
  /** Sentence for operators, without user text; null exactly if `failure` is null. */
  readonly errorMessage: string | null
  readonly guard: GuardReport
  /** Ids in the results of its tools. */
  readonly ids: IdOrigins
  readonly shows: ReadonlyArray<Shown>
  /** In the order of execution. */
  readonly steps: ReadonlyArray<Step>
  /** Number of model requests that were retried, including those of the agents that it called. */
  readonly repeatedRequests: number
  /** Name of the model in the provider's answer. */
  readonly model: string
  /** Name of the model in the configuration, by which prices are found. */
  readonly requestedModel: string
  readonly traceId: TraceId
  readonly startedAt: DateTime.Utc
  readonly durationMs: number
}

/** Model fields of a run that asked no model. */
export const noModel = { model: "none", requestedModel: "none", modelState: Option.none() }

/** Builds the report of a run whose process died. Its writes are added from the stored effects. */
export const abandonedReport = ({
  endedAt,
  startedAt,
  ...run
}: Pick<TurnReport, "runId" | "agentName" | "traceId" | "startedAt"> & {
  readonly endedAt: DateTime.Utc
}): TurnReport => ({
  ...run,
  status: "cancelled",
  answer: "",
  modelState: Option.none(),
  failure: "shutdown",
  errorMessage: "The service stopped before the end",
  guard: clean,
  ids: noIds,
  shows: [],
  steps: [],
  ...noTokens,
  repeatedRequests: 0,
  model: "unknown",
  requestedModel: "unknown",
  startedAt,
  durationMs: Math.max(0, DateTime.distance(startedAt, endedAt))
})
