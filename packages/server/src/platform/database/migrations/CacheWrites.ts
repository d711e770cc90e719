import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Adds the input tokens written to a provider's prompt cache; Anthropic counts and prices them separately. */
export const cacheWrites = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE usage_logs
      ADD COLUMN cache_write_tokens integer NOT NULL DEFAULT 0,
      ADD CHECK (cache_write_tokens >= 0 AND cached_tokens + cache_write_tokens <= tokens_in);
    ALTER TABLE usage_daily ADD COLUMN cache_write_tokens bigint NOT NULL DEFAULT 0`
})
