import { type TraceId, type UsageLogId } from "@storefront/domain/Ids"
import { type Shown } from "@storefront/domain/tools/Shows"
import { type AgentName } from "@storefront/domain/Topology"
import { DateTime, Option } from "effect"
import { type IdOrigins, noIds } from "../guard/Provenance.ts"
import { noTokens, type TokenUsage } from "../../platform/provider/TokenUsage.ts"
import { clean, type GuardReport } from "../../platform/scanner/Scanner.ts"

/** `cancelled`: by shutdown or because whoever asked is gone. A turn that ran out of time is an `error`. */
export type TurnStatus = "success" | "error" | "blocked" | "cancelled"

/** Why there is no answer. `model`: no usable answer; `unavailable`: a dependency is down; `budget`: no tokens; the other two are time. */
export type TurnFailure = "model" | "unavailable" | "budget" | "deadline" | "shutdown"

/** One executed or refused tool call, with its input and output as they were, before masking. */
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

/** How a turn of one agent ended. Tokens and steps are its own, not those of agents it called. */
export interface TurnReport extends TokenUsage {
  readonly runId: UsageLogId
  readonly agentName: AgentName
  readonly status: TurnStatus
  /** The answer, or the fixed refusal of a blocked turn; empty for the other two. */
  readonly answer: string
  /** What the model wants back with the answer in later turns: JSON. None unless it is a success. */
  readonly modelState: Option.Option<unknown>
  /** Null exactly for `success` and `blocked`. */
  readonly failure: TurnFailure | null
  /** A sentence for operators, without text of people; null where `failure` is. */
  readonly errorMessage: string | null
  readonly guard: GuardReport
  /** The ids that appeared in results of its tools. */
  readonly ids: IdOrigins
  /** What the answer is about. */
  readonly shows: ReadonlyArray<Shown>
  /** In the order of execution. */
  readonly steps: ReadonlyArray<Step>
  /** Requests to a model that were sent again, those of the agents it called included. */
  readonly repeatedRequests: number
  /** Name of the model that was asked, as it calls itself. */
  readonly model: string
  /** The same as the configuration calls it, which is what prices are for. */
  readonly requestedModel: string
  readonly traceId: TraceId
  readonly startedAt: DateTime.Utc
  readonly durationMs: number
}

/** The model of a run that asked none. */
export const noModel = { model: "none", requestedModel: "none", modelState: Option.none() }

/** The report of a run that nobody could report, because its process died. What it has written is told by its effects. */
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
