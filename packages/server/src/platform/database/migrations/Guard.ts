import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Adds the guard's verdict on a run's message, the ids that tools found, and the ids quoted in user text. */
export const guard = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE usage_logs
      ADD COLUMN guard jsonb NOT NULL DEFAULT '{"verdict": "clean", "rules": []}',
      ADD COLUMN found_ids uuid[] NOT NULL DEFAULT '{}',
      ADD COLUMN quoted_ids uuid[] NOT NULL DEFAULT '{}';
    CREATE INDEX usage_logs_conversation ON usage_logs (conversation_id)`
})
