import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { staffName } from "@storefront/domain/api/ConversationsApi"
import { Effect } from "effect"
import * as FrontDoor from "../../support/frontDoor.ts"
import { refusal, send } from "../../support/requests.ts"

const notFound = [404, { detail: "Message not found" }] as const

const rate = (token: string, message: string, json: unknown) => send(`/feedback/${message}`, { token, json })

/** A new conversation of somebody's, by e-mail or id, with a message of each kind. */
const talkOf = Effect.fnUntraced(function* (owner: string) {
  const sql = yield* SqlClient.SqlClient
  const [talk] = yield* sql<{ readonly id: string }>`
    INSERT INTO conversations (user_id, title) SELECT id, 'Lamps' FROM users WHERE email = ${owner} OR id::text = ${owner}
    RETURNING id`
  const add = (role: string, agent_name: string | null) =>
    Effect.map(
      sql<{ readonly id: string }>`
        INSERT INTO messages ${sql.insert({ conversation_id: talk!.id, role, agent_name, content: "Lamps" })} RETURNING id`,
      ([message]) => message!.id
    )
  return {
    conversation: talk!.id,
    question: yield* add("user", null),
    answer: yield* add("assistant", "orchestrator"),
    staff: yield* add("assistant", staffName)
  }
})

/** Opinions about a message, as they are stored. */
const storedOf = (message: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`SELECT user_id, rating, comment FROM message_feedback WHERE message_id = ${message}`
  )

/** Opinion on the newest answer of the customer's, as the conversation shows it. */
const shownIn = (token: string, { answer, conversation }: { readonly answer: string; readonly conversation: string }) =>
  Effect.map(
    send(`/api/conversations/${conversation}`, { token }),
    ({ body }) => body.messages.find(({ id }: { readonly id: string }) => id === answer).metadata
  )

