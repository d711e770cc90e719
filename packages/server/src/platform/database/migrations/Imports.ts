import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Creates the record of imports. The run of a kind holds a lease, which a killed process loses. */
export const imports = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    CREATE TABLE imports (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      kind text NOT NULL CHECK (char_length(kind) BETWEEN 1 AND 40),
      source text NOT NULL CHECK (source ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
      state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'nothing_written', 'broken_off')),
      lease_until timestamptz NOT NULL,
      started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      ended_at timestamptz,
      lines integer NOT NULL DEFAULT 0 CHECK (lines >= 0), -- read
      refused integer NOT NULL DEFAULT 0 CHECK (refused >= 0),
      noted integer NOT NULL DEFAULT 0 CHECK (noted >= 0), -- taken with a note
      written integer NOT NULL DEFAULT 0 CHECK (written >= 0), -- rows
      refusals jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(refusals) = 'array' AND jsonb_array_length(refusals) <= 1000),
      CHECK ((state = 'running') = (ended_at IS NULL))
    );
    CREATE UNIQUE INDEX imports_running ON imports (kind) WHERE state = 'running';
    CREATE INDEX imports_started ON imports (started_at)`
)
