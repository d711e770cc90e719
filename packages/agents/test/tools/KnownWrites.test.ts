import { type Response } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { type ConversationId } from "@storefront/domain/Ids"
import { GuestClaims } from "@storefront/server/assistant/chat/GuestClaims"
import { Guests } from "@storefront/server/shop/accounts/Guests"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { cartOf, fillCart, market, newProduct } from "@storefront/server/testing/SmallMarket"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Deferred, Effect, Fiber, FiberId, Layer, Schedule } from "effect"
import { ask, auditAgrees, open, openWith, scene, type Script } from "../support/WholeTurns.ts"

/** Whole turns with models that repeat themselves: front door, A2A, tools and database are the real ones. */

const { call, say } = ScriptedModel

/** The model has no usable answer: its run fails, whatever it did before. */
const breaks: ScriptedModel.Line = Effect.succeed<ReadonlyArray<Response.PartEncoded>>([{ type: "text", text: "" }])

/** What the audit has of a conversation: its runs, and the steps of those that wrote. */
const auditOf = Effect.fnUntraced(function* (conversation: ConversationId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ readonly agent_name: string; readonly status: string; readonly steps: string }>`
    SELECT l.agent_name, l.status, coalesce(string_agg(s.tool_name || ' ' || s.status, ', ' ORDER BY s.step_index), '') AS steps
    FROM usage_logs l LEFT JOIN agent_execution_steps s ON s.usage_log_id = l.id
    WHERE l.conversation_id = ${conversation} GROUP BY l.id ORDER BY l.created_at, l.id`
})

