import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ProductReference } from "@storefront/domain/api/AgentApi"
import { Email, User } from "@storefront/domain/Identity"
import { type ConversationId } from "@storefront/domain/Ids"
import { ConversationArchive } from "@storefront/server/assistant/chat/ConversationArchive"
import { orderIn } from "@storefront/server/testing/OrderFixtures"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { group, red42 } from "@storefront/server/testing/SmallGroup"
import { cartOf, market, newcomer, newProduct } from "@storefront/server/testing/SmallMarket"
import { orderId } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer, Stream } from "effect"
import { v7 as uuid } from "uuid"
import { ask, open } from "../support/WholeTurns.ts"

/** Whole turns, from the results of real tools to the cards of the answer. */

const { call, say } = ScriptedModel

/** Cards of the newest answer, as the conversation's owner reads them. */
const newestCards = Effect.fnUntraced(function* (owner: User, conversation: ConversationId) {
  const archive = yield* ConversationArchive
  const { messages } = yield* archive.find(owner.id, conversation)
  return messages.at(-1)?.metadata["cards"]
})

const TestLayer = Layer.provideMerge(
  Layer.merge(ConversationArchive.layer, group),
  Layer.provideMerge(market, TestDatabase.layer)
)

layer(TestLayer, { excludeTestServices: true })("the cards of a turn", (it) => {
  it.scoped("are the order when a yes has cancelled it, as it is then", () =>
    Effect.gen(function* () {
      const user = yield* newcomer
      yield* orderIn(1, "placed", { owner: user })
      const chat = yield* open(
        [ask("They want to cancel it."), say("")],
        [call(["cancel_order", { order_id: orderId(1), reason: "Not given" }]), say("")]
      )
      const { conversation_id: conversationId } = yield* chat.answer(user, {
        message: `Cancel ${orderId(1)}`,
        conversationId: null
      })
      assert.isUndefined(yield* newestCards(user, conversationId))
      yield* chat.answer(user, { message: "yes", conversationId })
      const cards = yield* newestCards(user, conversationId)
      assert.deepNestedPropertyVal(cards, "length", 1)
      assert.nestedPropertyVal(cards, "[0].kind", "order")
      assert.nestedPropertyVal(cards, "[0].data.id", orderId(1))
      assert.nestedPropertyVal(cards, "[0].data.status", "cancelled")
    })
  )

  it.scoped("are the cart once, after all that was put into it", () =>
    Effect.gen(function* () {
      const user = yield* newcomer
      const [one, other] = [yield* newProduct(), yield* newProduct()]
      const chat = yield* open(
        [ask("Put both into the cart."), say("Done.")],
        [
          call(["add_to_cart", { product_id: one.id }], ["add_to_cart", { product_id: other.id, quantity: 2 }]),
          call(["get_cart", {}]),
          say("Done.")
        ]
      )
      const { conversation_id } = yield* chat.answer(user, {
        message: `Put ${one.id} and two of ${other.id} into my cart`,
        conversationId: null
      })
      const cards = yield* newestCards(user, conversation_id)
      assert.deepNestedPropertyVal(cards, "length", 1)
      assert.nestedPropertyVal(cards, "[0].kind", "cart")
      assert.nestedPropertyVal(cards, "[0].data.item_count", 2)
      assert.nestedPropertyVal(cards, "[0].data.total", 150)
    })
  )

  it.scoped("let a variant be chosen: the message names it, its page has the id, and exactly that is added", () =>
    Effect.gen(function* () {
      const user = yield* newcomer
      const chat = yield* open(
        [ask("They want it in the cart."), say("Done.")],
        [call(["add_to_cart", { product_id: red42.id }]), say("Done.")]
      )
      const { events } = yield* chat.start(user, {
        door: "a2a",
        words: "Add Tarnfell Summit Boots in 42 Red to my cart",
        page: ProductReference.make(red42.id),
        clientMessageId: uuid(),
        sha256: "0",
        context: null,
        task: null,
        namedActions: [],
        declinedActions: [],
        acceptLanguage: null
      })
      yield* Stream.runDrain(events)
      assert.deepStrictEqual(yield* cartOf(user), [[red42.id, 1]])
    })
  )

  it.scoped("are the way to sign in when a guest asked for something of an account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* newcomer
      const guest = new User({ id, email: Email.make(`${id}@guest.invalid`), name: "Guest", role: "guest" })
      yield* sql`UPDATE users SET email = ${guest.email}, name = ${guest.name}, role = ${guest.role} WHERE id = ${id}`
      const chat = yield* open(
        [ask("Where are their orders?"), say("Please sign in.")],
        [call(["get_user_orders", {}]), say("They need an account.")]
      )
      const { conversation_id } = yield* chat.answer(guest, { message: "Where are my orders?", conversationId: null })
      assert.deepStrictEqual(yield* newestCards(guest, conversation_id), [{ kind: "sign_in", data: {} }])
    })
  )
})
