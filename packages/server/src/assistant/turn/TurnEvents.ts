import { Context, Effect } from "effect"
import { type TurnReport } from "./TurnReport.ts"

/** Progress of one agent's run within a turn, in this order. The specification calls these turn events. */
export type TurnEvent =
  | { readonly _tag: "started" }
  | { readonly _tag: "tool_started"; readonly tool: string }
  /** Chunk of the final answer. All chunks of a run, concatenated, are its answer. */
  | { readonly _tag: "text"; readonly delta: string }
  /** The run has ended and is stored in the audit. Sent even after an interruption. */
  | { readonly _tag: "done"; readonly report: TurnReport }

/** Receiver of a run's progress. By default, events are discarded. */
export class TurnEvents extends Context.Reference<TurnEvents>()("@storefront/server/assistant/turn/TurnEvents", {
  defaultValue: (): { readonly publish: (event: TurnEvent) => Effect.Effect<void> } => ({ publish: () => Effect.void })
}) {}

/** Sends an event to the current receiver. */
export const publish = (event: TurnEvent) => Effect.flatMap(TurnEvents, ({ publish }) => publish(event))
