import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { messageOrder } from "../../../src/platform/database/migrations/MessageOrder.ts"
import { shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { makeConversation } from "../../support/conversations.ts"

/** The tables as they were before the migration. */
const unordered = `
  ALTER TABLE messages DROP COLUMN seq;
  CREATE INDEX messages_conversation ON messages (conversation_id, created_at, id);
  ALTER TABLE agent_memories DROP COLUMN seq;
  CREATE INDEX agent_memories_rank ON agent_memories (user_id, importance DESC, created_at DESC, id DESC);
  ALTER TABLE usage_logs DROP COLUMN seq;
  ALTER TABLE tool_effects DROP COLUMN seq;
  ALTER TABLE cart_items DROP COLUMN seq`

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(
    `the order of messages on ${engine.name}`,
    (it) => {
      it.effect("is that of their time for those from before it was kept, and goes on from there", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const spoken = ["Third", "Second", "First"].map((content) => ({ role: "user" as const, content }))
          const id = yield* makeConversation(spoken, undefined, "backwards")
          yield* sql.unsafe(unordered)
          yield* messageOrder
          yield* sql`INSERT INTO messages ${sql.insert({ conversation_id: id, role: "user", content: "Fourth", created_at: new Date(0) })}`
          const rows = yield* sql<{
            content: string
          }>`SELECT content FROM messages WHERE conversation_id = ${id} ORDER BY seq`
          assert.deepStrictEqual(
            rows.map(({ content }) => content),
            ["First", "Second", "Third", "Fourth"]
          )
        })
      )
    }
  )
}
