import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/**
 * Adds the conversation id as named by the caller. An external A2A client's is none of ours, but ids that tools found
 * in it still count for its next message; ids found by earlier runs have to be looked up again.
 */
export const usageContexts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE usage_logs ADD COLUMN context_id uuid;
    CREATE INDEX usage_logs_context ON usage_logs (context_id)`
})
