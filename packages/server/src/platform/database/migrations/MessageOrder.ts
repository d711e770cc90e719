import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Tables that are read in order of insertion, with the order in which their existing rows are numbered. */
const ordered = {
  messages: "created_at, id",
  usage_logs: "created_at, id",
  tool_effects: "created_at, user_id, tool_name, effect_key",
  agent_memories: "created_at, id",
  cart_items: "added_at, cart_id, product_id"
}

/**
 * Adds `seq`, an order of insertion that does not depend on clocks, as ids do. Messages get it while their
 * conversation's row is locked, so it is their order in the conversation.
 */
export const messageOrder = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  for (const [table, order] of Object.entries(ordered)) {
    yield* sql.unsafe(`
      ALTER TABLE ${table} ADD COLUMN seq bigint;
      UPDATE ${table} AS t SET seq = o.seq
      FROM (SELECT ctid, row_number() OVER (ORDER BY ${order}) AS seq FROM ${table}) o WHERE t.ctid = o.ctid;
      ALTER TABLE ${table} ALTER COLUMN seq SET NOT NULL, ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY;
      SELECT setval(pg_get_serial_sequence('${table}', 'seq'), (SELECT count(*) FROM ${table}) + 1, false)`)
  }
  yield* sql`
    DROP INDEX messages_conversation;
    CREATE UNIQUE INDEX messages_conversation ON messages (conversation_id, seq);
    DROP INDEX agent_memories_rank;
    CREATE INDEX agent_memories_rank ON agent_memories (user_id, importance DESC, seq DESC)`
})
