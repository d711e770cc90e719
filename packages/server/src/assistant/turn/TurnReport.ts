import { type TraceId, type UsageLogId } from "@storefront/domain/Ids"
import { type Shown } from "@storefront/domain/tools/Shows"
import { type AgentName } from "@storefront/domain/Topology"
import { DateTime, Option } from "effect"
import { type IdOrigins, noIds } from "../guard/Provenance.ts"
import { noTokens, type TokenUsage } from "../../platform/provider/TokenUsage.ts"
import { clean, type GuardReport } from "../../platform/scanner/Scanner.ts"

/** `cancelled`: by shutdown, or because the caller is gone. A turn that ran out of time is an `error`. */
export type TurnStatus = "success" | "error" | "blocked" | "cancelled"

/** Reason for no answer. `model`: no usable answer; `unavailable`: a dependency is down; `budget`: no tokens left. */
export type TurnFailure = "model" | "unavailable" | "budget" | "deadline" | "shutdown"

/** Executed or refused tool call, with its input and output before masking. */
export interface Step {
  readonly toolName: string
  /** The arguments as the model gave them. */
  readonly input: unknown
  /** The tool's own result, before it was neutralised for the model; `{}` for a call that was interrupted. */
  readonly output: unknown
  /** `error`: a failure value; `cancelled`: interrupted before it answered. */
  readonly status: "success" | "error" | "cancelled"
  readonly durationMs: number
}

/** End of one agent's turn. Tokens and steps are its own, without those of agents that it called. */
export interface TurnReport extends TokenUsage {
  readonly runId: UsageLogId
  readonly agentName: AgentName
  readonly status: TurnStatus
  /** The answer, or the fixed refusal of a blocked turn; empty for the other two. */
  readonly answer: string
  /** State that the model wants back in later turns, as JSON. None unless it is a success. */
  readonly modelState: Option.Option<unknown>
  /** Null exactly for `success` and `blocked`. */
  readonly failure: TurnFailure | null
  /** Sentence for operators, without text of people; null if `failure` is. */
  readonly errorMessage: string | null
  readonly guard: GuardReport
  /** Ids that appeared in results of its tools. */
  readonly ids: IdOrigins
  /** Ids of the things that the answer is about. */
  readonly shows: ReadonlyArray<Shown>
  /** In the order of execution. */
  readonly steps: ReadonlyArray<Step>
  /** Model requests that were sent again, including those of the agents it called. */
  readonly repeatedRequests: number
  /** Name by which the model calls itself. */
  readonly model: string
  /** Name of the model in the configuration, which prices refer to. */
  readonly requestedModel: string
  readonly traceId: TraceId
  readonly startedAt: DateTime.Utc
  readonly durationMs: number
}

/** Model of a run that asked none. */
export const noModel = { model: "none", requestedModel: "none", modelState: Option.none() }

/** Builds the report of a run whose process died before it could. Its effects tell what it has written. */
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
