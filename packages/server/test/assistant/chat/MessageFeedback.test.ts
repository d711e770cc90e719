import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { MessageId } from "@storefront/domain/Ids"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { GuestClaims } from "../../../src/assistant/chat/GuestClaims.ts"
import { MessageFeedback } from "../../../src/assistant/chat/MessageFeedback.ts"
import { Guests } from "../../../src/shop/accounts/Guests.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { market, newcomer } from "../../../src/testing/SmallMarket.ts"
import { ada } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { makeConversation } from "../../support/conversations.ts"
import { untilWaiting } from "../../support/lockWaits.ts"
import { start } from "../../support/orchestrator.ts"

const { say } = ScriptedModel

/** Id of the answer in a conversation. */
const answerIn = (conversation: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly id: string }>`
        SELECT id FROM messages WHERE conversation_id = ${conversation} AND role = 'assistant' ORDER BY seq LIMIT 1`,
      ([message]) => MessageId.make(message!.id)
    )
  )

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(MessageFeedback.layer, GuestClaims.layer, Guests.layer).pipe(
    Layer.provide(settings({})),
    Layer.provideMerge(market),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`opinions about answers on ${engine.name}`, (it) => {
    it.scoped("are seen by no model", () =>
      Effect.gen(function* () {
        const asked: Array<ScriptedModel.ModelRequest> = []
        const chat = yield* start([say("An answer."), say("Bye.")], { asked })
        const { conversation_id: conversationId } = yield* chat.answer(ada, { message: "Hello", conversationId: null })
        const { give } = yield* MessageFeedback
        yield* give(ada.id, yield* answerIn(conversationId), { rating: -1, comment: "Words for the shop" })
        yield* chat.answer(ada, { message: "Thanks", conversationId })
        const prompts = JSON.stringify(asked.map(({ prompt }) => prompt))
        assert.include(prompts, "An answer.")
        assert.notInclude(prompts, "Words for the shop")
      })
    )

    it.effect.skipIf(engine.name === "PGlite")("wait for the claim of a guest without a lock that it needs", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const guests = yield* Guests
        const { give } = yield* MessageFeedback
        const [account, guest] = [yield* newcomer, yield* guests.add]
        const conversation = yield* makeConversation([{ role: "assistant", content: "Here." }], guest)
        const answer = yield* answerIn(conversation)
        const [locked, isWaiting] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const claiming = yield* guests
          .lock(guest.id, account.id)
          .pipe(
            Effect.zipRight(Deferred.succeed(locked, undefined)),
            Effect.zipRight(Deferred.await(isWaiting)),
            Effect.zipRight(sql`SELECT FROM conversations WHERE id = ${conversation} FOR UPDATE NOWAIT`),
            sql.withTransaction,
            Effect.fork
          )
        yield* Deferred.await(locked)
        const rating = yield* Effect.fork(give(guest.id, answer, { rating: 1 }))
        yield* untilWaiting(1)
        yield* Deferred.succeed(isWaiting, undefined)
        yield* Fiber.join(claiming)
        yield* Fiber.join(rating)
      })
    )

    it.effect.skipIf(engine.name === "PGlite")("of a guest that is being claimed are not found any more", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const guests = yield* Guests
        const claims = yield* GuestClaims
        const { give } = yield* MessageFeedback
        const [account, guest] = [yield* newcomer, yield* guests.add]
        const conversation = yield* makeConversation([{ role: "assistant", content: "Here." }], guest)
        const answer = yield* answerIn(conversation)
        const [claimed, mayCommit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const claiming = yield* claims
          .claim(account.id, guest.id)
          .pipe(
            Effect.tap(Deferred.succeed(claimed, undefined)),
            Effect.zipLeft(Deferred.await(mayCommit)),
            sql.withTransaction,
            Effect.fork
          )
        yield* Deferred.await(claimed)
        const rating = yield* Effect.fork(Effect.flip(give(guest.id, answer, { rating: 1 })))
        yield* untilWaiting(1)
        yield* Deferred.succeed(mayCommit, undefined)
        yield* Fiber.join(claiming)
        assert.strictEqual((yield* Fiber.join(rating))._tag, "MessageNotFound")
        yield* give(account.id, answer, { rating: 1 })
        assert.deepStrictEqual(yield* sql`SELECT user_id, rating FROM message_feedback WHERE message_id = ${answer}`, [
          { user_id: account.id, rating: 1 }
        ])
      })
    )
  })
}
