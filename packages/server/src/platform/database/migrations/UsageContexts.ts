import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * The conversation as whoever asked named it. Another A2A client's is not one of ours, but ids that tools found in it count
 * for its next message all the same. What runs before this found is looked up again.
 */
export const usageContexts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE usage_logs ADD COLUMN context_id uuid;
    CREATE INDEX usage_logs_context ON usage_logs (context_id)`
})
