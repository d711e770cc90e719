import { ActionView } from "@storefront/domain/confirmation/PendingAction"
import { type Locale } from "@storefront/domain/words/Locale"
import { proposalText } from "@storefront/domain/words/ProposalText"
import { Schema } from "effect"
import { type PendingAction } from "./PendingActions.ts"

const encode = Schema.encodeSync(ActionView)

/** Encodes a proposal for clients, worded in the locale of the answer that showed it. */
export const viewOf = (
  { act, expiresAt, hint, id, state, terms }: PendingAction,
  locale: Locale
): typeof ActionView.Encoded =>
  encode({ action_id: id, act, summary: proposalText({ hint, terms }, locale), state, expires_at: expiresAt })
