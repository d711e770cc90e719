import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Creates the audit of agent runs with its daily rollups, and the effects of writing tool calls. */
export const usage = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE usage_logs (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      agent_name text NOT NULL CHECK (
        agent_name IN ('orchestrator', 'product-discovery', 'order-management', 'pricing-promotions',
          'review-sentiment', 'inventory-fulfillment')),
      conversation_id uuid REFERENCES conversations(id) ON DELETE SET NULL,
      trace_id text NOT NULL CHECK (trace_id ~ '^[0-9a-f]{32}$'),
      input_summary text NOT NULL DEFAULT '' CHECK (char_length(input_summary) <= 500),
      tokens_in integer NOT NULL DEFAULT 0 CHECK (tokens_in >= 0),
      tokens_out integer NOT NULL DEFAULT 0 CHECK (tokens_out >= 0),
      tool_calls_count integer NOT NULL DEFAULT 0 CHECK (tool_calls_count >= 0),
      duration_ms integer NOT NULL CHECK (duration_ms >= 0),
      status text NOT NULL CHECK (status IN ('success', 'error', 'blocked', 'cancelled')),
      error_message text CHECK (char_length(error_message) <= 1000),
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX usage_logs_newest ON usage_logs (created_at DESC, id DESC);
    CREATE INDEX usage_logs_trace ON usage_logs (trace_id);
    CREATE INDEX usage_logs_user ON usage_logs (user_id, created_at DESC)`
  yield* sql`
    CREATE TABLE agent_execution_steps (
      usage_log_id uuid NOT NULL REFERENCES usage_logs(id) ON DELETE CASCADE,
      step_index integer NOT NULL CHECK (step_index >= 0),
      tool_name text NOT NULL,
      tool_input jsonb NOT NULL CHECK (jsonb_typeof(tool_input) = 'object'),
      tool_output jsonb NOT NULL CHECK (jsonb_typeof(tool_output) = 'object'),
      status text NOT NULL CHECK (status IN ('success', 'error', 'cancelled')),
      duration_ms integer NOT NULL CHECK (duration_ms >= 0),
      PRIMARY KEY (usage_log_id, step_index)
    )`
  yield* sql`
    CREATE TABLE usage_daily (
      day date NOT NULL,
      agent_name text NOT NULL,
      request_count bigint NOT NULL,
      error_count bigint NOT NULL,
      tokens_in bigint NOT NULL,
      tokens_out bigint NOT NULL,
      tool_calls bigint NOT NULL,
      duration_ms_sum bigint NOT NULL,
      PRIMARY KEY (day, agent_name)
    )`
  yield* sql`
    CREATE TABLE usage_daily_users (
      day date NOT NULL,
      agent_name text NOT NULL,
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      PRIMARY KEY (day, agent_name, user_id)
    )`
  yield* sql`
    CREATE TABLE tool_effects (
      user_id uuid NOT NULL REFERENCES users(id) ON DELETE RESTRICT,
      tool_name text NOT NULL,
      effect_key text NOT NULL CHECK (char_length(effect_key) BETWEEN 8 AND 200),
      args_sha256 text NOT NULL,
      result jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, tool_name, effect_key)
    );
    CREATE INDEX tool_effects_age ON tool_effects (created_at)`
})
