import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Adds the caller's own conversation id. That of an external A2A client is not one of our conversations, but ids that
 * tools found in it still count for its next message. Runs before this migration have none.
 */
export const usageContexts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE usage_logs ADD COLUMN context_id uuid;
    CREATE INDEX usage_logs_context ON usage_logs (context_id)`
})
