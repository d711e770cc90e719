import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Inserts turns for messages without one; also used by the seed. A turn gets its message's id, to be reproducible. */
export const turnsOfMessages = `
  INSERT INTO turns (id, user_id, conversation_id, user_message_id, answer_id, trace_id, door, state, failure, started_at, ended_at)
  SELECT m.id, c.user_id, c.id, m.id, a.id, m.metadata ->> 'trace_id', 'rest',
    CASE WHEN a.id IS NULL THEN 'failed' WHEN a.metadata -> 'unheard' IS NULL THEN 'acknowledged' ELSE 'unheard' END,
    CASE WHEN a.id IS NULL THEN 'unavailable' END, m.created_at, coalesce(a.created_at, m.created_at)
  FROM messages m
  JOIN conversations c ON c.id = m.conversation_id
  LEFT JOIN messages a
    ON a.conversation_id = m.conversation_id AND a.role = 'assistant' AND a.metadata ->> 'trace_id' = m.metadata ->> 'trace_id'
  WHERE m.role = 'user' AND m.metadata ->> 'trace_id' ~ '^[0-9a-f]{32}$'
    AND NOT EXISTS (SELECT FROM turns t WHERE t.user_message_id = m.id)
  ORDER BY m.seq`

/**
 * Creates the turn of each message, which replaces the lease on its conversation and marks in its metadata. Turns that
 * run during this migration belong to an older process and are left to expire.
 */
export const turns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE turns (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      task_id uuid, -- for doors with tasks: the first turn of the task
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      conversation_id uuid NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
      client_message_id text, -- for doors whose clients name their messages
      user_message_id uuid,
      answer_id uuid,
      trace_id text NOT NULL CHECK (trace_id ~ '^[0-9a-f]{32}$'),
      door text NOT NULL CHECK (door IN ('rest', 'a2a', 'agui')),
      state text NOT NULL CHECK (state IN ('received', 'running', 'answered', 'acknowledged', 'unheard', 'failed', 'abandoned')),
      failure text,
      stop_requested_at timestamptz,
      started_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz,
      ended_at timestamptz,
      CHECK ((state IN ('received', 'running', 'answered')) = (ended_at IS NULL)),
      CHECK ((ended_at IS NULL) = (expires_at IS NOT NULL)),
      CHECK ((state IN ('answered', 'acknowledged', 'unheard')) = (answer_id IS NOT NULL)),
      CHECK (state = 'received' OR user_message_id IS NOT NULL),
      CHECK ((state = 'failed') = (failure IS NOT NULL))
    );
    CREATE UNIQUE INDEX turns_one_at_a_time ON turns (conversation_id) WHERE state IN ('running', 'answered');
    CREATE UNIQUE INDEX turns_client_message ON turns (user_id, client_message_id) WHERE client_message_id IS NOT NULL;
    CREATE INDEX turns_conversation ON turns (conversation_id);
    CREATE INDEX turns_expiry ON turns (expires_at) WHERE expires_at IS NOT NULL`
  yield* sql.unsafe(turnsOfMessages)
  yield* sql`
    UPDATE turns t SET state = 'running', failure = NULL, ended_at = NULL, expires_at = c.turn_expires_at
    FROM conversations c
    WHERE c.id = t.conversation_id AND c.turn_trace_id = t.trace_id AND t.answer_id IS NULL;
    UPDATE messages SET metadata = metadata - 'unheard' - 'origin' WHERE metadata ?| ARRAY['unheard', 'origin'];
    DROP INDEX conversations_turns;
    ALTER TABLE conversations DROP COLUMN turn_trace_id, DROP COLUMN turn_expires_at`
})
