import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { userOf } from "@storefront/server/testing/UserOf"
import { assertInvariants } from "@storefront/server/testing/OrderFixtures"
import { OrderManagement } from "../../src/order-management/agent.ts"
import * as Handlers from "../../src/order-management/handlers.ts"
import { layerPreviewing } from "../support/Proposing.ts"
import { converse, SurroundingsLayer } from "./support/Converse.ts"
import { withReceipts } from "@storefront/server/testing/WithReceipts"
import * as Shop from "@storefront/server/shop/Shop"

const TestLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.merge(SurroundingsLayer),
  Layer.provideMerge(TestDatabase.seeded)
)

/** What is said one after the other, each with the tools it called and the answer. */
const talk = Effect.fnUntraced(function* (email: string, ...messages: ReadonlyArray<string>) {
  const reports = yield* converse(OrderManagement, yield* userOf(email), ...messages)
  return reports.map(({ answer, steps }) => ({
    answer,
    tools: steps.map(({ toolName }) => toolName),
    shown: withReceipts(answer, steps)
  }))
})

layer(TestLayer, { excludeTestServices: true })("talking about the cart", (it) => {
  it.effect("goes from the first product to the order, which is only proposed", () =>
    Effect.gen(function* () {
      const [added, more, address, asked, proposed, faster, after] = yield* talk(
        "carol@example.com",
        "Add the Slow Pantry Cookbook to my cart",
        "Make it 2",
        "My shipping address is Carol Adeyemi, 77 Sunset Blvd, Los Angeles, CA 90028",
        "How do I check out?",
        "Check out please",
        "yes, but by express",
        "What is in my cart?"
      )
      assert.deepStrictEqual(added?.tools, ["find_product", "add_to_cart"])
      assert.deepStrictEqual(more?.tools, ["get_cart", "update_cart_quantity"])
      assert.deepStrictEqual(address?.tools, ["set_shipping_address"])
      assert.deepStrictEqual(asked?.tools, ["get_cart"])
      assert.deepStrictEqual(proposed, { tools: ["checkout"], answer: "", shown: "" })
      assert.deepStrictEqual(faster, { tools: ["checkout"], answer: "", shown: "" })
      assert.match(after?.answer ?? "", /^Your cart holds 1 product:\n1\. The Slow Pantry Cookbook/)
      yield* assertInvariants
    })
  )

  it.effect("puts several products in, with their quantities", () =>
    Effect.gen(function* () {
      const [added, cart] = yield* talk(
        "power@example.com",
        "Add 2 Hush 700 headphones and a K87 keyboard to my cart",
        "show my cart"
      )
      assert.deepStrictEqual(added?.tools, ["find_product", "add_to_cart", "find_product", "add_to_cart"])
      assert.match(cart?.answer ?? "", /Kestrelon Hush 700 Noise-Cancelling Headphones, \$249\.00 × 2/)
      assert.match(cart?.answer ?? "", /Voltarra K87 Mechanical Keyboard, \$89\.00\n/)
    })
  )

  it.effect("counts a title once, wherever its colon and small words cut it", () =>
    Effect.gen(function* () {
      const [, two, , emptied] = yield* talk(
        "bob@example.com",
        "Empty my cart",
        "Put 2 of the Salt Roads: A Short History of Inland Trade into my cart",
        "Empty my cart",
        "show my cart"
      )
      assert.match(
        two?.shown ?? "",
        /^Put into your cart: 2 × Salt Roads: A Short History of Inland Trade, now [^\n]*$/
      )
      assert.match(emptied?.answer ?? "", /^Your cart is empty/)
    })
  )
})

layer(TestLayer, { excludeTestServices: true })("talking to a shop that delivers to a whole country", (it) => {
  it.effect("takes an address there with its country, and without it where there is no other", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO delivery_areas (country, state, region) VALUES ('DE', '', 'east')`
      const addressOf = (email: string) =>
        Effect.map(
          sql`SELECT c.shipping_address FROM carts c JOIN users u ON u.id = c.user_id WHERE u.email = ${email}`,
          ([row]) => row
        )
      const home = { street: "Hauptstraße 5", city: "Berlin", state: "", zip: "10115", country: "DE" }
      const [set] = yield* talk("bob@example.com", "ship it to Hauptstraße 5, 10115 Berlin, Germany")
      assert.strictEqual(set?.tools.at(-1), "set_shipping_address")
      assert.match(set?.shown ?? "", /^Delivery address of your cart: [^\n]*, Hauptstraße 5, Berlin, 10115, DE\./)
      assert.deepStrictEqual(yield* addressOf("bob@example.com"), { shipping_address: home })
      const [unclear] = yield* talk("carol@example.com", "ship it to Hauptstraße 5, 10115 Berlin")
      assert.match(unclear?.answer ?? "", /country must be given, one of DE, US/)
      yield* sql`DELETE FROM delivery_areas WHERE country = 'US'`
      yield* talk("carol@example.com", "ship it to Hauptstraße 5, 10115 Berlin")
      assert.deepStrictEqual(yield* addressOf("carol@example.com"), { shipping_address: home })
    })
  )
})
