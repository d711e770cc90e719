import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** The ids that appeared in a run: what a tool found, and what text that people wrote quotes. */
export const idOrigins = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE usage_logs
      ADD COLUMN found_ids uuid[] NOT NULL DEFAULT '{}',
      ADD COLUMN quoted_ids uuid[] NOT NULL DEFAULT '{}';
    CREATE INDEX usage_logs_conversation ON usage_logs (conversation_id)`
})
