/** SQL fragments on `pending_actions`, whose rows may be past their expiry but still stored as open. */

/** Condition of an action that can still be shown or confirmed. */
export const isPending = "(state = 'proposed' OR state = 'open' AND expires_at > now())"

/** Effective state, with expiry applied. */
export const currentState = "CASE WHEN state = 'open' AND expires_at <= now() THEN 'expired' ELSE state END"
