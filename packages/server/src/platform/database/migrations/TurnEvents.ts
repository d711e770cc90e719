import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Lets processes follow each other's turns, and lets a turn fail that was accepted but never stored its message. */
export const turnEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE UNLOGGED TABLE turn_events (
      turn_id uuid NOT NULL REFERENCES turns(id) ON DELETE CASCADE,
      seq integer NOT NULL, -- number of the first event
      events jsonb NOT NULL,
      PRIMARY KEY (turn_id, seq)
    );
    ALTER TABLE turns DROP CONSTRAINT turns_check3;
    ALTER TABLE turns ADD CONSTRAINT turns_check3 CHECK (state IN ('received', 'failed') OR user_message_id IS NOT NULL);
    CREATE INDEX turns_task ON turns (task_id) WHERE task_id IS NOT NULL`
})
