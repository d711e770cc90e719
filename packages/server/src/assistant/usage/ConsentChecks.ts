import { actNames } from "@storefront/domain/confirmation/Terms"
import { type Invariant } from "../../platform/database/Invariant.ts"

/**
 * Acts that must be confirmed before they are done; `forget_preference` also exists as a tool that acts at once, and so
 * does `checkout`, whose result is then only a link to the shop's till.
 */
const confirmedActs = actNames
  .filter((name) => name !== "forget_preference")
  .map((name) => `'${name}'`)
  .join(", ")

/** Time since which acts must be confirmed: that of the migration that introduced it. */
const confirmedSince = "(SELECT created_at FROM effect_sql_migrations WHERE migration_id = 26)"

/** Time since which effects have certainly not been deleted; they are kept for one day more. */
export const effectsSince = "now() - interval '29 days'"

/** Invariants of consent: nothing binding was done without being shown to a person and confirmed. */
export const consentChecks = {
  consents: {
    name: "Every binding act was confirmed by the person for whom it was done",
    violations: `
      SELECT concat_ws(' ', e.tool_name, e.effect_key) AS id FROM tool_effects e
      LEFT JOIN pending_actions a
        ON a.id::text = e.effect_key AND a.act = e.tool_name AND a.user_id = e.user_id AND a.state = 'confirmed'
      WHERE e.tool_name IN (${confirmedActs}) AND e.created_at >= ${confirmedSince} AND a.id IS NULL
        AND NOT (e.tool_name = 'checkout' AND e.result ? 'checkout_url')`
  },
  confirmations: {
    name: "Every confirmed action was shown in an answer before a message of its person confirmed it",
    violations: `
      SELECT a.id::text AS id FROM pending_actions a
      JOIN conversations c ON c.id = a.conversation_id
      LEFT JOIN messages shown
        ON shown.id = a.shown_by AND shown.conversation_id = a.conversation_id AND shown.role = 'assistant'
      LEFT JOIN messages confirming
        ON confirming.id = a.confirmed_by AND confirming.conversation_id = a.conversation_id AND confirming.role = 'user'
      WHERE a.state = 'confirmed' AND (c.user_id = a.user_id AND shown.seq < confirming.seq) IS NOT TRUE`
  },
  confirmedOnce: {
    name: "Every confirmed action was done exactly once, for as long as effects are kept",
    violations: `
      SELECT a.id::text AS id FROM pending_actions a
      LEFT JOIN tool_effects e ON e.effect_key = a.id::text
      WHERE a.state = 'confirmed' AND a.settled_at > ${effectsSince}
      GROUP BY a.id HAVING count(*) FILTER (WHERE e.user_id = a.user_id AND e.tool_name = a.act) <> 1 OR count(*) <> 1`
  }
} satisfies Record<string, Invariant>
