/** SQL about the rows of `pending_actions`, in which an open one past its time is not yet written down as expired. */

/** Condition of an action that can still be shown or confirmed. */
export const isPending = "(state = 'proposed' OR state = 'open' AND expires_at > now())"

/** The state as it reads now. */
export const currentState = "CASE WHEN state = 'open' AND expires_at <= now() THEN 'expired' ELSE state END"
