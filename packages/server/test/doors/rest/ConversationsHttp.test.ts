import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const notFound = [404, { detail: "Conversation not found" }] as const

const stored = Effect.fnUntraced(function* (email: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ id: string; is_active: boolean; message_count: number }>`
    SELECT c.id, c.is_active, (SELECT count(*)::int FROM messages m WHERE m.conversation_id = c.id) AS message_count
    FROM conversations c JOIN users u ON u.id = c.user_id
    WHERE u.email = ${email} ORDER BY c.last_message_at DESC, c.id DESC`
})

for (const engine of TestDatabase.seededEngines) {
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(`conversations on ${engine.name}`, (it) => {
    it.effect("are listed to their owner by latest message, without deleted ones", () =>
      Effect.gen(function* () {
        const { body } = yield* send("/api/conversations", { token: yield* FrontDoor.tokenOf("alice") })
        const all = yield* stored("alice@example.com")
        const active = all.filter(({ is_active }) => is_active)
        assert.isTrue(active.length < all.length)
        assert.deepStrictEqual(
          body.map(({ id, message_count }: { id: string; message_count: number }) => [id, message_count]),
          active.map(({ id, message_count }) => [id, message_count])
        )
        for (const each of body) {
          assert.deepStrictEqual(Object.keys(each), ["id", "title", "message_count", "created_at", "last_message_at"])
        }
      })
    )

    it.effect("are at most 50 in the list", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO conversations (user_id, title, last_message_at)
          SELECT id, 'Talk ' || n, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
          FROM users, generate_series(1, 60) n WHERE email = 'seller2@example.com'`
        const { body } = yield* send("/api/conversations", { token: yield* FrontDoor.tokenOf("seller2") })
        assert.deepStrictEqual(
          body.map(({ title }: { title: string }) => title),
          Array.from({ length: 50 }, (_, index) => `Talk ${60 - index}`)
        )
      })
    )

    it.effect("are read with all messages, oldest first", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* FrontDoor.tokenOf("alice")
        const { id } = (yield* stored("alice@example.com"))[0]!
        const { body, status } = yield* send(`/api/conversations/${id}`, { token })
        assert.strictEqual(status, 200)
        assert.deepStrictEqual(Object.keys(body), ["id", "title", "created_at", "last_message_at", "messages"])
        const messages = yield* sql`
          SELECT id, role, content FROM messages WHERE conversation_id = ${id} ORDER BY created_at, id`
        assert.deepStrictEqual(
          body.messages.map(({ content, id, role }: Record<string, string>) => ({ id, role, content })),
          messages.map((message) => ({ ...message }))
        )
        for (const message of body.messages) {
          assert.deepStrictEqual(Object.keys(message), [
            "id",
            "role",
            "content",
            "agent_name",
            "agents_involved",
            "metadata",
            "tokens_in",
            "tokens_out",
            "created_at"
          ])
          assert.strictEqual(message.agent_name, message.role === "user" ? null : "orchestrator")
          assert.match(message.metadata.trace_id, /^[0-9a-f]{32}$/)
        }
      })
    )

    it.effect("are deleted once; their messages are kept", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* FrontDoor.tokenOf("bob")
        const [first] = yield* stored("bob@example.com")
        const url = `/api/conversations/${first!.id}`
        assert.strictEqual((yield* send(url, { token })).status, 200)
        assert.deepStrictEqual(refusal(yield* send(url, { method: "DELETE", token })), [200, { status: "deleted" }])
        assert.deepStrictEqual(refusal(yield* send(url, { method: "DELETE", token })), notFound)
        assert.deepStrictEqual(refusal(yield* send(url, { token })), notFound)
        const { body } = yield* send("/api/conversations", { token })
        assert.isFalse(body.some(({ id }: { id: string }) => id === first!.id))
        const kept = yield* sql`SELECT id FROM messages WHERE conversation_id = ${first!.id}`
        assert.strictEqual(kept.length, first!.message_count)
      })
    )

    it.effect("are not found when they are somebody else's, deleted, unknown or malformed", () =>
      Effect.gen(function* () {
        const alices = yield* stored("alice@example.com")
        const deleted = alices.find(({ is_active }) => !is_active)!
        const token = yield* FrontDoor.tokenOf("carol")
        for (const id of [alices[0]!.id, FrontDoor.unknownId, "abc", "..%2f..%2fetc", "%00"]) {
          for (const method of ["GET", "DELETE"] as const) {
            assert.deepStrictEqual(refusal(yield* send(`/api/conversations/${id}`, { method, token })), notFound)
          }
        }
        const alice = yield* FrontDoor.tokenOf("alice")
        assert.deepStrictEqual(refusal(yield* send(`/api/conversations/${deleted.id}`, { token: alice })), notFound)
        assert.deepStrictEqual(yield* stored("alice@example.com"), alices)
      })
    )
  })
}
