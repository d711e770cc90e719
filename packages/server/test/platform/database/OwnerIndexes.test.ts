import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { rowsRead } from "../../support/rowsRead.ts"

/** Gives Ada 500 conversations with a turn each, and returns the ids of the newest. */
const talkMuch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO conversations (id, user_id, title)
    SELECT gen_random_uuid(), ${ada.id}, 'Talk ' || n FROM generate_series(1, 500) AS n`
  const [turn] = yield* sql<{ id: string; conversation_id: string }>`
    WITH taken AS (
      INSERT INTO turns (id, user_id, conversation_id, trace_id, door, state, expires_at)
      SELECT gen_random_uuid(), user_id, id, repeat('0', 32), 'rest', 'received', now() FROM conversations
      RETURNING id, conversation_id
    )
    SELECT id, conversation_id FROM taken LIMIT 1`
  return { turns: turn!.id, conversations: turn!.conversation_id }
})

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(
    `the indexes of owners on ${engine.name}`,
    (it) => {
      it.effect("find one row of a person that has hundreds, without reading the others", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const ids = yield* talkMuch
          for (const [table, id] of Object.entries(ids)) {
            const read = yield* rowsRead(table, sql`SELECT FROM ${sql(table)} WHERE id = ${id} AND user_id = ${ada.id}`)
            assert.deepStrictEqual(read, { scanned: 0, fetched: 1 }, table)
          }
        })
      )
    }
  )
}
