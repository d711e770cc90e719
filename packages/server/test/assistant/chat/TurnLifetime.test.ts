import { assert, layer } from "@effect/vitest"
import { Array, Deferred, Effect, Fiber, Layer, Option, Queue, Schedule, TestClock, TestContext } from "effect"
import { Guests } from "../../../src/shop/accounts/Guests.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { failureOf, makeConversation, silent, stored } from "../../support/conversations.ts"
import { start } from "../../support/orchestrator.ts"
import { newcomers } from "../../../src/testing/SmallMarket.ts"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"

const { say } = ScriptedModel

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(`chat turns on ${engine.name}`, (it) => {
    it.scoped("lets a second message wait until the first is answered", () =>
      Effect.gen(function* () {
        const asked = yield* Deferred.make<void>()
        const release = yield* Deferred.make<void>()
        const chat = yield* start([
          Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(release)), Effect.as(say("One."))),
          say("Two.")
        ])
        const conversationId = yield* makeConversation()
        const first = yield* Effect.fork(chat.answer(ada, { message: "First", conversationId }))
        yield* Deferred.await(asked)
        const second = yield* Effect.fork(chat.answer(ada, { message: "Second", conversationId }))
        assert.strictEqual((yield* Fiber.poll(second))._tag, "None")
        yield* Deferred.succeed(release, undefined)
        assert.strictEqual((yield* Fiber.join(first)).response, "One.")
        assert.strictEqual((yield* Fiber.join(second)).response, "Two.")
        assert.deepStrictEqual(
          (yield* stored(conversationId)).messages.map(({ content }) => content),
          ["First", "One.", "Second", "Two."]
        )
      })
    )

    it.scoped("does not let a second message wait for longer than half a minute", () =>
      Effect.gen(function* () {
        const asked = yield* Deferred.make<void>()
        const release = yield* Deferred.make<void>()
        const chat = yield* start([
          Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(release)), Effect.as(say("One.")))
        ])
        const conversationId = yield* makeConversation()
        const first = yield* Effect.fork(chat.answer(ada, { message: "First", conversationId }))
        yield* Deferred.await(asked)
        const second = yield* Effect.fork(Effect.flip(chat.answer(ada, { message: "Second", conversationId })))
        yield* Effect.repeat(Effect.zipRight(TestClock.adjust("1 second"), Fiber.poll(second)), {
          until: Option.isSome
        })
        const error = yield* Fiber.join(second)
        assert.strictEqual(error._tag, "ConversationBusy")
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(first)
        assert.lengthOf((yield* stored(conversationId)).messages, 2)
      }).pipe(Effect.provide(TestContext.TestContext))
    )

    it.scoped("goes on when nobody waits any more", () =>
      Effect.gen(function* () {
        const asked = yield* Deferred.make<void>()
        const release = yield* Deferred.make<void>()
        const chat = yield* start([
          Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(release)), Effect.as(say("Here.")))
        ])
        const conversationId = yield* makeConversation()
        const request = yield* Effect.fork(chat.answer(ada, { message: "Hi", conversationId }))
        yield* Deferred.await(asked)
        yield* Fiber.interrupt(request)
        yield* Deferred.succeed(release, undefined)
        // Read before the messages: a turn gives its conversation back together with its answer.
        const { messages } = yield* stored(conversationId).pipe(
          Effect.filterOrFail(({ conversation }) => conversation?.holder === null),
          Effect.retry(Schedule.spaced("10 millis"))
        )
        assert.deepStrictEqual(
          messages.map(({ content }) => content),
          ["Hi", "Here."]
        )
      })
    )

    it.scoped("has room for 64 turns", () =>
      Effect.gen(function* () {
        const release = yield* Deferred.make<void>()
        const chat = yield* start(Array.makeBy(64, () => Effect.as(Deferred.await(release), say("Done."))))
        const people = yield* newcomers(22)
        const turns = yield* Effect.forEach(Array.range(1, 64), (n) =>
          Effect.fork(chat.answer(people[n % 22]!, { message: `Hi ${n}`, conversationId: null }))
        )
        yield* Effect.yieldNow()
        const error = yield* chat.answer(people[0]!, { message: "Me too", conversationId: null }).pipe(Effect.flip)
        assert.deepStrictEqual(
          [error._tag, error.message],
          ["ServiceUnavailable", "The assistant is temporarily unavailable"]
        )
        yield* Deferred.succeed(release, undefined)
        assert.lengthOf(yield* Effect.forEach(turns, Fiber.join), 64)
      })
    )

    it.scoped("answers one message of a conversation, lets one wait and refuses the others at once", () =>
      Effect.gen(function* () {
        const asked = yield* Deferred.make<void>()
        const release = yield* Deferred.make<void>()
        const chat = yield* start([
          Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(release)), Effect.as(say("One."))),
          say("Bob's."),
          say("Two.")
        ])
        const conversationId = yield* makeConversation()
        const other = yield* makeConversation()
        const first = yield* Effect.fork(chat.answer(ada, { message: "First", conversationId }))
        yield* Deferred.await(asked)
        // Several connections bring them, in whatever order: the first that arrives waits.
        const refused = yield* Queue.unbounded<{ readonly n: number; readonly tag: string }>()
        const others = yield* Effect.forEach(Array.range(1, 63), (n) =>
          Effect.fork(
            Effect.flatMap(Effect.flip(chat.answer(ada, { message: `Me too ${n}`, conversationId })), ({ _tag: tag }) =>
              Queue.offer(refused, { n, tag })
            )
          )
        )
        const errors = Array.fromIterable(yield* Queue.takeN(refused, 62))
        assert.isTrue(errors.every(({ tag }) => tag === "ConversationBusy"))
        const left = Array.range(1, 63).find((number) => !errors.some(({ n }) => n === number))!
        const waiting = others[left - 1]!
        assert.isTrue(Option.isNone(yield* Fiber.poll(waiting)))
        // Nobody else notices, and the messages that were refused left nothing behind.
        assert.strictEqual((yield* chat.answer(bob, { message: "Hi", conversationId: null })).response, "Bob's.")
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(first)
        yield* Fiber.interrupt(waiting)
        const { messages } = yield* stored(conversationId)
        assert.isFalse(messages.some(({ content }) => content.startsWith("Me too ") && content !== `Me too ${left}`))
        assert.lengthOf((yield* stored(other)).messages, 0)
      })
    )

    it.scoped("lets a message wait in every conversation of a person", () =>
      Effect.gen(function* () {
        const asked = yield* Queue.unbounded<void>()
        const release = yield* Deferred.make<void>()
        const running = Queue.offer(asked, undefined).pipe(
          Effect.zipRight(Deferred.await(release)),
          Effect.as(say("One."))
        )
        const chat = yield* start([running, running, say("Two."), say("Two.")])
        const conversations = yield* Effect.replicateEffect(makeConversation(), 2)
        const sayEverywhere = (message: string) =>
          Effect.forEach(conversations, (conversationId) => Effect.fork(chat.answer(ada, { message, conversationId })))
        const first = yield* sayEverywhere("First")
        yield* Queue.takeN(asked, 2)
        const second = yield* sayEverywhere("Second")
        yield* Effect.yieldNow()
        yield* Deferred.succeed(release, undefined)
        const answers = yield* Effect.forEach([...first, ...second], Fiber.join)
        assert.deepStrictEqual(
          answers.map(({ response }) => response),
          ["One.", "One.", "Two.", "Two."]
        )
      })
    )

    it.scoped("runs three turns of a person, and refuses the fourth for a while", () =>
      Effect.gen(function* () {
        const release = yield* Deferred.make<void>()
        const chat = yield* start(Array.makeBy(4, () => Effect.as(Deferred.await(release), say("Done."))))
        const say3 = yield* Effect.forEach(Array.range(1, 3), (n) =>
          Effect.fork(chat.answer(ada, { message: `Hi ${n}`, conversationId: null }))
        )
        yield* Effect.yieldNow()
        const conversationId = yield* makeConversation()
        const error = yield* Effect.flip(chat.answer(ada, { message: "Hi", conversationId }))
        assert.strictEqual(error._tag, "TooManyRequests")
        assert.isNull((yield* stored(conversationId)).conversation?.holder)
        yield* Deferred.succeed(release, undefined)
        yield* Effect.forEach(say3, Fiber.join)
        assert.strictEqual((yield* chat.answer(ada, { message: "Hi", conversationId })).response, "Done.")
      })
    )

    it.scoped("runs one turn of a guest, and refuses the second for a while", () =>
      Effect.gen(function* () {
        const release = yield* Deferred.make<void>()
        const chat = yield* start(Array.makeBy(3, () => Effect.as(Deferred.await(release), say("Done."))))
        const [guest, other] = yield* Effect.flatMap(Guests, ({ add }) => Effect.all([add, add])).pipe(
          Effect.provide(Guests.layer)
        )
        const first = yield* Effect.fork(chat.answer(guest, { message: "Hi", conversationId: null }))
        const others = yield* Effect.fork(chat.answer(other, { message: "Hi", conversationId: null }))
        yield* Effect.yieldNow()
        const error = yield* Effect.flip(chat.answer(guest, { message: "Hi again", conversationId: null }))
        assert.strictEqual(error._tag, "TooManyRequests")
        yield* Deferred.succeed(release, undefined)
        yield* Effect.forEach([first, others], Fiber.join)
        assert.strictEqual((yield* chat.answer(guest, { message: "Hi", conversationId: null })).response, "Done.")
      })
    )

    it.scoped("gives the conversation back when nobody waits for the message any more", () =>
      Effect.gen(function* () {
        const asked = yield* Deferred.make<void>()
        const release = yield* Deferred.make<void>()
        const chat = yield* start([
          Deferred.succeed(asked, undefined).pipe(Effect.zipRight(Deferred.await(release)), Effect.as(say("One."))),
          say("Three.")
        ])
        const conversationId = yield* makeConversation()
        const first = yield* Effect.fork(chat.answer(ada, { message: "First", conversationId }))
        yield* Deferred.await(asked)
        const second = yield* Effect.fork(chat.answer(ada, { message: "Second", conversationId }))
        yield* Effect.yieldNow()
        yield* Fiber.interrupt(second)
        yield* Deferred.succeed(release, undefined)
        yield* Fiber.join(first)
        assert.strictEqual((yield* chat.answer(ada, { message: "Third", conversationId })).response, "Three.")
      })
    )

    it.scoped("records turns that a shutdown stops as cancelled, after half a minute", () =>
      Effect.gen(function* () {
        const asked = yield* Deferred.make<void>()
        const chat = yield* start([silent(asked)])
        const conversationId = yield* makeConversation()
        const turn = yield* Effect.fork(chat.answer(ada, { message: "Hi", conversationId }))
        yield* Deferred.await(asked)
        const draining = yield* Effect.fork(chat.drain)
        yield* TestClock.adjust("29 seconds")
        const error = yield* Effect.flip(chat.answer(ada, { message: "Me too", conversationId: null }))
        assert.strictEqual(error._tag, "ServiceUnavailable")
        assert.lengthOf((yield* stored(conversationId)).runs, 0)
        yield* TestClock.adjust("1 second")
        yield* Fiber.join(draining)
        assert.strictEqual((yield* failureOf(Fiber.join(turn))).reason._tag, "ServiceUnavailable")
        const { conversation, messages, runs } = yield* stored(conversationId)
        assert.strictEqual(conversation?.holder, null)
        assert.deepStrictEqual(
          [messages.map(({ role }) => role), runs.map(({ status }) => status)],
          [["user"], ["cancelled"]]
        )
      }).pipe(Effect.provide(TestContext.TestContext))
    )
  })
}
