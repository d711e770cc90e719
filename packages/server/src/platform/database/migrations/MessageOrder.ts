import { SqlClient } from "@effect/sql"
import { Effect } from "effect"

/** Tables whose rows are read in the order in which they were inserted, and how those that exist are ordered. */
const ordered = {
  messages: "created_at, id",
  usage_logs: "created_at, id",
  tool_effects: "created_at, user_id, tool_name, effect_key",
  agent_memories: "created_at, id",
  cart_items: "added_at, cart_id, product_id"
}

/**
 * An order of insertion, `seq`, that no clock can turn around. Ids are no such order: they are minted by the clock of a
 * process. Messages get theirs while the row of their conversation is locked, so that it is the order of the conversation.
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
