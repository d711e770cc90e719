import { Schema } from "effect"
import { ActionId } from "../Ids.ts"
import { Terms } from "./Terms.ts"

/**
 * State of a proposal. `proposed`: not shown yet; `open`: shown; `confirmed`: done; `dropped`: the customer said or did
 * something else, or never saw it; `stale`: the act would now differ; `expired`: shown too long ago.
 */
export const ActionState = Schema.Literal("proposed", "open", "confirmed", "dropped", "stale", "expired")
export type ActionState = typeof ActionState.Type

/** Returns whether an action in this state can still be shown or confirmed. */
export const isPending = (state: ActionState): boolean => state === "proposed" || state === "open"

/** A proposal in the metadata of the answer that showed it. */
export const ActionView = Schema.Struct({
  action_id: ActionId,
  act: Schema.Literal(...Terms.members.map(({ fields }) => fields.act.literals[0])),
  summary: Schema.String,
  /** Current state. */
  state: ActionState,
  expires_at: Schema.DateTimeUtc
})
export type ActionView = typeof ActionView.Type
