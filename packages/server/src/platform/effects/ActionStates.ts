/** SQL expressions on `pending_actions`, where an expired row may still be stored as `open`; both must agree on it. */

/** Condition of an action that can still be shown or confirmed. */
export const pendingCondition = "(state = 'proposed' OR state = 'open' AND expires_at > now())"

/** Effective state, with expiry applied. */
export const currentState = "CASE WHEN state = 'open' AND expires_at <= now() THEN 'expired' ELSE state END"
