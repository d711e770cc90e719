import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Creates the agent marketplace, conversations with their messages, and agents' memories of a person. */
export const conversations = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE agent_catalog (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      name text NOT NULL UNIQUE CHECK (name ~ '^[a-z][a-z-]{1,49}$'),
      display_name text NOT NULL,
      description text NOT NULL,
      category text NOT NULL,
      icon text NOT NULL,
      status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
      version text NOT NULL DEFAULT '1.0.0',
      capabilities text[] NOT NULL DEFAULT '{}',
      requires_approval boolean NOT NULL DEFAULT true,
      allowed_roles text[] NOT NULL CHECK (
        cardinality(allowed_roles) >= 1 AND allowed_roles <@ ARRAY['customer', 'seller', 'power_user', 'admin'])
    )`
  yield* sql`
    CREATE TABLE access_requests (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      agent_name text NOT NULL REFERENCES agent_catalog(name) ON DELETE RESTRICT,
      role_requested text NOT NULL CHECK (char_length(role_requested) BETWEEN 1 AND 50),
      use_case text NOT NULL CHECK (char_length(use_case) BETWEEN 1 AND 2000),
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'denied')),
      admin_notes text NOT NULL DEFAULT '' CHECK (char_length(admin_notes) <= 2000),
      reviewed_by uuid REFERENCES users(id) ON DELETE RESTRICT, -- NULL on automatic approval
      created_at timestamptz NOT NULL DEFAULT now(),
      resolved_at timestamptz,
      CHECK ((status = 'pending') = (resolved_at IS NULL))
    );
    CREATE UNIQUE INDEX access_requests_one_pending ON access_requests (user_id, agent_name)
      WHERE status = 'pending';
    CREATE INDEX access_requests_queue ON access_requests (created_at, id) WHERE status = 'pending'`
  yield* sql`
    CREATE TABLE agent_permissions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      agent_name text NOT NULL REFERENCES agent_catalog(name) ON DELETE RESTRICT,
      role text NOT NULL CHECK (char_length(role) BETWEEN 1 AND 50),
      request_id uuid REFERENCES access_requests(id) ON DELETE SET NULL,
      granted_by uuid REFERENCES users(id) ON DELETE RESTRICT,
      granted_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (user_id, agent_name)
    );
    CREATE INDEX agent_permissions_user ON agent_permissions (user_id, granted_at DESC, id DESC)`
  yield* sql`
    CREATE TABLE conversations (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 80),
      is_active boolean NOT NULL DEFAULT true,
      turn_trace_id text CHECK (turn_trace_id ~ '^[0-9a-f]{32}$'),
      turn_expires_at timestamptz, -- lease of the running turn
      created_at timestamptz NOT NULL DEFAULT now(),
      last_message_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((turn_trace_id IS NULL) = (turn_expires_at IS NULL))
    );
    CREATE INDEX conversations_user ON conversations (user_id, last_message_at DESC, id DESC) WHERE is_active;
    CREATE INDEX conversations_turns ON conversations (turn_expires_at) WHERE turn_expires_at IS NOT NULL`
  yield* sql`
    CREATE TABLE messages (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      conversation_id uuid NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('user', 'assistant')),
      content text NOT NULL,
      agent_name text,
      agents_involved text[] NOT NULL DEFAULT '{}',
      metadata jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(metadata) = 'object'),
      tokens_in integer NOT NULL DEFAULT 0 CHECK (tokens_in >= 0),
      tokens_out integer NOT NULL DEFAULT 0 CHECK (tokens_out >= 0),
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK (role = 'assistant' OR (agent_name IS NULL AND agents_involved = '{}'))
    );
    CREATE INDEX messages_conversation ON messages (conversation_id, created_at, id)`
  yield* sql`
    CREATE TABLE agent_memories (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE CASCADE,
      category text NOT NULL CHECK (category IN ('preference', 'size', 'budget', 'brand', 'avoid', 'other')),
      content text NOT NULL CHECK (char_length(content) BETWEEN 1 AND 500),
      importance smallint NOT NULL DEFAULT 5 CHECK (importance BETWEEN 1 AND 10),
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz CHECK (expires_at > created_at)
    );
    CREATE UNIQUE INDEX agent_memories_same ON agent_memories (user_id, category, md5(lower(content)));
    CREATE INDEX agent_memories_rank ON agent_memories (user_id, importance DESC, created_at DESC, id DESC)`
})