for (const { layer: door, name } of FrontDoor.doors({ GUESTS_ENABLED: "true" })) {
  layer(door, { excludeTestServices: true })(`opinions about answers on ${name}`, (it) => {
    it.effect("are stored, shown with the conversation, replaced and withdrawn", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("alice")
        const talk = yield* talkOf("alice@example.com")
        assert.deepStrictEqual(yield* shownIn(token, talk), {})
        assert.deepStrictEqual(refusal(yield* rate(token, talk.answer, { rating: -1, comment: "  Wrong lamp  " })), [
          200,
          { rating: -1 }
        ])
        assert.deepStrictEqual(yield* shownIn(token, talk), { feedback: { rating: -1, comment: "Wrong lamp" } })
        assert.deepStrictEqual(refusal(yield* rate(token, talk.answer, { rating: 1 })), [200, { rating: 1 }])
        assert.deepStrictEqual(yield* shownIn(token, talk), { feedback: { rating: 1 } })
        for (let times = 0; times < 2; times++) {
          assert.deepStrictEqual(refusal(yield* rate(token, talk.answer, { rating: 0 })), [200, { rating: 0 }])
          assert.deepStrictEqual(yield* shownIn(token, talk), {})
        }
      })
    )

    it.effect("are only about answers of the assistant in one's own conversations that are not deleted", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* FrontDoor.tokenOf("alice")
        const [own, foreign, deleted] = [
          yield* talkOf("alice@example.com"),
          yield* talkOf("carol@example.com"),
          yield* talkOf("alice@example.com")
        ]
        yield* sql`UPDATE conversations SET is_active = false WHERE id = ${deleted.conversation}`
        for (const id of [
          own.question,
          own.staff,
          foreign.answer,
          deleted.answer,
          FrontDoor.unknownId,
          own.conversation,
          "abc",
          "%00",
          "1%20OR%201=1",
          "x".repeat(2000)
        ]) {
          for (const rating of [-1, 0, 1]) {
            assert.deepStrictEqual(refusal(yield* rate(token, id, { rating })), [...notFound], id)
          }
        }
        assert.deepStrictEqual(yield* sql`SELECT message_id FROM message_feedback`, [])
      })
    )

    it.effect("are a rating, and at most 500 characters that are kept as they are", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("alice")
        const { answer } = yield* talkOf("alice@example.com")
        for (const body of [
          {},
          { rating: 2 },
          { rating: "1" },
          { rating: null },
          { rating: 0.5 },
          { rating: 1, comment: "" },
          { rating: 1, comment: "   " },
          { rating: 1, comment: 7 },
          { rating: 1, comment: null },
          { rating: 1, comment: "a\u0000b" },
          { rating: 1, comment: "x".repeat(501) },
          []
        ]) {
          assert.strictEqual((yield* rate(token, answer, body)).status, 422, JSON.stringify(body).slice(0, 40))
        }
        assert.strictEqual((yield* send(`/feedback/${answer}`, { token, text: "{", method: "POST" })).status, 400)
        assert.deepStrictEqual(yield* storedOf(answer), [])
        for (const comment of [
          "😀".repeat(500),
          "<script>alert(1)</script>'; DROP TABLE message_feedback --",
          "\u202Eabc"
        ]) {
          assert.strictEqual((yield* rate(token, answer, { rating: 1, comment })).status, 200)
          assert.deepStrictEqual(
            (yield* storedOf(answer)).map(({ comment }) => comment),
            [comment]
          )
        }
      })
    )

    it.effect("need a token", () =>
      Effect.gen(function* () {
        const { answer } = yield* talkOf("alice@example.com")
        assert.deepStrictEqual(refusal(yield* send(`/feedback/${answer}`, { json: { rating: 1 } })), [
          401,
          { detail: "Not authenticated" }
        ])
        assert.strictEqual((yield* send(`/feedback/${answer}`, { token: "garbage", json: { rating: 1 } })).status, 401)
      })
    )

    it.effect("of a guest become the account's that claims it", () =>
      Effect.gen(function* () {
        const guest = (yield* send("/guests", { method: "POST" })).body
        const talk = yield* talkOf(guest.user.id)
        assert.strictEqual((yield* rate(guest.access_token, talk.answer, { rating: 1, comment: "Fine" })).status, 200)
        const token = yield* FrontDoor.tokenOf("bob")
        assert.deepStrictEqual(refusal(yield* rate(token, talk.answer, { rating: -1 })), [...notFound])
        const claimed = yield* send("/guests/claim", { token, json: { guest_token: guest.access_token } })
        assert.strictEqual(claimed.status, 200)
        assert.deepStrictEqual(yield* shownIn(token, talk), { feedback: { rating: 1, comment: "Fine" } })
        const sql = yield* SqlClient.SqlClient
        const [bob] = yield* sql`SELECT id FROM users WHERE email = 'bob@example.com'`
        assert.deepStrictEqual(yield* storedOf(talk.answer), [{ user_id: bob!["id"], rating: 1, comment: "Fine" }])
        assert.strictEqual((yield* rate(guest.access_token, talk.answer, { rating: 0 })).status, 401)
        assert.strictEqual((yield* rate(token, talk.answer, { rating: 0 })).status, 200)
        assert.deepStrictEqual(yield* storedOf(talk.answer), [])
      })
    )

    it.effect("given at the same time are one, the last of them", () =>
      Effect.gen(function* () {
        const token = yield* FrontDoor.tokenOf("alice")
        const { answer } = yield* talkOf("alice@example.com")
        const ratings = [1, -1, 1, 0, -1, 1, -1, 1]
        const sent = yield* Effect.forEach(ratings, (rating) => rate(token, answer, { rating }), { concurrency: 4 })
        assert.deepStrictEqual(
          sent.map(({ status }) => status),
          ratings.map(() => 200)
        )
        assert.isAtMost((yield* storedOf(answer)).length, 1)
        yield* rate(token, answer, { rating: -1, comment: "No" })
        assert.deepInclude((yield* storedOf(answer))[0], { rating: -1, comment: "No" })
      })
    )

    it.effect("go with their message", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const token = yield* FrontDoor.tokenOf("alice")
        const { answer, conversation } = yield* talkOf("alice@example.com")
        yield* rate(token, answer, { rating: 1 })
        yield* sql`DELETE FROM messages WHERE conversation_id = ${conversation}`
        assert.deepStrictEqual(yield* storedOf(answer), [])
      })
    )

    it.effect("are in no OpenAPI document of the 20 endpoints", () =>
      Effect.gen(function* () {
        const { body, status } = yield* send("/openapi.json")
        assert.strictEqual(status, 200)
        assert.notInclude(Object.keys(body.paths).join(), "feedback")
        assert.notInclude(Object.keys(body.components.schemas).join(), "Feedback")
      })
    )
  })
}
