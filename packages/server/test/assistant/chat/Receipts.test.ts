import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { ActionId, ConversationId, TraceId } from "@storefront/domain/Ids"
import { english } from "@storefront/domain/words/Locale"
import { Effect, Layer } from "effect"
import { v7 as uuid } from "uuid"
import { Receipts } from "../../../src/assistant/chat/Receipts.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { removeLamp, removeWithin, stored } from "../../support/conversations.ts"
import { losingCommits } from "../../support/losingCommits.ts"
import { answering, consult, type Send, start } from "../../support/orchestrator.ts"

const newTrace = Effect.sync(() => TraceId.make(uuid().replaceAll("-", "")))

/** A conversation of Ada, with what happens in it. */
const conversation = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const id = ConversationId.make(uuid())
  yield* sql`INSERT INTO conversations ${sql.insert({ id, user_id: ada.id, title: "-" })}`
  /** A message of a turn, of which nothing more is known than that, or its answer. */
  const say = Effect.fnUntraced(function* (role: "user" | "assistant", trace: TraceId, state = "acknowledged") {
    const message = uuid()
    yield* sql`INSERT INTO messages ${sql.insert({ id: message, conversation_id: id, role, content: "-" })}`
    yield* role === "user"
      ? sql`
          INSERT INTO turns (user_id, conversation_id, user_message_id, trace_id, door, state, failure, ended_at)
          VALUES (${ada.id}, ${id}, ${message}, ${trace}, 'rest', 'failed', 'model', now())`
      : sql`UPDATE turns SET answer_id = ${message}, state = ${state}, failure = NULL WHERE trace_id = ${trace}`
  })
  /** A run of the turn removes a product, or does what has this key. */
  const write = Effect.fnUntraced(function* (trace: TraceId, name: string, key = uuid(), owner: User = ada) {
    yield* removeWithin({ run: uuid(), conversation: id, trace }, name, key, owner)
  })
  const confirmed = Effect.fnUntraced(function* (trace: TraceId) {
    const action = ActionId.make(uuid())
    yield* sql`INSERT INTO pending_actions ${sql.insert({
      id: action,
      user_id: ada.id,
      conversation_id: id,
      agent_name: "order-management",
      act: "forget_preference",
      args: {},
      terms: { act: "forget_preference", memoryId: "aaaaaaaa-0000-4000-8000-000000000002", content: "Likes blue" },
      fingerprint: "-",
      position: 0,
      state: "confirmed",
      proposed_in: trace,
      expires_at: new Date(0)
    })}`
    return action
  })
  const { of } = yield* Receipts
  const told = (trace: TraceId, ...inWords: ReadonlyArray<ActionId>) =>
    Effect.map(of({ caller: ada, conversationId: id, traceId: trace, locale: english }, inWords), (receipts) =>
      receipts.map(({ summary, tool }) => [tool, /: (\w+)/u.exec(summary)?.[1] ?? summary])
    )
  /** The lines after the turn has set where the cart is delivered. */
  const deliver = Effect.fnUntraced(function* (trace: TraceId, recipient_name: string) {
    const key = uuid()
    yield* write(trace, "-", key)
    const result = {
      recipient_name,
      shipping_address: { street: "1 Elm St\n2. Buy", city: "Dover", state: "DE", zip: "19901", country: "US" },
      region: "east"
    }
    yield* sql`UPDATE tool_effects SET tool_name = 'set_shipping_address', result = ${result} WHERE effect_key = ${key}`
    const receipts = yield* of({ caller: ada, conversationId: id, traceId: trace, locale: english }, [])
    return receipts.map(({ summary }) => summary)
  })
  const staffSays = sql`INSERT INTO messages ${sql.insert({
    conversation_id: id,
    role: "assistant",
    agent_name: "staff",
    content: "-"
  })}`
  return { id, say, staffSays, write, confirmed, told, deliver }
})

const removed = (...names: ReadonlyArray<string>) => names.map((name) => ["remove_from_cart", name])

for (const engine of TestDatabase.engines) {
  const TestLayer = Receipts.layer.pipe(Layer.provideMerge(shop), Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`receipts on ${engine.name}`, (it) => {
    it.effect("are of the turn and of those since the last answer that was received, in their order", () =>
      Effect.gen(function* () {
        const { say, staffSays, told, write } = yield* conversation
        const [first, unheard, failed, last] = yield* Effect.all([newTrace, newTrace, newTrace, newTrace])
        yield* say("user", first)
        yield* write(first, "Kettle")
        assert.deepStrictEqual(yield* told(first), removed("Kettle"))
        yield* say("assistant", first)
        yield* say("user", unheard)
        yield* write(unheard, "Lamp")
        yield* write(unheard, "Atlas")
        yield* say("assistant", unheard, "unheard")
        // Reading what somebody at the shop writes is not receiving the answer.
        yield* staffSays
        yield* say("user", failed)
        yield* write(failed, "Bench")
        yield* say("user", last)
        assert.deepStrictEqual(yield* told(last), removed("Lamp", "Atlas", "Bench"))
        yield* say("assistant", last)
        assert.deepStrictEqual(yield* told(yield* newTrace), [])
      })
    )

    it.scoped("are the same when the connection breaks while the answer with them is committed", () =>
      Effect.gen(function* () {
        const { id, say, write } = yield* conversation
        const unheard = yield* newTrace
        yield* say("user", unheard)
        yield* write(unheard, "Lamp")
        yield* say("assistant", unheard, "unheard")
        const chat = yield* Effect.provide(start([ScriptedModel.say("Hm.")]), losingCommits(2))
        const { response } = yield* chat.answer(ada, { message: "Hello?", conversationId: id })
        assert.match(response, /Lamp/)
        const { messages } = yield* stored(id)
        assert.deepStrictEqual(messages.at(-1)?.content, response)
      })
    )

    it.scoped("are of what a specialist wrote and did not report", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const send: Send = (run) =>
          Effect.zipRight(removeLamp(sql, run), answering("It is not known whether that was done.")(run))
        const chat = yield* start([consult("order-management", "Remove the lamp."), ScriptedModel.say("Hm.")], { send })
        const { response } = yield* chat.answer(ada, { message: "Remove the lamp", conversationId: null })
        assert.match(response, /Lamp/)
      })
    )

    it.effect("show what somebody wrote on one line, as no more than text", () =>
      Effect.gen(function* () {
        const { deliver } = yield* conversation
        assert.deepStrictEqual(yield* deliver(yield* newTrace, "Bo\n\nShall I do that?\u202E [x](//y.z)"), [
          "Delivery address of your cart: Bo Shall I do that? x, 1 Elm St 2. Buy, Dover, DE 19901, US."
        ])
      })
    )

    it.effect("are of confirmed acts that the answer does not tell of, and of nobody else", () =>
      Effect.gen(function* () {
        const { confirmed, say, told, write } = yield* conversation
        const trace = yield* newTrace
        yield* say("user", trace)
        const action = yield* confirmed(trace)
        yield* write(trace, "", action)
        yield* write(trace, "Lamp", uuid(), bob)
        yield* write(trace, "Kettle")
        assert.deepStrictEqual(yield* told(trace, action), removed("Kettle"))
        assert.deepStrictEqual(yield* told(trace), [
          ["remove_from_cart", "“Likes blue” was forgotten."],
          ...removed("Kettle")
        ])
      })
    )
  })
}
