import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { v7 } from "uuid"
import { turns } from "../../../src/platform/database/migrations/Turns.ts"
import { shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { makeConversation } from "../../support/conversations.ts"

/** The tables as they were before the migration. */
const before = `
  DROP TABLE turn_events, turns;
  ALTER TABLE conversations ADD COLUMN turn_trace_id text, ADD COLUMN turn_expires_at timestamptz;
  CREATE INDEX conversations_turns ON conversations (turn_expires_at) WHERE turn_expires_at IS NOT NULL`

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(
    `the turns of earlier versions on ${engine.name}`,
    (it) => {
      it.effect("are made of messages, marks in their metadata, and leases", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const id = yield* makeConversation()
          const traces = ["a", "b", "c", "d"].map((digit) => digit.repeat(32))
          const say = (role: "user" | "assistant", trace: string | undefined, more: object = {}) =>
            sql`INSERT INTO messages ${sql.insert({
              id: v7(),
              conversation_id: id,
              role,
              content: "-",
              metadata: { trace_id: trace, guard: { verdict: "clean", rules: [] }, ...more }
            })}`
          yield* sql.unsafe(before)
          yield* say("user", undefined)
          yield* say("user", traces[0])
          yield* say("assistant", traces[0])
          yield* say("user", traces[1])
          yield* say("assistant", traces[1], { unheard: true })
          yield* say("user", traces[2], { origin: traces[1] })
          yield* say("user", traces[3])
          yield* sql`
            UPDATE conversations SET turn_trace_id = ${traces[3]}, turn_expires_at = now() + interval '1 minute' WHERE id = ${id}`
          yield* turns
          const made = yield* sql`
            SELECT trace_id, state, failure, answer_id IS NOT NULL AS answered, expires_at IS NOT NULL AS running
            FROM turns WHERE conversation_id = ${id} ORDER BY trace_id`
          assert.deepStrictEqual(made, [
            { trace_id: traces[0], state: "acknowledged", failure: null, answered: true, running: false },
            { trace_id: traces[1], state: "unheard", failure: null, answered: true, running: false },
            { trace_id: traces[2], state: "failed", failure: "unavailable", answered: false, running: false },
            { trace_id: traces[3], state: "running", failure: null, answered: false, running: true }
          ])
          assert.deepStrictEqual(
            yield* sql`SELECT id FROM messages WHERE conversation_id = ${id} AND metadata ?| ARRAY['unheard', 'origin']`,
            []
          )
        })
      )
    }
  )
}
