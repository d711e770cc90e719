import { type Prompt } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { unwrap } from "@storefront/server/assistant/guard/Wrapper"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { market } from "@storefront/server/testing/SmallMarket"
import { lamp, orderId, placeOrder } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer, Option } from "effect"
import { resultsIn } from "../support/AskedModel.ts"
import { ask, openWith, scene, type Script } from "../support/WholeTurns.ts"

/** What flows between the model of the front door and that of a specialist, in whole turns. */

const { call, say } = ScriptedModel

const unknown = orderId(404)

/** A chat, and what its two models were asked. */
const begin = Effect.fnUntraced(function* (front: Script, back: Script) {
  const [atFront, atBack]: [Array<ScriptedModel.ModelRequest>, Array<ScriptedModel.ModelRequest>] = [[], []]
  const chat = yield* openWith(ScriptedModel.layer(front, atFront), ScriptedModel.layer(back, atBack))
  return { chat, atFront, atBack }
})

/** The texts of a prompt behind instructions and facts. */
const textsOf = ({ content }: Prompt.Prompt) =>
  content
    .slice(2)
    .flatMap((message) =>
      typeof message.content === "string"
        ? []
        : message.content.flatMap((part) => (part.type === "text" ? [part.text] : []))
    )

/** The data in a text that has some. */
const dataIn = (text = "") => Option.getOrNull(unwrap(text.slice(text.indexOf("\n") + 1)))

layer(Layer.provideMerge(market, TestDatabase.layer), { excludeTestServices: true })("a specialist's model", (it) => {
  it.scoped("sees the customer's own words beside the question, once when they are the same", () =>
    Effect.gen(function* () {
      const { message, user } = yield* scene
      const { atBack, chat } = yield* begin(
        [ask("Is it there?"), say("Yes."), ask(` ${message}`), say("Yes.")],
        [say("Yes."), say("Yes.")]
      )
      yield* chat.answer(user, { message, conversationId: null })
      yield* chat.answer(user, { message, conversationId: null })
      const [words, question] = textsOf(atBack[0]!.prompt)
      assert.deepStrictEqual(dataIn(words), { customer_message: message })
      assert.strictEqual(question, "Is it there?")
      assert.deepStrictEqual(textsOf(atBack[1]!.prompt), [message])
    })
  )

  it.scoped("sees what was answered before in the turn", () =>
    Effect.gen(function* () {
      const { message, product, user } = yield* scene
      const { atBack, chat } = yield* begin(
        [ask("What is in it?"), ask(message), say("Done.")],
        [call(["get_cart", {}]), say("Nothing is in it."), say("Put in.")]
      )
      yield* chat.answer(user, { message, conversationId: null })
      assert.deepStrictEqual(dataIn(textsOf(atBack[2]!.prompt)[0]), {
        earlier_answers: [{ answer: "Nothing is in it." }]
      })
      assert.isDefined(product)
    })
  )

  it.scoped("gets the ids of earlier answers as data, and may act on them; the customer does not see them", () =>
    Effect.gen(function* () {
      const { add, product, units, user } = yield* scene
      const { atBack, chat } = yield* begin(
        [ask("Put it in."), say("Done."), ask("Another one."), say("Done.")],
        [call(add()), say("Done."), call(add()), say("Done.")]
      )
      const sql = yield* SqlClient.SqlClient
      const { conversation_id } = yield* chat.answer(user, { message: `Put ${product.id} in`, conversationId: null })
      // As if the log were pruned: what counts as named is what the history says.
      yield* sql`UPDATE usage_logs SET found_ids = '{}', quoted_ids = '{}' WHERE context_id = ${conversation_id}`
      const { response } = yield* chat.answer(user, { message: "Another one", conversationId: conversation_id })
      const [, , ids] = textsOf(atBack[2]!.prompt)
      assert.deepStrictEqual(dataIn(ids), { cart: [product.id] })
      assert.strictEqual(yield* units, 2)
      assert.notInclude(response, product.id)
    })
  )

  it.scoped("may propose for an order of the facts that nobody has named", () =>
    Effect.gen(function* () {
      const { user } = yield* scene
      const order = orderId(7)
      yield* placeOrder({
        id: order,
        owner: user,
        status: "placed",
        lines: [{ product: lamp, east: 1 }],
        createdAt: "2026-02-01T10:00:00Z",
        history: [["placed", "Order received"]]
      })
      const { chat } = yield* begin(
        [ask("Cancel the latest order."), say("")],
        [call(["cancel_order", { order_id: order, reason: "Not given" }]), say("")]
      )
      const { response } = yield* chat.answer(user, { message: "Cancel my latest order", conversationId: null })
      assert.include(response, "Please confirm.")
    })
  )

  it.scoped("is told what was missing and how to find it, and so is the one that asked", () =>
    Effect.gen(function* () {
      const { user } = yield* scene
      const { atBack, atFront, chat } = yield* begin(
        [ask("Cancel it, and add something."), say("Which order?")],
        [
          call(["cancel_order", { order_id: unknown, reason: "Not given" }], ["get_order_details", {}]),
          call(["get_order_details", { order_id: "?" }], ["get_user_orders", { limit: 1 }]),
          say("Which order?")
        ]
      )
      yield* chat.answer(user, { message: "Cancel it", conversationId: null })
      const [refused] = resultsIn(atBack[1]!.prompt).map((result) => Option.getOrNull(unwrap(result)))
      const notNamed =
        "is an id that neither the customer nor a tool has named in this conversation; look it up among the customer's orders"
      assert.deepInclude(refused, {
        error: "invalid_argument",
        field_errors: [{ field: "order_id", message: notNamed }]
      })
      const [reply] = resultsIn(atFront[1]!.prompt).map((result) => Option.getOrNull(unwrap(result)))
      assert.deepInclude(reply, {
        response: "Which order?",
        missing: [
          { tool: "cancel_order", field: "order_id", message: notNamed },
          { tool: "get_order_details", field: "order_id", message: "is required: The order_id or number" }
        ]
      })
    })
  )
})
