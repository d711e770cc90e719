import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * What the guard knows of a run: what it thought of the message, and the ids that appeared: what a tool found, and what text
 * that people wrote quotes.
 */
export const guard = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE usage_logs
      ADD COLUMN guard jsonb NOT NULL DEFAULT '{"verdict": "clean", "rules": []}',
      ADD COLUMN found_ids uuid[] NOT NULL DEFAULT '{}',
      ADD COLUMN quoted_ids uuid[] NOT NULL DEFAULT '{}';
    CREATE INDEX usage_logs_conversation ON usage_logs (conversation_id)`
})
