import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Creates the proposals of binding acts, with their exact terms, the answer that shows them and the confirmation. */
export const pendingActions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE pending_actions (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      conversation_id uuid NOT NULL REFERENCES conversations(id) ON DELETE RESTRICT,
      agent_name text NOT NULL,
      act text NOT NULL CHECK (act IN ('checkout', 'cancel_order', 'modify_order', 'initiate_return', 'process_refund',
        'withdraw_return', 'place_backorder', 'forget_preference')),
      /* An order (that of a return, too), a product, a memory; null is the cart. */
      subject uuid,
      args jsonb NOT NULL,
      terms jsonb NOT NULL,
      fingerprint text NOT NULL,
      position integer NOT NULL,
      state text NOT NULL CHECK (state IN ('proposed', 'open', 'confirmed', 'dropped', 'stale', 'expired')),
      /* The trace of the turn. */
      proposed_in text NOT NULL,
      /* The newest answer that shows it. */
      shown_by uuid,
      /* The message. */
      confirmed_by uuid,
      result jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz NOT NULL,
      settled_at timestamptz
    )`
  yield* sql`
    CREATE UNIQUE INDEX pending_actions_one ON pending_actions (conversation_id, fingerprint)
    WHERE state IN ('proposed', 'open')`
  yield* sql`CREATE INDEX pending_actions_conversation ON pending_actions (conversation_id, created_at DESC)`
  yield* sql`CREATE INDEX pending_actions_person ON pending_actions (user_id)`
  // The effect key of an act is the action's id, so its run cannot be found by the key of a message.
  yield* sql`CREATE INDEX tool_effects_run ON tool_effects (run_id)`
})
