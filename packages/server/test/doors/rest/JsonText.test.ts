import { HttpClient } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ConversationSummary } from "@storefront/domain/api/ConversationsApi"
import { OrderPage } from "@storefront/domain/api/OrdersApi"
import { Effect, Schema } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

/** Reads a list as the contract has it and expects that writing it again gives the same bytes. */
const roundTrip = Effect.fnUntraced(function* <A, I>(url: string, schema: Schema.Schema<A, I>) {
  const authorization = `Bearer ${yield* FrontDoor.tokenOf("alice")}`
  const response = yield* HttpClient.get(url, { headers: { authorization } })
  const text = yield* response.text
  const json = Schema.parseJson(schema)
  const value = yield* Schema.decode(json)(text)
  assert.strictEqual(yield* Schema.encode(json)(value), text)
  assert.strictEqual(response.headers["content-type"], "application/json")
  return value
})

/** Texts with everything that JSON escapes, and what it need not. */
const texts = [
  '"quoted" \\ / back',
  "tab\tline\nfeed\r\b\f\u0001\u001f\u007f",
  "<b>&amp; é ü 漢字 🎧 \u2028 \ud7ff \uffff"
]

const times = [
  "2026-01-31T09:15:00.123456Z",
  "2026-02-01T00:00:00Z",
  "2026-02-01T00:00:00.9999Z",
  "2026-02-02T23:59:59.057Z"
]

for (const engine of TestDatabase.seededEngines) {
  layer(FrontDoor.layer(engine.layer), { excludeTestServices: true })(
    `lists that ${engine.name} writes as JSON`,
    (it) => {
      it.effect("are conversations to the byte, of strange titles too", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* Effect.forEach(
            texts,
            (title, n) =>
              sql`INSERT INTO conversations (user_id, title, created_at, last_message_at)
              SELECT id, ${title}, ${times[n]!}::timestamptz, ${times[n + 1]!}::timestamptz
              FROM users WHERE email = 'alice@example.com'`
          )
          const list = yield* roundTrip("/api/conversations", Schema.Array(ConversationSummary))
          assert.includeMembers(
            list.map(({ title }) => title),
            texts
          )
          assert.include(
            list.map(({ created_at }) => new Date(created_at.epochMillis).toISOString()),
            "2026-01-31T09:15:00.123Z"
          )
          yield* sql`UPDATE conversations SET is_active = false`
          assert.deepStrictEqual(yield* roundTrip("/api/conversations", Schema.Array(ConversationSummary)), [])
        })
      )

      it.effect("are orders to the byte, with whole and broken amounts", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const own = yield* sql<{ id: string }>`
            SELECT o.id FROM orders o JOIN users u ON u.id = o.user_id
            WHERE u.email = 'alice@example.com' ORDER BY o.id LIMIT 4`
          const amounts = ["12.00", "0.10", "1234567890.05", "0"]
          yield* Effect.forEach(
            own,
            ({ id }, n) =>
              sql`UPDATE orders SET subtotal = ${amounts[n]!}::numeric, total = ${amounts[n]!}::numeric, discount_amount = 0,
              created_at = ${times[n]!}::timestamptz WHERE id = ${id}`
          )
          yield* sql`UPDATE carriers SET name = name || ${texts.join("")}`
          const { orders } = yield* roundTrip("/api/orders?limit=100", OrderPage)
          assert.includeMembers(
            orders.map(({ total }): number => total),
            [1200, 10, 123_456_789_005, 0]
          )
          assert.include(orders[0]!.carrier, texts[0]!)
          assert.deepStrictEqual((yield* roundTrip("/api/orders?offset=1000", OrderPage)).orders, [])
        })
      )
    }
  )
}
