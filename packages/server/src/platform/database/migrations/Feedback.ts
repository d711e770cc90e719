import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Stores what customers think of answers. */
export const feedback = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE message_feedback (
      message_id uuid PRIMARY KEY REFERENCES messages(id) ON DELETE CASCADE,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      rating smallint NOT NULL CHECK (rating IN (-1, 1)),
      comment text CHECK (char_length(comment) BETWEEN 1 AND 500),
      updated_at timestamptz NOT NULL DEFAULT now()
    )`
  yield* sql`CREATE INDEX message_feedback_person ON message_feedback (user_id)`
  yield* sql`CREATE INDEX message_feedback_newest ON message_feedback (updated_at)`
})
