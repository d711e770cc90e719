import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type TurnEvent } from "@storefront/domain/turn/TurnEvents"
import { ActionId, TurnId } from "@storefront/domain/Ids"
import { Deferred, Effect, Either, Exit, Fiber, Layer, Scope } from "effect"
import { v7 } from "uuid"
import { auditChecks } from "../../../src/assistant/usage/AuditChecks.ts"
import { IsSoleOwner } from "../../../src/platform/database/Database.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, bob, lamp, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { failureOf, makeConversation, removeLamp, silent, stored } from "../../support/conversations.ts"
import { followed, message, processOf, turnOf, until } from "../../support/followedTurns.ts"
import { consult, repeating } from "../../support/orchestrator.ts"

const { say } = ScriptedModel

const tags = (events: ReadonlyArray<TurnEvent>) => events.map(({ _tag }) => _tag)

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(
    `followed turns on ${engine.name}`,
    (it) => {
      it.scoped("tell of everything in order, and end with the stored answer", () =>
        Effect.gen(function* () {
          const isFollowed = yield* Deferred.make<void>()
          const { turns } = yield* processOf([
            Effect.as(Deferred.await(isFollowed), consult("product-discovery", "Lamps?")),
            say("Here are lamps."),
            say("Hello.")
          ])
          const { events, state } = yield* followed(
            Effect.tap(turns.start(ada, message("Lamps?", { context: "my talk" })), () =>
              Deferred.succeed(isFollowed, undefined)
            )
          )
          const accepted = state.ids!
          assert.deepStrictEqual(tags(events), ["specialist_started", "specialist_finished", "text", "done"])
          const { conversation, messages } = yield* stored(accepted.conversation_id)
          assert.strictEqual(conversation?.title, "Lamps?")
          assert.deepStrictEqual(
            messages.map(({ content }) => content),
            ["Lamps?", state.text]
          )
          assert.deepInclude(state.end, { _tag: "done", outcome: "answered", agents_involved: ["product-discovery"] })
          // A conversation of somebody else is only a name for a new one.
          const { state: other } = yield* Effect.scoped(
            turns.start(bob, message("Hi", { context: accepted.conversation_id }))
          )
          assert.notStrictEqual(other.ids!.conversation_id, accepted.conversation_id)
        })
      )

      it.scoped("are followed again after their end, as they ended", () =>
        Effect.gen(function* () {
          const { turns } = yield* processOf([say("Here.")])
          const { state } = yield* followed(turns.start(ada, message("Hi")))
          const later = yield* followed(turns.follow(ada.id, turnOf(state)))
          assert.deepStrictEqual(later.events, [])
          assert.deepStrictEqual(later.state, state)
          const foreign = yield* Effect.flip(Effect.scoped(turns.follow(bob.id, turnOf(state))))
          assert.strictEqual(foreign._tag, "TurnNotFound")
        })
      )

      it.scoped("are one for a message that is sent many times, and refuse another text under its id", () =>
        Effect.gen(function* () {
          const release = yield* Deferred.make<void>()
          const { turns } = yield* processOf([Effect.as(Deferred.await(release), say("Once."))])
          const same = message("Hi")
          const readers = yield* Effect.forEach(
            Array.from({ length: 20 }),
            () => Effect.fork(followed(turns.start(ada, same))),
            { concurrency: "unbounded" }
          )
          yield* Effect.sleep("50 millis")
          yield* Deferred.succeed(release, undefined)
          const all = yield* Effect.forEach(readers, Fiber.join)
          assert.deepStrictEqual(new Set(all.map(({ state }) => state.text)), new Set(["Once."]))
          assert.strictEqual(new Set(all.map(({ state }) => state.ids!.turn_id)).size, 1)
          const other = yield* Effect.flip(Effect.scoped(turns.start(ada, { ...same, words: "Other" })))
          assert.strictEqual(other._tag, "MessageConflict")
          const { messages } = yield* stored(all[0]!.state.ids!.conversation_id)
          assert.lengthOf(messages, 2)
        })
      )

      it.scoped(
        "know the product whose page the customer looks at, at the specialist too, and ignore anything else",
        () =>
          Effect.gen(function* () {
            const asked: Array<ScriptedModel.ModelRequest> = []
            const pages: Array<string | undefined> = []
            const { turns } = yield* processOf(
              [consult("product-discovery", "Is this good?"), say("Yes."), say("What?")],
              {
                asked,
                send: (run, ...rest) => {
                  pages.push(run.page)
                  return repeating(run, ...rest)
                }
              }
            )
            yield* followed(turns.start(ada, message("Is this good?", { page: { productId: lamp.id } })))
            yield* followed(turns.start(ada, message("Is this good?", { page: { productId: "'; DROP TABLE" } })))
            assert.deepStrictEqual(pages, [lamp.id])
            assert.deepStrictEqual(
              asked.map(({ prompt }) => JSON.stringify(prompt).includes(lamp.name)),
              [true, true, false]
            )
          })
      )

      it.scoped("wait for their conversation, and say so", () =>
        Effect.gen(function* () {
          const asked = yield* Deferred.make<void>()
          const release = yield* Deferred.make<void>()
          const { chat, turns } = yield* processOf([
            Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(release)), Effect.as(say("One."))),
            say("Two.")
          ])
          const conversationId = yield* makeConversation()
          const first = yield* Effect.fork(chat.answer(ada, { message: "First", conversationId }))
          yield* Deferred.await(asked)
          const waiting = message("Second", { context: conversationId })
          const second = yield* Effect.fork(followed(turns.start(ada, waiting)))
          yield* until(
            Effect.map(stored(conversationId), ({ turns }) => turns),
            ({ length }) => length === 2
          )
          const refused = yield* Effect.flip(
            Effect.scoped(turns.start(ada, message("Third", { context: conversationId })))
          )
          assert.strictEqual(refused._tag, "ConversationBusy")
          const decisions = [{ actionId: ActionId.make(v7()), decision: "confirm" as const }]
          for (const other of [{ words: "Something else" }, { decisions }]) {
            const conflict = yield* Effect.flip(Effect.scoped(turns.start(ada, { ...waiting, ...other })))
            assert.strictEqual(conflict._tag, "MessageConflict")
          }
          const joined = yield* Effect.fork(followed(turns.start(ada, waiting)))
          yield* Effect.yieldNow()
          yield* Deferred.succeed(release, undefined)
          yield* Fiber.join(first)
          assert.strictEqual((yield* Fiber.join(joined)).state.text, "Two.")
          const { state } = yield* Fiber.join(second)
          assert.strictEqual(state.text, "Two.")
          assert.lengthOf((yield* stored(conversationId)).turns, 2)
        })
      )

      it.scoped("continue a task one at a time", () =>
        Effect.gen(function* () {
          const asked = yield* Deferred.make<void>()
          const { turns } = yield* processOf([say("Shall I?"), silent(asked)])
          const { state } = yield* followed(turns.start(ada, message("Hi", { context: "task" })))
          const task = turnOf(state)
          const answers = Array.from({ length: 4 }, () => message("Go on", { context: "task", task }))
          const started = yield* Effect.forEach(answers, (answer) => Effect.either(turns.start(ada, answer)), {
            concurrency: "unbounded"
          })
          assert.deepStrictEqual(
            started.flatMap((turn) => (Either.isLeft(turn) ? [turn.left._tag] : [])),
            ["ConversationBusy", "ConversationBusy", "ConversationBusy"]
          )
          yield* Deferred.await(asked)
          const own = answers[started.findIndex(Either.isRight)]!
          const joined = yield* turns.start(ada, own)
          yield* turns.stop(ada.id, turnOf(joined.state))
        })
      )

      it.scoped("go on when their followers leave, and stop when they are asked to", () =>
        Effect.gen(function* () {
          const asked = yield* Deferred.make<void>()
          const { chat, turns } = yield* processOf([silent(asked), say("After.")])
          const scope = yield* Scope.make()
          const { state: begun } = yield* Scope.extend(turns.start(ada, message("Hi")), scope)
          yield* Deferred.await(asked)
          yield* Scope.close(scope, Exit.void)
          const id = turnOf(begun)
          const reader = yield* Effect.fork(followed(turns.follow(ada.id, id)))
          yield* Effect.yieldNow()
          const foreign = yield* Effect.flip(turns.stop(bob.id, id))
          assert.strictEqual(foreign._tag, "TurnNotFound")
          yield* turns.stop(ada.id, id)
          const { state } = yield* Fiber.join(reader)
          assert.strictEqual(state.end?._tag, "stopped")
          const { runs, turns: rows } = yield* stored(begun.ids!.conversation_id)
          assert.deepStrictEqual(
            runs.map(({ status }) => status),
            ["cancelled"]
          )
          assert.deepStrictEqual(rows, [{ state: "failed", failure: "stopped" }])
          const { state: later } = yield* followed(turns.follow(ada.id, id))
          assert.deepStrictEqual(later, state)
          const conversationId = yield* makeConversation()
          assert.strictEqual((yield* chat.answer(ada, { message: "Hi", conversationId })).response, "After.")
          yield* turns.stop(ada.id, id)
        })
      )

      it.scoped(
        "tell what was written before they were stopped, free their conversation, and leave the audit whole",
        () =>
          Effect.gen(function* () {
            const asked = yield* Deferred.make<void>()
            const sql = yield* SqlClient.SqlClient
            const { turns } = yield* processOf([consult("order-management", "Remove the lamp.")], {
              send: (run) => Effect.zipRight(removeLamp(sql, run), silent(asked))
            })
            const reader = yield* Effect.fork(followed(turns.start(ada, message("Remove it", { context: "cart" }))))
            yield* Deferred.await(asked)
            const [row] = yield* sql<{
              id: string
            }>`SELECT id FROM turns WHERE user_id = ${ada.id} AND state = 'running'`
            yield* turns.stop(ada.id, TurnId.make(row!.id))
            const { state } = yield* Fiber.join(reader)
            assert.strictEqual(state.end?._tag, "stopped")
            assert.match(state.text, /Lamp/)
            const rows = yield* until(
              Effect.map(stored(state.ids!.conversation_id), ({ turns }) => turns),
              ([turn]) => turn?.state !== "answered"
            )
            assert.deepStrictEqual(rows, [{ state: "acknowledged", failure: null }])
            assert.deepStrictEqual(yield* sql.unsafe(auditChecks.outcomes.violations), [])
          })
      )

      it.scoped("keep a turn of REST that somebody stops from being an answer", () =>
        Effect.gen(function* () {
          const asked = yield* Deferred.make<void>()
          const { chat, turns } = yield* processOf([silent(asked)])
          const conversationId = yield* makeConversation()
          const request = yield* Effect.fork(chat.answer(ada, { message: "Hi", conversationId }))
          yield* Deferred.await(asked)
          const sql = yield* SqlClient.SqlClient
          const [row] = yield* sql<{ id: string }>`SELECT id FROM turns WHERE conversation_id = ${conversationId}`
          yield* turns.stop(ada.id, TurnId.make(row!.id))
          assert.strictEqual((yield* failureOf(Fiber.join(request))).reason._tag, "TurnStopped")
        })
      )

      it.scoped("are followed and stopped from another process", () =>
        Effect.gen(function* () {
          const asked = yield* Deferred.make<void>()
          const release = yield* Deferred.make<void>()
          const one = yield* processOf(
            [
              consult("product-discovery", "Lamps?"),
              Deferred.succeed(asked, undefined).pipe(
                Effect.zipRight(Deferred.await(release)),
                Effect.as(say("Lamps."))
              ),
              silent(asked)
            ],
            { relays: true }
          )
          const other = yield* processOf([])
          const own = yield* Effect.fork(followed(one.turns.start(ada, message("Lamps?", { context: "talk" }))))
          yield* Deferred.await(asked)
          const sql = yield* SqlClient.SqlClient
          const find = sql<{ id: string }>`SELECT id FROM turns WHERE user_id = ${ada.id} AND state = 'running'`
          const [row] = yield* find
          const id = TurnId.make(row!.id)
          const remote = yield* Effect.fork(followed(other.turns.follow(ada.id, id)))
          const repeated = yield* Effect.fork(
            followed(
              Effect.flatMap(
                sql<{ m: string }>`SELECT client_message_id AS m FROM turns WHERE id = ${id}`,
                ([{ m } = { m: "" }]) => other.turns.start(ada, message("Lamps?", { messageId: m }))
              )
            )
          )
          yield* until(sql`SELECT FROM turn_events WHERE turn_id = ${id}`, ({ length }) => length > 0)
          yield* Deferred.succeed(release, undefined)
          const { state } = yield* Fiber.join(own)
          assert.deepStrictEqual((yield* Fiber.join(remote)).state, state)
          assert.deepStrictEqual((yield* Fiber.join(repeated)).state, state)
          yield* until(sql`SELECT FROM turn_events`, ({ length }) => length === 0)

          const second = yield* Effect.fork(followed(one.turns.start(ada, message("More?", { context: "talk" }))))
          const [next] = yield* until(find, ({ length }) => length > 0)
          yield* other.turns.stop(ada.id, TurnId.make(next!.id))
          assert.strictEqual((yield* Fiber.join(second)).state.end?._tag, "stopped")
        }).pipe(Effect.provideService(IsSoleOwner, false))
      )
    }
  )
}
