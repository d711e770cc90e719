import { type User } from "@storefront/domain/Identity"
import { type ConversationId, type TraceId } from "@storefront/domain/Ids"
import { type AgentName } from "@storefront/domain/Topology"
import { type DateTime, type Effect } from "effect"
import { type HistoryEntry } from "./History.ts"

/** What happens during a turn, for those who watch it. */
export type TurnProgress =
  | { readonly _tag: "Working" }
  | { readonly _tag: "ToolStarted"; readonly tool: string }
  /** A piece of the final answer. The pieces of a turn joined are its answer. */
  | { readonly _tag: "AnswerDelta"; readonly text: string }

/** One message for one agent. */
export interface TurnRequest {
  /**
   * Names the request: a repetition of it has the same name and no other request of the caller has, because what a tool
   * has written under it is not written again.
   */
  readonly turnId: string
  readonly message: string
  /** Oldest first, without `message`. */
  readonly history: ReadonlyArray<HistoryEntry>
  readonly caller: User
  readonly conversationId: ConversationId | null
  /** The turn is interrupted when this has passed. */
  readonly deadline: DateTime.Utc
  readonly onProgress: (event: TurnProgress) => Effect.Effect<void>
  /** Keeps the report. Runs exactly once whatever happens to the turn, and is not interrupted itself. */
  readonly record: (report: TurnReport) => Effect.Effect<void>
}

/** `cancelled`: by shutdown or because whoever asked is gone. A turn that ran out of time is an `error`. */
export type TurnStatus = "success" | "error" | "blocked" | "cancelled"

/** Why there is no answer. `model`: no usable answer; `unavailable`: a dependency is down; the other two are time. */
export type TurnFailure = "model" | "unavailable" | "deadline" | "shutdown"

/** What the injection guard thought of the message. */
export interface GuardReport {
  readonly verdict: "clean" | "flagged" | "blocked"
  /** Ids of the rules that matched. */
  readonly rules: ReadonlyArray<string>
}

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
export interface TurnReport {
  readonly agentName: AgentName
  readonly status: TurnStatus
  /** The answer, or the fixed refusal of a blocked turn; empty for the other two. */
  readonly answer: string
  /** Null exactly for `success` and `blocked`. */
  readonly failure: TurnFailure | null
  /** A sentence for operators, without text of people; null where `failure` is. */
  readonly errorMessage: string | null
  readonly guard: GuardReport
  /** In the order of execution. */
  readonly steps: ReadonlyArray<Step>
  readonly tokensIn: number
  readonly tokensOut: number
  /** Name of the model that was asked. */
  readonly model: string
  readonly traceId: TraceId
  readonly startedAt: DateTime.Utc
  readonly durationMs: number
}
