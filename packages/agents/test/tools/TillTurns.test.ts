import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { Guests } from "@storefront/server/shop/accounts/Guests"
import * as ScriptedModel from "@storefront/server/testing/ScriptedModel"
import { cartOf, fillCart, market, newcomer, newProduct } from "@storefront/server/testing/SmallMarket"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer, Schema } from "effect"
import { ask, auditAgrees, openWith, type Script } from "../support/WholeTurns.ts"

const { call, say } = ScriptedModel

const till = { CHECKOUT_URL: "https://shop.example/cart/{items}?discount={coupon}" }

const open = (front: Script, specialist: Script, ofShop: Readonly<Record<string, string>> = till) =>
  openWith(ScriptedModel.layer(front), ScriptedModel.layer(specialist), 0, ofShop)

const checkOut = (answer: string): readonly [Script, Script] => [
  [ask("Check out"), say(answer)],
  [call(["checkout", {}]), say("There you are.")]
]

/** A product that the shop's till knows, in the person's cart. */
const inCart = Effect.fnUntraced(function* (owner: User, key: string, coupon?: string) {
  const sql = yield* SqlClient.SqlClient
  const product = yield* newProduct()
  yield* sql`UPDATE products SET checkout_key = ${key} WHERE id = ${product.id}`
  yield* fillCart(owner, [[product, 2]], { shipTo: null, ...(coupon === undefined ? {} : { coupon }) })
  return product
})

const StoredCards = Schema.Array(
  Schema.Struct({
    kind: Schema.String,
    data: Schema.Struct({
      checkout_url: Schema.NullOr(Schema.String),
      checkout_link: Schema.optional(Schema.Struct({ given_at: Schema.String, is_current: Schema.Boolean })),
      message: Schema.String
    })
  })
)

/** Cards of the newest answer. */
const newestCards = (owner: User) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly cards: unknown }>`
      SELECT m.metadata -> 'cards' AS cards FROM messages m JOIN conversations c ON c.id = m.conversation_id
      WHERE c.user_id = ${owner.id} AND m.role = 'assistant' ORDER BY m.seq DESC LIMIT 1`
    return yield* Schema.decodeUnknown(StoredCards)(row?.cards)
  })

const countOf = (table: "orders" | "pending_actions", owner: User) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ readonly n: number }>`
      SELECT count(*)::int AS n FROM ${sql(table)} WHERE user_id = ${owner.id}`
    return row?.n
  })

const TestLayer = Guests.layer.pipe(Layer.provideMerge(market), Layer.provideMerge(TestDatabase.layer))

