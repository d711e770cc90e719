import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Adds specialists' runs not yet in the audit, and the run of each effect: `docs/decisions/0010-known-writes.md`.
 * A closed run can no longer write. A run may be closed before it has started (`started_at` is null).
 */
export const agentRuns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE agent_runs (
      id uuid PRIMARY KEY,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      agent_name text NOT NULL,
      message_key text NOT NULL CHECK (message_key ~ '^[0-9a-f]{64}$'),
      conversation_id uuid,
      trace_id text NOT NULL CHECK (trace_id ~ '^[0-9a-f]{32}$'),
      input_summary text NOT NULL,
      started_at timestamptz,
      expires_at timestamptz NOT NULL,
      is_closed boolean NOT NULL DEFAULT false
    );
    CREATE INDEX agent_runs_expiry ON agent_runs (expires_at);
    CREATE INDEX agent_runs_trace ON agent_runs (trace_id)`
  yield* sql`
    ALTER TABLE tool_effects ADD COLUMN run_id uuid;
    CREATE INDEX tool_effects_message ON tool_effects (user_id, left(effect_key, 64))`
})
