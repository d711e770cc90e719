import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Adds the tokens used per person and day, and the exact cost of runs at that time's prices, null if unknown. */
export const budgets = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE token_days (
      user_id uuid NOT NULL REFERENCES users (id),
      day date NOT NULL,
      tokens bigint NOT NULL,
      last_taken bigint NOT NULL,
      PRIMARY KEY (user_id, day)
    );
    ALTER TABLE usage_logs
      ADD COLUMN cached_tokens integer NOT NULL DEFAULT 0 CHECK (cached_tokens BETWEEN 0 AND tokens_in),
      ADD COLUMN reasoning_tokens integer NOT NULL DEFAULT 0 CHECK (reasoning_tokens BETWEEN 0 AND tokens_out),
      ADD COLUMN cost numeric CHECK (cost >= 0);
    ALTER TABLE usage_daily
      ADD COLUMN cached_tokens bigint NOT NULL DEFAULT 0,
      ADD COLUMN reasoning_tokens bigint NOT NULL DEFAULT 0,
      ADD COLUMN cost numeric NOT NULL DEFAULT 0`
})
