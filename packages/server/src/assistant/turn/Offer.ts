import { ActionState } from "@storefront/domain/confirmation/PendingAction"
import { UserText } from "@storefront/domain/tools/UserText"
import { Schema } from "effect"

/** A proposal that an earlier answer showed, as models are told of it: data, beside what was said. */
export const Offer = Schema.Struct({
  /** The server's words for what would be done, cut. */
  summary: UserText,
  /** `dropped_now`: the current message dropped it. */
  became: Schema.Literal(...ActionState.literals, "dropped_now")
})
export type Offer = typeof Offer.Type
