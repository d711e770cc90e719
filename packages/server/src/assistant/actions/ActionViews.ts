import { ActionView } from "@storefront/domain/confirmation/PendingAction"
import { type Locale } from "@storefront/domain/words/Locale"
import { proposalText } from "@storefront/domain/words/ProposalText"
import { type ActionId } from "@storefront/domain/Ids"
import { Array, Option, Schema } from "effect"
import { type PendingAction } from "./PendingActions.ts"

const encode = Schema.encodeSync(ActionView)

/** Encodes a proposal for clients, worded in the locale of the answer that showed it. */
export const viewOf = (
  { act, expiresAt, hint, id, state, terms }: PendingAction,
  locale: Locale
): typeof ActionView.Encoded =>
  encode({ action_id: id, act, summary: proposalText({ hint, terms }, locale), state, expires_at: expiresAt })

/** Encodes the proposals that an answer shows, in its order; `actions` has them in their present state. */
export const viewsOf = (
  ids: ReadonlyArray<ActionId>,
  actions: ReadonlyMap<ActionId, PendingAction>,
  locale: Locale
): ReadonlyArray<typeof ActionView.Encoded> =>
  Array.filterMap(ids, (id) => Option.fromNullable(actions.get(id))).map((action) => viewOf(action, locale))
