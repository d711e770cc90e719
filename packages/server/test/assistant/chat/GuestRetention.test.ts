import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { GuestRetention } from "../../../src/assistant/chat/GuestRetention.ts"
import { ada, lamp, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** A guest of so many days ago, with what it did then. */
const guestOf = Effect.fnUntraced(function* (
  days: number,
  has: { readonly cart?: number; readonly conversation?: number; readonly run?: true; readonly openCase?: true } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const ago = (n: number) => sql`now() - make_interval(days => ${n}::int)`
  const [guest] = yield* sql<{ readonly id: string }>`
    WITH new AS (SELECT gen_random_uuid() AS id)
    INSERT INTO users (id, email, password_hash, name, role, created_at)
    SELECT id, id || '@guest.invalid', '-', 'Guest', 'guest', ${ago(days)} FROM new RETURNING id`
  const { id } = guest!
  if (has.cart !== undefined) {
    const [cart] = yield* sql<{ readonly id: string }>`
      INSERT INTO carts (user_id, updated_at) VALUES (${id}, ${ago(has.cart)}) RETURNING id`
    yield* sql`INSERT INTO cart_items (cart_id, product_id, quantity) VALUES (${cart!.id}, ${lamp.id}, 1)`
  }
  if (has.conversation !== undefined) {
    const [conversation] = yield* sql<{ readonly id: string }>`
      INSERT INTO conversations (user_id, title, last_message_at) VALUES (${id}, 'Lamps', ${ago(has.conversation)}) RETURNING id`
    yield* sql`INSERT INTO messages (conversation_id, role, content) VALUES (${conversation!.id}, 'user', 'Lamps?')`
    yield* Effect.when(
      sql`
        INSERT INTO usage_logs (user_id, agent_name, conversation_id, trace_id, duration_ms, status)
        VALUES (${id}, 'orchestrator', ${conversation!.id}, ${"a".repeat(32)}, 1, 'success')`,
      () => has.run === true
    )
    yield* Effect.when(
      sql`
        INSERT INTO support_cases (id, user_id, conversation_id, kind, summary)
        VALUES (gen_random_uuid(), ${id}, ${conversation!.id}, 'talk_to_person', 'Please')`,
      () => has.openCase === true
    )
  }
  return id
})

/** Whether the guest is there, with how many lines in the cart, active conversations and messages. */
const stateOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [state] = yield* sql<{ guests: number; lines: number; active: number; messages: number }>`
    SELECT (SELECT count(*)::int FROM users WHERE id = ${id}) AS guests,
      (SELECT count(*)::int FROM cart_items i JOIN carts c ON c.id = i.cart_id WHERE c.user_id = ${id}) AS lines,
      (SELECT count(*)::int FROM conversations WHERE user_id = ${id} AND is_active) AS active,
      (SELECT count(*)::int FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE c.user_id = ${id}) AS messages`
  return [state!.guests, state!.lines, state!.active, state!.messages]
})

for (const engine of TestDatabase.engines) {
  const TestLayer = GuestRetention.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`guests who stay away on ${engine.name}`, (it) => {
    it.effect("lose cart and conversations after a month, and the rest with their last run in the audit", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { list, prune } = yield* GuestRetention
        const used = yield* guestOf(60, { cart: 29, conversation: 40 })
        const stale = yield* guestOf(60, { cart: 31, conversation: 31 })
        const audited = yield* guestOf(60, { cart: 31, conversation: 31, run: true })
        const waiting = yield* guestOf(60, { conversation: 31, openCase: true })
        const unused = yield* guestOf(8)
        const fresh = yield* guestOf(6)
        const merged = yield* guestOf(3)
        const mergedLongAgo = yield* guestOf(60)
        yield* sql`
          UPDATE users SET merged_into = ${ada.id}, merged = '{"conversations": 0, "cart_items": 0}', deleted_at = now(), is_active = false
          WHERE id = ${merged}`
        yield* sql`
          UPDATE users SET merged_into = ${ada.id}, merged = '{"conversations": 0, "cart_items": 0}', is_active = false,
            deleted_at = now() - interval '31 days'
          WHERE id = ${mergedLongAgo}`

        yield* sql`
          INSERT INTO message_feedback (message_id, user_id, rating)
          SELECT m.id, c.user_id, 1 FROM messages m JOIN conversations c ON c.id = m.conversation_id
          WHERE c.user_id IN ${sql.in([used, stale])}`

        const listed = yield* list({ limit: 2, offset: 0 })
        assert.deepStrictEqual(
          listed.map(({ claimed_by, guest_id }) => [guest_id, claimed_by]),
          [
            [merged, ada.id],
            [fresh, null]
          ]
        )
        assert.deepStrictEqual(yield* prune, { emptied: 3, removed: 3 })
        assert.deepStrictEqual(yield* sql`SELECT user_id FROM message_feedback`, [{ user_id: used }])
        assert.deepStrictEqual(
          yield* Effect.forEach([used, stale, audited, waiting, unused, fresh, merged, mergedLongAgo], stateOf),
          [
            [1, 1, 1, 1],
            [0, 0, 0, 0],
            [1, 0, 0, 1],
            [1, 0, 0, 1],
            [0, 0, 0, 0],
            [1, 0, 0, 0],
            [1, 0, 0, 0],
            [0, 0, 0, 0]
          ]
        )
        assert.deepStrictEqual(yield* prune, { emptied: 0, removed: 0 })

        yield* sql`DELETE FROM usage_logs WHERE user_id = ${audited}`
        yield* sql`UPDATE support_cases SET state = 'closed', closed_at = now() WHERE user_id = ${waiting}`
        assert.deepStrictEqual(yield* prune, { emptied: 0, removed: 2 })
        assert.deepStrictEqual(yield* Effect.forEach([audited, waiting], stateOf), [
          [0, 0, 0, 0],
          [0, 0, 0, 0]
        ])
      })
    )
  })
}
