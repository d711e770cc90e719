import { SqlClient, SqlError } from "@effect/sql"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { TurnId } from "@storefront/domain/Ids"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Option, Ref, Schedule, TestClock, TestContext } from "effect"
import * as Guard from "../../../src/assistant/guard/Guard.ts"
import { StreamedTurns } from "../../../src/assistant/chat/StreamedTurns.ts"
import { TurnOpening } from "../../../src/assistant/chat/TurnOpening.ts"
import { clean } from "../../../src/platform/scanner/Scanner.ts"
import { settings } from "../../../src/testing/Settings.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { UsageLog } from "../../../src/assistant/usage/UsageLog.ts"
import { failureOf, leasedTurn, makeConversation, removeLamp, silent, stored } from "../../support/conversations.ts"
import { message } from "../../support/followedTurns.ts"
import { losingCommits } from "../../support/losingCommits.ts"
import { consult, start, startProcess } from "../../support/orchestrator.ts"

const { say } = ScriptedModel

const connectionLost = new DatabaseUnavailable({
  cause: new SqlError.SqlError({ cause: new Error("Connection terminated unexpectedly") })
})

/** The audit on a database whose connection breaks whenever a turn is stored, as long as it is down. */
const failingWhile = (isDown: Ref.Ref<boolean>, tried: Deferred.Deferred<void>) =>
  Layer.effect(
    UsageLog,
    Effect.map(UsageLog, ({ recordWithin, ...usage }) => ({
      ...usage,
      recordWithin: (entry) =>
        Effect.zipRight(
          Deferred.succeed(tried, undefined),
          Effect.if(Ref.get(isDown), { onTrue: () => connectionLost, onFalse: () => recordWithin(entry) })
        )
    }))
  ).pipe(Layer.provide(UsageLog.layer))

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(
    `a chat turn that cannot be stored at once on ${engine.name}`,
    (it) => {
      it.scoped("is answered and stored, once, when the database is back", () =>
        Effect.gen(function* () {
          const isDown = yield* Ref.make(true)
          const tried = yield* Deferred.make<void>()
          const chat = yield* start([say("Here.")], { usage: failingWhile(isDown, tried) })
          const conversationId = yield* makeConversation()
          const turn = yield* Effect.fork(chat.answer(ada, { message: "Hi", conversationId }))
          yield* Deferred.await(tried)
          yield* Ref.set(isDown, false)
          assert.strictEqual((yield* Fiber.join(turn)).response, "Here.")
          const { conversation, messages, runs } = yield* stored(conversationId)
          assert.strictEqual(conversation?.holder, null)
          assert.deepStrictEqual(
            messages.map(({ content }) => content),
            ["Hi", "Here."]
          )
          assert.deepStrictEqual(
            runs.map(({ status }) => status),
            ["success"]
          )
        })
      )

      it.scoped("begins and ends once when the connection breaks while that is committed", () =>
        Effect.gen(function* () {
          const chat = yield* Effect.provide(start([say("Here.")]), losingCommits(2))
          const conversationId = yield* makeConversation()
          assert.strictEqual((yield* chat.answer(ada, { message: "Hi", conversationId })).response, "Here.")
          const { conversation, messages, runs } = yield* stored(conversationId)
          assert.strictEqual(conversation?.holder, null)
          assert.deepStrictEqual(
            messages.map(({ content }) => content),
            ["Hi", "Here."]
          )
          assert.lengthOf(runs, 1)
        })
      )

      it.scoped("goes on in a conversation that was deleted before anybody heard that it began", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const chat = yield* Effect.provide(start([say("Here.")]), losingCommits(1))
          const conversationId = yield* makeConversation()
          const turn = yield* Effect.fork(chat.answer(ada, { message: "Hi", conversationId }))
          yield* stored(conversationId).pipe(Effect.repeat({ until: ({ turns }) => turns.length === 1 }))
          yield* sql`UPDATE conversations SET is_active = false WHERE id = ${conversationId}`
          assert.strictEqual((yield* Fiber.join(turn)).response, "Here.")
          const { runs, turns } = yield* stored(conversationId)
          assert.deepStrictEqual(
            [turns.map(({ state }) => state), runs.map(({ status }) => status)],
            [["acknowledged"], ["success"]]
          )
        })
      )

      it.scoped("sees what came between two attempts, when the first was undone", () =>
        Effect.gen(function* () {
          const context = yield* Layer.build(Layer.provide(TurnOpening.layer, [Guard.layer, settings({})]))
          const { open } = Context.get(context, TurnOpening)
          const chat = yield* start([say("Blue.")])
          const conversationId = yield* makeConversation()
          const undone = yield* Deferred.make<void>()
          const attempts = yield* Ref.make(0)
          const opening = {
            isNew: false,
            words: "And its price?",
            guard: clean,
            namedActions: [],
            declinedActions: [],
            acceptLanguage: null,
            precedingAnswer: Option.none()
          }
          const leased = leasedTurn(conversationId)
          const other = yield* Effect.fork(
            Effect.zipRight(Deferred.await(undone), chat.answer(ada, { message: "What colour?", conversationId }))
          )
          const [{ history }] = yield* open(leased, opening, () =>
            Effect.flatMap(
              Ref.updateAndGet(attempts, (n) => n + 1),
              (n) => (n === 1 ? Effect.zipRight(Deferred.succeed(undone, undefined), connectionLost) : Effect.void)
            )
          ).pipe(
            Effect.retry({ while: ({ _tag }) => _tag === "ConversationBusy", schedule: Schedule.spaced("10 millis") })
          )
          yield* Fiber.join(other)
          assert.deepStrictEqual(
            history.map(({ text }) => text),
            ["What colour?", "Blue."]
          )
        })
      )

      it.scoped("is closed at once when it can never be stored", () =>
        Effect.gen(function* () {
          const attempts = yield* Ref.make(0)
          const refusingOnce = Layer.effect(
            UsageLog,
            Effect.map(UsageLog, ({ recordWithin, ...usage }) => ({
              ...usage,
              recordWithin: (entry) =>
                Effect.flatMap(
                  Ref.updateAndGet(attempts, (n) => n + 1),
                  (n) => (n === 1 ? Effect.dieMessage("refused") : recordWithin(entry))
                )
            }))
          ).pipe(Layer.provide(UsageLog.layer))
          const chat = yield* start([say("Here."), say("Here.")], { usage: refusingOnce })
          const conversationId = yield* makeConversation()
          yield* failureOf(chat.answer(ada, { message: "Hi", conversationId }))
          const { conversation, runs } = yield* stored(conversationId).pipe(
            Effect.repeat({ until: ({ runs }) => runs.length === 1, schedule: Schedule.spaced("10 millis") }),
            Effect.zipRight(stored(conversationId))
          )
          assert.strictEqual(conversation?.holder, null)
          assert.deepStrictEqual(
            runs.map(({ status }) => status),
            ["cancelled"]
          )
        })
      )

      it.scoped("is refused after a while, and stored behind the answer", () =>
        Effect.gen(function* () {
          const isDown = yield* Ref.make(true)
          const tried = yield* Deferred.make<void>()
          const chat = yield* start([say("Here.")], { usage: failingWhile(isDown, tried) })
          const conversationId = yield* makeConversation()
          const turn = yield* Effect.fork(failureOf(chat.answer(ada, { message: "Hi", conversationId })))
          yield* Deferred.await(tried)
          yield* TestClock.adjust("20 seconds")
          assert.strictEqual((yield* Fiber.join(turn)).reason._tag, "ServiceUnavailable")
          yield* Ref.set(isDown, false)
          yield* Effect.zipRight(TestClock.adjust("1 second"), stored(conversationId)).pipe(
            Effect.filterOrFail(({ runs }) => runs.length === 1),
            Effect.retry(Schedule.forever)
          )
          const { conversation, messages } = yield* stored(conversationId)
          assert.strictEqual(conversation?.holder, null)
          assert.strictEqual(messages[1]?.content, "Here.")
        }).pipe(Effect.provide(TestContext.TestContext))
      )

      it.scoped("frees its conversation when the customer stopped it and it was stored late", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const isDown = yield* Ref.make(true)
          const [asked, tried] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const process = yield* startProcess([consult("order-management", "Remove the lamp.")], {
            usage: failingWhile(isDown, tried),
            send: (run) => Effect.zipRight(removeLamp(sql, run), silent(asked))
          })
          const turns = Context.get(process, StreamedTurns)
          const { state } = yield* turns.start(ada, message("Remove it"))
          const { conversation_id, turn_id } = state.ids!
          yield* Deferred.await(asked)
          yield* turns.stop(ada.id, TurnId.make(turn_id))
          yield* Deferred.await(tried)
          yield* TestClock.adjust("20 seconds")
          yield* Ref.set(isDown, false)
          const rows = yield* Effect.zipRight(TestClock.adjust("1 second"), stored(conversation_id)).pipe(
            Effect.map(({ turns }) => turns),
            Effect.filterOrFail(([turn]) => turn?.state !== "running" && turn?.state !== "answered"),
            Effect.retry(Schedule.forever)
          )
          assert.deepStrictEqual(rows, [{ state: "unheard", failure: null }])
        }).pipe(Effect.provide(TestContext.TestContext))
      )
    }
  )
}
