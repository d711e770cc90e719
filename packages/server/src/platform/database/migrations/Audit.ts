import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Adds the model of a run (null for older runs), and the first day that the audit still covers after pruning. */
export const audit = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE usage_logs ADD COLUMN model text CHECK (char_length(model) <= 200)`
  yield* sql`
    CREATE TABLE audit_retention (kept_from date NOT NULL);
    CREATE UNIQUE INDEX audit_retention_single ON audit_retention ((true))`
})
