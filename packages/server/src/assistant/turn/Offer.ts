import { ActionState } from "@storefront/domain/confirmation/PendingAction"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"

/** Proposal that an earlier answer showed, as data for models. */
export const Offer = Schema.Struct({
  /** Server's description of the proposed act, cut. */
  summary: UserText,
  /** State of the action; `dropped_now` if the current message has dropped it. */
  became: Schema.Literal(...ActionState.literals, "dropped_now")
})
export type Offer = typeof Offer.Type
