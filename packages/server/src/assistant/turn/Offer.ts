import { ActionState } from "@storefront/domain/confirmation/PendingAction"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"

/** Proposal that an earlier answer showed, as models get it: data beside the text. */
export const Offer = Schema.Struct({
  /** The server's words for the proposed act, cut. */
  summary: UserText,
  /** `dropped_now`: the current message dropped it. */
  became: Schema.Literal(...ActionState.literals, "dropped_now")
})
export type Offer = typeof Offer.Type
