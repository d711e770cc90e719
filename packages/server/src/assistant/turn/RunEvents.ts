import { type ProposedAction } from "@storefront/domain/api/AgentApi"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Context, Effect } from "effect"
import { type Step, type TurnReport } from "./TurnReport.ts"

/** Progress of one agent's run within a turn, and of the runs of the specialists that it calls. */
export type RunEvent =
  | { readonly _tag: "started" }
  /** `call` is unique in the turn. */
  | { readonly _tag: "specialist_started"; readonly call: string; readonly specialist: SpecialistName }
  | {
      readonly _tag: "specialist_finished"
      readonly call: string
      readonly status: "success" | "error" | "blocked"
      readonly durationMs: number
    }
  /** `call` is unique in the turn. */
  | { readonly _tag: "tool_started"; readonly call: string; readonly tool: string }
  | {
      readonly _tag: "tool_finished"
      readonly call: string
      readonly status: Step["status"]
      readonly durationMs: number
    }
  /** Proposal of the run, before any text that follows it. */
  | { readonly _tag: "proposed"; readonly action: ProposedAction }
  /** Released piece of the answer. All pieces since the last `text_discarded`, concatenated, are the run's answer. */
  | { readonly _tag: "text"; readonly delta: string }
  | { readonly _tag: "text_discarded" }
  /** The run has ended and is stored in the audit. Sent even after an interruption. */
  | { readonly _tag: "done"; readonly report: TurnReport }

/** Receiver of a run's progress. */
export interface RunEventReceiver {
  readonly publish: (event: RunEvent) => Effect.Effect<void>
  /** True if somebody may read the answer while it is written, so that the model is asked for a stream. */
  readonly streamsText: boolean
}

/** Receiver of the current run's progress. By default, events are discarded. */
export class RunEvents extends Context.Reference<RunEvents>()("@storefront/server/assistant/turn/RunEvents", {
  defaultValue: (): RunEventReceiver => ({ publish: () => Effect.void, streamsText: false })
}) {}

/** Sends an event to the current receiver. */
export const publish = (event: RunEvent) => Effect.flatMap(RunEvents, ({ publish }) => publish(event))