/** Once the answer of a conversation counts as heard: nobody heard it after all. */
const unhear = Effect.fnUntraced(function* (conversation: ConversationId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE turns SET state = 'unheard' WHERE conversation_id = ${conversation} AND state = 'acknowledged' RETURNING id`.pipe(
    Effect.filterOrFail((rows) => rows.length === 1),
    Effect.retry(Schedule.spaced("10 millis"))
  )
})

/** The conversation of a customer, as soon as no turn has it. */
const freeConversationOf = Effect.fnUntraced(function* (user: User) {
  const sql = yield* SqlClient.SqlClient
  const [conversation] = yield* sql<{ readonly id: ConversationId }>`
    SELECT conversation_id AS id FROM turns WHERE user_id = ${user.id} GROUP BY 1 HAVING bool_and(ended_at IS NOT NULL)`.pipe(
    Effect.filterOrFail((rows) => rows.length > 0),
    Effect.retry(Schedule.spaced("10 millis"))
  )
  return conversation!.id
})

const done = "Put into your cart: 1 × Brindlecote Plain Shelf, now 1 article, $50.00 before discounts."

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.mergeAll(market, Guests.layer, GuestClaims.layer).pipe(Layer.provideMerge(engine.layer))

  layer(TestLayer, { excludeTestServices: true })(`a write on ${engine.name}`, (it) => {
    type Add = Effect.Effect.Success<typeof scene>["add"]
    const repetitions: Readonly<
      Record<
        string,
        { readonly orchestrator: Script; readonly specialist: (add: Add) => Script; readonly lost?: number }
      >
    > = {
      "twice in one step": {
        orchestrator: [ask("Add it."), say("Added.")],
        specialist: (add) => [call(add(), add()), say("Added.")]
      },
      "in one step after another": {
        orchestrator: [ask("Add it."), say("Added.")],
        specialist: (add) => [call(add()), call(add()), call(add()), say("Added.")]
      },
      "because the same question was asked again": {
        orchestrator: [ask("Add it."), ask("Add it."), say("Added.")],
        specialist: (add) => [call(add()), say("Added."), call(add()), say("Added.")]
      },
      "because the run failed afterwards": {
        orchestrator: [ask("Add it."), ask("Add it."), say("Added.")],
        specialist: (add) => [call(add()), breaks, call(add()), say("Added.")]
      },
      "because the run failed, and the question came in other words": {
        orchestrator: [ask("Add it."), ask("Please put it into the cart."), say("Added.")],
        specialist: (add) => [call(add()), breaks, call(add()), say("Added.")]
      },
      "because the answer was lost on its way": {
        orchestrator: [ask("Add it."), ask("Add it."), say("Added.")],
        specialist: (add) => [call(add()), say("Added."), call(add()), say("Added.")],
        lost: 1
      },
      "after another tool than before": {
        orchestrator: [ask("Add it."), ask("Add it."), say("Added.")],
        specialist: (add) => [call(add()), breaks, call(["get_cart", {}], add()), say("Added.")]
      },
      "with other arguments than before": {
        orchestrator: [ask("Add it."), ask("Add it."), say("Added.")],
        specialist: (add) => [call(add()), breaks, call(add(2)), say("Added.")]
      }
    }

    for (const [how, { lost, orchestrator, specialist }] of Object.entries(repetitions)) {
      it.scoped(`is made once, though the model wants it ${how}`, () =>
        Effect.gen(function* () {
          const { add, message, units, user } = yield* scene
          const chat = yield* open(orchestrator, specialist(add), lost)
          yield* chat.answer(user, { message, conversationId: null })
          assert.strictEqual(yield* units, 1)
        })
      )
    }

    it.scoped("is told, and on record, though its run failed and no model says so", () =>
      Effect.gen(function* () {
        const { add, message, units, user } = yield* scene
        const chat = yield* open([ask("Add it."), say("I could not do that.")], [call(add()), breaks])
        const { conversation_id, response } = yield* chat.answer(user, { message, conversationId: null })
        assert.strictEqual(response, `I could not do that.\n\n${done}`)
        assert.strictEqual(yield* units, 1)
        assert.deepStrictEqual(yield* auditOf(conversation_id), [
          { agent_name: "order-management", status: "error", steps: "add_to_cart success" },
          { agent_name: "orchestrator", status: "success", steps: "call_specialist_agent success" }
        ])
      })
    )

    it.scoped("is told by its line alone where the models leave it to the shop", () =>
      Effect.gen(function* () {
        const { add, message, user } = yield* scene
        const asked: Array<ScriptedModel.ModelRequest> = []
        const chat = yield* openWith(
          ScriptedModel.layer([ask("Add it."), say("")], asked),
          ScriptedModel.layer([call(add()), say("")])
        )
        const { conversation_id, response } = yield* chat.answer(user, { message, conversationId: null })
        assert.strictEqual(response, done)
        assert.include(JSON.stringify(asked.at(-1)?.prompt.content.at(-1)), "The specialist has nothing to add")
        assert.deepStrictEqual(
          (yield* auditOf(conversation_id)).map(({ status }) => status),
          ["success", "success"]
        )
      })
    )

    it.scoped("is told in a line of its own, in order, whatever the answer says, and nothing is that only reads", () =>
      Effect.gen(function* () {
        const { add, message, product, user } = yield* scene
        const more = call(["get_cart", {}], ["update_cart_quantity", { product_id: product.id, quantity: 3 }])
        const chat = yield* open(
          [ask("Add it."), say(done), ask("What is in it?"), say("Three.")],
          [call(add()), more, say("Added."), call(["get_cart", {}]), say("Three.")]
        )
        const { conversation_id: conversationId, response } = yield* chat.answer(user, {
          message,
          conversationId: null
        })
        const changed = "Changed in your cart: now 3 × Brindlecote Plain Shelf, $150.00 in all before discounts."
        assert.strictEqual(response, `${done}\n\n${done}\n${changed}`)
        const sql = yield* SqlClient.SqlClient
        const [{ writes } = { writes: null }] = yield* sql`
          SELECT metadata -> 'writes' AS writes FROM messages WHERE conversation_id = ${conversationId} AND role = 'assistant'`
        assert.deepStrictEqual(writes, [
          { tool: "add_to_cart", summary: done },
          { tool: "update_cart_quantity", summary: changed }
        ])
        assert.strictEqual((yield* chat.answer(user, { message: "What is in it?", conversationId })).response, "Three.")
      })
    )

    it.scoped("is told when the front door has no answer of its own", () =>
      Effect.gen(function* () {
        const { add, message, user } = yield* scene
        const chat = yield* open([ask("Add it."), breaks], [call(add()), breaks])
        const { response } = yield* chat.answer(user, { message, conversationId: null })
        assert.strictEqual(response, `I could only complete part of your request.\n\n${done}`)
      })
    )

    it.scoped("is made once when the customer sends the message again that was never answered", () =>
      Effect.gen(function* () {
        const { add, message, units, user } = yield* scene
        const asked = yield* Deferred.make<void>()
        const hangs = Effect.zipRight(Deferred.succeed(asked, undefined), Effect.never)
        const dying = yield* open([ask("Add it."), hangs], [call(add()), say("Added.")])
        const turn = yield* Effect.fork(dying.answer(user, { message, conversationId: null }))
        yield* Deferred.await(asked)
        const sql = yield* SqlClient.SqlClient
        const [conversation] = yield* sql<{ readonly id: ConversationId }>`
            SELECT id FROM conversations WHERE user_id = ${user.id}`
        // The process dies: its turn is never stored, and the sweep closes it.
        yield* sql`UPDATE turns SET expires_at = now() - interval '1 second' WHERE conversation_id = ${conversation!.id}`
        const chat = yield* open(
          [ask("One into the cart."), say("It is in there."), ask("Add it."), say("Added.")],
          [call(["get_cart", {}]), call(add()), say("It is in there."), call(add()), say("Added.")]
        )
        const again = { message, conversationId: conversation!.id }
        yield* chat.answer(user, again)
        assert.strictEqual(yield* units, 1)
        // That was answered: the next one is another one.
        yield* chat.answer(user, again)
        assert.strictEqual(yield* units, 2)
        yield* Fiber.interrupt(turn)
      })
    )

    it.scoped("is made once when nobody heard the answer, and the message comes again", () =>
      Effect.gen(function* () {
        const { add, message, units, user } = yield* scene
        const asked = yield* Deferred.make<void>()
        const released = yield* Deferred.make<void>()
        const chat = yield* open(
          [
            ask("Add it."),
            Deferred.succeed(asked, undefined).pipe(
              Effect.zipRight(Deferred.await(released)),
              Effect.as(say("Added."))
            ),
            ask("Add it."),
            say("It is in there.")
          ],
          [call(add()), say("Added."), call(add()), say("It is in there.")]
        )
        const client = yield* Effect.fork(chat.answer(user, { message, conversationId: null }))
        yield* Deferred.await(asked)
        yield* Fiber.interrupt(client)
        yield* Deferred.succeed(released, undefined)
        yield* chat.answer(user, { message, conversationId: yield* freeConversationOf(user) })
        assert.strictEqual(yield* units, 1)
      })
    )

    it.scoped("is made once when a guest who did not hear the answer signs in, and sends the message again", () =>
      Effect.gen(function* () {
        const { add, message, units, user } = yield* scene
        const guest = yield* Effect.flatMap(Guests, ({ add }) => add)
        const chat = yield* open(
          [ask("Add it."), say("Added."), ask("Add it."), say("It is in there.")],
          [call(add()), say("Added."), call(add()), say("It is in there.")]
        )
        const { conversation_id: conversationId } = yield* chat.answer(guest, { message, conversationId: null })
        yield* unhear(conversationId)
        const { claim } = yield* GuestClaims
        assert.deepInclude(yield* claim(user.id, guest.id), { conversations: 1, cart_items: 1 })
        const { response } = yield* chat.answer(user, { message, conversationId })
        assert.strictEqual(response, `It is in there.\n\n${done}`)
        assert.strictEqual(yield* units, 1)
        yield* auditAgrees
      })
    )

    it.scoped("is made once when the client went away unnoticed, while the process was busy", () =>
      Effect.gen(function* () {
        const { add, message, units, user } = yield* scene
        const client = yield* Deferred.make<Fiber.RuntimeFiber<unknown, unknown>>()
        // What the event loop has to tell waits until the turn is stored.
        const leaves = Effect.map(Deferred.await(client), (fiber) => {
          setImmediate(() => fiber.unsafeInterruptAsFork(FiberId.none))
          return say("Added.")
        })
        const chat = yield* open(
          [ask("Add it."), leaves, ask("Add it."), say("It is in there.")],
          [call(add()), say("Added."), call(add()), say("It is in there.")]
        )
        const turn = yield* Effect.fork(chat.answer(user, { message, conversationId: null }))
        yield* Deferred.succeed(client, turn)
        yield* Fiber.await(turn)
        yield* chat.answer(user, { message, conversationId: yield* freeConversationOf(user) })
        assert.strictEqual(yield* units, 1)
      })
    )

    it.scoped("is not made by a run whose end was told", () =>
      Effect.gen(function* () {
        const { add, message, units, user } = yield* scene
        const asked = yield* Deferred.make<void>()
        const released = yield* Deferred.make<void>()
        const late = Deferred.succeed(asked, undefined).pipe(
          Effect.zipRight(Deferred.await(released)),
          Effect.as(call(add()))
        )
        const chat = yield* open([ask("Add it."), say("I could not do that.")], [late, say("Added.")])
        const turn = yield* Effect.fork(chat.answer(user, { message, conversationId: null }))
        yield* Deferred.await(asked)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE agent_runs SET is_closed = true WHERE user_id = ${user.id}`
        yield* Deferred.succeed(released, undefined)
        yield* Fiber.await(turn)
        assert.strictEqual(yield* units, 0)
      })
    )

    it.scoped("is made again for another question of the same turn", () =>
      Effect.gen(function* () {
        const { add, message, units, user } = yield* scene
        const chat = yield* open(
          [ask("Add one."), ask("Add one more."), say("Added two.")],
          [call(add()), say("Added."), call(add()), say("Added.")]
        )
        yield* chat.answer(user, { message: `${message}. And one more.`, conversationId: null })
        assert.strictEqual(yield* units, 2)
      })
    )

    it.scoped("is made for each of several questions, also when one of them was repeated in between", () =>
      Effect.gen(function* () {
        const { user } = yield* scene
        const [lamp, vase, chair] = yield* Effect.all([newProduct(), newProduct(), newProduct()])
        const add = ({ id }: { readonly id: string }) => call(["add_to_cart", { product_id: id, quantity: 1 }])
        const chat = yield* open(
          [
            ask("Add the lamp."),
            ask("Add the vase."),
            ask("Add the lamp."),
            ask("Add the chair."),
            say("Added three.")
          ],
          [lamp, vase, lamp, chair].flatMap((product) => [add(product), say("Added.")])
        )
        yield* chat.answer(user, { message: `The lamp ${lamp.id}, ${vase.id} and ${chair.id}`, conversationId: null })
        assert.lengthOf(yield* cartOf(user), 3)
      })
    )

    it.scoped("is made again for the same words after an answer to others", () =>
      Effect.gen(function* () {
        const { add, message, units, user } = yield* scene
        const chat = yield* open(
          [ask("Add it."), say("Added."), say("Yes, one. Do you want one more?"), ask("Add one more."), say("Added.")],
          [call(add()), say("Added."), call(add()), say("Added.")]
        )
        const { conversation_id: conversationId } = yield* chat.answer(user, { message, conversationId: null })
        yield* unhear(conversationId)
        yield* chat.answer(user, { message: "Is it in my cart?", conversationId })
        yield* chat.answer(user, { message, conversationId })
        assert.strictEqual(yield* units, 2)
      })
    )

    it.scoped("is made again in the same run when it was undone in between", () =>
      Effect.gen(function* () {
        const { product, user } = yield* scene
        yield* fillCart(user, [[product, 4]])
        const apply = (code: string) => call(["apply_coupon_to_cart", { code }])
        const remove = call(["remove_coupon_from_cart", {}])
        const chat = yield* open(
          [ask("Which is better, TEN or HOME5? Use it."), say("TEN is on your cart.")],
          [apply("TEN"), remove, apply("HOME5"), remove, apply("TEN"), say("TEN it is.")]
        )
        yield* chat.answer(user, { message: "Use the better one of TEN and HOME5", conversationId: null })
        const sql = yield* SqlClient.SqlClient
        const [cart] = yield* sql`SELECT * FROM carts WHERE user_id = ${user.id}`
        assert.strictEqual(cart?.["coupon_code"], "TEN")
      })
    )

    it.scoped("is made once when the repeated message is asked in other steps", () =>
      Effect.gen(function* () {
        const { add, message, units, user } = yield* scene
        const chat = yield* open(
          [ask("What is in the cart?"), ask("Add it."), say("Added."), ask("Add it."), say("Added.")],
          [call(["get_cart", {}]), say("Nothing."), call(add()), say("Added."), call(add()), say("Added.")]
        )
        const { conversation_id: conversationId } = yield* chat.answer(user, { message, conversationId: null })
        yield* unhear(conversationId)
        yield* chat.answer(user, { message, conversationId })
        assert.strictEqual(yield* units, 1)
      })
    )

    it.scoped("is told though the repeated message is asked in other words", () =>
      Effect.gen(function* () {
        const { add, message, units, user } = yield* scene
        const chat = yield* open(
          [ask("Add it."), say("Added."), ask("Add it."), say("Nothing was changed.")],
          [call(add()), say("Added."), call(add(2)), say("Nothing was changed.")]
        )
        const { conversation_id: conversationId } = yield* chat.answer(user, { message, conversationId: null })
        yield* unhear(conversationId)
        const { response } = yield* chat.answer(user, { message, conversationId })
        assert.strictEqual(yield* units, 1)
        assert.include(response, done)
      })
    )

    it.scoped("leaves an audit that agrees with all of this", () => auditAgrees)
  })
}
