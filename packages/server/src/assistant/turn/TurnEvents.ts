import { Context, Effect } from "effect"
import { type TurnReport } from "./TurnReport.ts"

/** Progress of an agent's run, in this order. */
export type TurnEvent =
  | { readonly _tag: "started" }
  | { readonly _tag: "tool_started"; readonly tool: string }
  /** Piece of the final answer; joined, a run's pieces are its answer. */
  | { readonly _tag: "text"; readonly delta: string }
  /** The run is over and in the audit; sent even if it was interrupted. */
  | { readonly _tag: "done"; readonly report: TurnReport }

/** Receives the progress of a run; by default it is discarded. */
export class TurnEvents extends Context.Reference<TurnEvents>()("@storefront/server/assistant/turn/TurnEvents", {
  defaultValue: (): { readonly publish: (event: TurnEvent) => Effect.Effect<void> } => ({ publish: () => Effect.void })
}) {}

/** Sends an event to the current receiver. */
export const publish = (event: TurnEvent) => Effect.flatMap(TurnEvents, ({ publish }) => publish(event))