layer(TestLayer, { excludeTestServices: true })("checkout in a shop with a till of its own", (it) => {
  it.scoped(
    "gives guests and customers the link below the answer, orders and proposes nothing, and keeps the cart",
    () =>
      Effect.gen(function* () {
        for (const [person, key] of [
          [yield* Effect.flatMap(Guests, ({ add }) => add), "101"],
          [yield* newcomer, "102"]
        ] as const) {
          const product = yield* inCart(person, key, "TEN")
          const chat = yield* open(...checkOut("There you are."))
          const { response } = yield* chat.answer(person, { message: "Check out, please", conversationId: null })
          const link = `https://shop.example/cart/${key}:2?discount=TEN`
          assert.strictEqual(response, `There you are.\n\nHere you can order and pay: ${link}`)
          assert.deepStrictEqual(yield* cartOf(person), [[product.id, 2]])
          assert.deepStrictEqual([yield* countOf("orders", person), yield* countOf("pending_actions", person)], [0, 0])
          const [card, ...others] = yield* newestCards(person)
          assert.lengthOf(others, 0)
          assert.strictEqual(card?.data.checkout_url, link)
          assert.isTrue(card?.data.checkout_link?.is_current)
          assert.include(card?.data.message, "say when it was given")
          assert.notInclude(card?.data.message, "needs a shipping address")
          yield* auditAgrees
        }
      })
  )

  it.scoped("says that the last link does not have what the cart holds now", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const person = yield* newcomer
      yield* inCart(person, "201")
      const chat = yield* open(...checkOut("There you are."))
      const { conversation_id: conversationId } = yield* chat.answer(person, {
        message: "Check out, please",
        conversationId: null
      })
      yield* sql`UPDATE cart_items SET quantity = 3 WHERE cart_id IN (SELECT id FROM carts WHERE user_id = ${person.id})`
      const later = yield* open([ask("Show the cart"), say("Your cart.")], [call(["get_cart", {}]), say("Your cart.")])
      yield* later.answer(person, { message: "Show my cart", conversationId })
      const [card] = yield* newestCards(person)
      assert.strictEqual(card?.data.checkout_url, "https://shop.example/cart/201:3")
      assert.isFalse(card?.data.checkout_link?.is_current)
      assert.include(card?.data.message, "offer a new one")
    })
  )

  it.scoped("says which lines the till does not know, and gives no link for them", () =>
    Effect.gen(function* () {
      const person = yield* newcomer
      const nameless = yield* newProduct()
      yield* fillCart(person, [[nameless, 1]])
      const chat = yield* open(...checkOut("The till does not know the shelf."))
      const { response } = yield* chat.answer(person, { message: "Check out, please", conversationId: null })
      assert.strictEqual(response, "The till does not know the shelf.")
      const sql = yield* SqlClient.SqlClient
      const steps = yield* sql<{ readonly reason: string; readonly lines: number }>`
        SELECT s.tool_output ->> 'reason' AS reason, jsonb_array_length(s.tool_output -> 'lines') AS lines
        FROM agent_execution_steps s JOIN usage_logs l ON l.id = s.usage_log_id
        WHERE l.user_id = ${person.id} AND s.tool_name = 'checkout'`
      assert.deepStrictEqual([...steps], [{ reason: "no_checkout_key", lines: 1 }])
    })
  )

  it.scoped("lets a model name exactly the person's link, and no other of the host", () =>
    Effect.gen(function* () {
      const person = yield* newcomer
      yield* inCart(person, "301")
      const link = "https://shop.example/cart/301:2"
      const chat = yield* open(
        ...checkOut(
          `Pay at ${link} now. Not at https://shop.example/cart/301:3 or https://shop.example/cart/301:2?discount=TEN or https://shop.example/cart/302:2 or https://shop.example/ at all.`
        )
      )
      const { response } = yield* chat.answer(person, { message: "Check out, please", conversationId: null })
      const removed = "[link removed]"
      assert.strictEqual(
        response,
        `Pay at ${link} now. Not at ${removed} or ${removed} or ${removed} or ${removed} at all.\n\nHere you can order and pay: ${link}`
      )
      const other = yield* newcomer
      yield* inCart(other, "303")
      const theirs = yield* open([say(`Pay at ${link} now.`)], [])
      assert.strictEqual(
        (yield* theirs.answer(other, { message: "Hello", conversationId: null })).response,
        `Pay at ${removed} now.`
      )
    })
  )

  it.scoped("orders nothing that was proposed before the shop had a till", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const person = yield* newcomer
      const product = yield* newProduct()
      yield* fillCart(person, [[product, 1]])
      yield* sql`UPDATE products SET checkout_key = '401' WHERE id = ${product.id}`
      const before = yield* open(...checkOut(""), { PAYMENT_NOTE: "You pay by invoice." })
      const proposed = yield* before.answer(person, { message: "Check out, please", conversationId: null })
      assert.include(proposed.response, "\nYou pay by invoice.\n")
      const after = yield* open([], [])
      const { response } = yield* after.answer(person, {
        message: "yes",
        conversationId: proposed.conversation_id
      })
      assert.strictEqual(response, "That is not possible any more. The order was not placed.")
      assert.strictEqual(yield* countOf("orders", person), 0)
    })
  )

  it.scoped("says how an order is paid before and after it is placed, where there is no till", () =>
    Effect.gen(function* () {
      const person = yield* newcomer
      yield* fillCart(person, [[yield* newProduct(), 1]])
      const chat = yield* open(...checkOut(""), { PAYMENT_NOTE: "You pay by invoice." })
      const proposed = yield* chat.answer(person, {
        message: "Zur Kasse, bitte, ich möchte bestellen",
        conversationId: null
      })
      assert.include(proposed.response, "\nYou pay by invoice.\n")
      const { response } = yield* chat.answer(person, { message: "yes", conversationId: proposed.conversation_id })
      assert.match(response, / You pay by invoice\.$/)
      assert.strictEqual(yield* countOf("orders", person), 1)
      yield* auditAgrees
    })
  )
})
