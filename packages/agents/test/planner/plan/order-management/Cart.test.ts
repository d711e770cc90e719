import { SqlClient } from "@effect/sql"
import { assert } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { Effect, Layer } from "effect"
import { cartOf, fillCart, discontinued, market, newcomer, newProduct } from "@storefront/server/testing/SmallMarket"
import { lamp, shoes } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { rollingBack } from "@storefront/server/testing/RolledBackTests"
import { type StatedAddress, type Wish } from "../../../../src/planner/Wish.ts"
import { answer } from "../../../../src/planner/plan/order-management/Plan.ts"
import * as Handlers from "../../../../src/order-management/handlers.ts"
import { toolkit } from "../../../../src/order-management/toolkit.ts"
import { type DialogueState, emptyState } from "../../../../src/planner/DialogueState.ts"
import { did, listOf, priced } from "../../support/Kept.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { layerPreviewing } from "../../../support/Proposing.ts"
import { withTools } from "../../../support/WithTools.ts"
import * as Shop from "@storefront/server/shop/Shop"
import { toolsOf, wish } from "./Shopping.ts"

const TestLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.provideMerge(market),
  Layer.provideMerge(TestDatabase.layer)
)

const partOf = (asked: Wish) => answer(turnOf(asked.text), asked)

/** How a wish about the cart is answered, with real tools. */
const reply = (user: User, asked: Wish) => perform(partOf(asked), withTools(toolkit, user), [asked])

const briefly = ({ done }: DialogueState) =>
  done.map(({ intent, product, quantity }) => [intent, product?.name, quantity])

const named = (name: string) => ({ name, source: "message" as const })

const elm: StatedAddress = {
  recipient: null,
  street: "1 Elm Street",
  city: "Boston",
  state: "MA",
  zip: "02101",
  country: null
}

const customerWith = Effect.fnUntraced(function* (
  ...filling: Parameters<typeof fillCart> extends [User, ...infer R] ? R : never
) {
  const user = yield* newcomer
  yield* fillCart(user, ...filling)
  return user
})

const orderCount = ({ id }: User) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql`SELECT FROM orders WHERE user_id = ${id}`, (rows) => rows.length)
  )

rollingBack(TestLayer)("the playbook of the cart", (it) => {
  it.effect("shows what is in the cart, what it costs and where it goes", () =>
    Effect.gen(function* () {
      const user = yield* customerWith(
        [
          [lamp, 2],
          [shoes, 1],
          [discontinued, 1]
        ],
        { coupon: "TEN" }
      )
      const { answer, calls, state } = yield* reply(user, wish("cart"))
      assert.deepStrictEqual(calls, [["get_cart", {}]])
      assert.strictEqual(
        answer,
        [
          "Your cart holds 3 products:",
          "1. Hearthlow Ember Lamp, $50.00 × 2",
          "2. Strydevale Trail Shoes, $50.00",
          "3. Umberfield Atlas, $50.00, not sold any more",
          "Goods $150.00, less $15.00 (TEN), $135.00 in total, without shipping.",
          `It goes to ${user.name}, 1 Elm Street, Boston, MA 02101, US.`
        ].join("\n")
      )
      const lines = listOf(...[lamp, shoes, discontinued].map(({ name }) => priced(name, 50)))
      assert.deepStrictEqual(state, { ...emptyState, ...lines })
      const unset = yield* reply(yield* customerWith([[lamp, 1]], { shipTo: null }), wish("cart"))
      assert.match(unset.answer, /No delivery address is set yet\./)
      assert.match((yield* reply(yield* newcomer, wish("cart"))).answer, /^Your cart is empty/)
    })
  )

  it.effect("puts the product that is meant into the cart, typing errors included", () =>
    Effect.gen(function* () {
      const user = yield* newcomer
      const { answer, calls, state } = yield* reply(
        user,
        wish("add_to_cart", { product: named("embr lamp"), quantity: 2 })
      )
      assert.deepStrictEqual(calls, [
        ["find_product", { name: "embr lamp" }],
        ["add_to_cart", { product_id: lamp.id, quantity: 2 }]
      ])
      assert.strictEqual(answer, "")
      assert.deepStrictEqual(state, {
        ...emptyState,
        products: [priced(lamp.name, 50)],
        done: [did("add_to_cart", lamp.name, { quantity: 2 })]
      })
      const shod = yield* reply(user, wish("add_to_cart", { product: named("trail shoes") }))
      assert.strictEqual(shod.answer, "")
      const blue = wish("add_to_cart", { product: named("ember lamp"), rest: "blue" })
      assert.match(
        (yield* reply(user, blue)).answer,
        /The cart keeps no size, colour or other wish, so nothing of “blue”\.$/
      )
      assert.deepStrictEqual(yield* cartOf(user), [
        [lamp.id, 3],
        [shoes.id, 1]
      ])
    })
  )

  it.effect("knows a name that is written together", () =>
    Effect.gen(function* () {
      const shirt = yield* newProduct({ east: 5 }, { name: "Umberfield T-Shirt" })
      const { calls } = yield* reply(yield* newcomer, wish("add_to_cart", { product: named("tshirts") }))
      assert.deepStrictEqual(calls.at(-1), ["add_to_cart", { product_id: shirt.id, quantity: 1 }])
    })
  )

  it.effect("asks which product is meant before it puts anything into the cart", () =>
    Effect.gen(function* () {
      const user = yield* newcomer
      yield* newProduct({ east: 5 }, { name: "Umberfield Oak Stool" })
      yield* newProduct({ east: 5 }, { name: "Umberfield Pine Stool", price: "19.99" })
      const several = yield* reply(user, wish("add_to_cart", { product: named("stool") }))
      assert.deepStrictEqual(toolsOf(several), ["find_product"])
      assert.match(several.answer, /Which one\?\n1\. Umberfield \w+ Stool, \$[\d.]+\n2\. Umberfield/)
      assert.sameMembers(
        several.state.list.map(({ name }) => name),
        ["Umberfield Oak Stool", "Umberfield Pine Stool"]
      )
      assert.strictEqual(several.state.asked, "other")
      assert.deepStrictEqual((yield* reply(user, wish("add_to_cart"))).calls, [])
      const tooMany = yield* reply(user, wish("add_to_cart", { product: named("stool"), quantity: 100 }))
      assert.match(tooMany.answer, /99/)
      const none = yield* reply(user, wish("add_to_cart", { product: named("oak stool"), quantity: 0 }))
      assert.deepStrictEqual(none.calls, [])
      assert.match(none.answer, /^How many of the oak stool/)
      assert.deepStrictEqual(yield* cartOf(user), [])
    })
  )

  it.effect("says how many there are when there are not enough", () =>
    Effect.gen(function* () {
      const user = yield* newcomer
      yield* newProduct({ east: 2 }, { name: "Brindlecote Garden Bench" })
      const asked = wish("add_to_cart", { product: named("garden bench"), quantity: 3 })
      const { answer, state } = yield* reply(user, asked)
      assert.isEmpty(state.done)
      assert.strictEqual(answer, "Brindlecote Garden Bench: only 2 units in stock, what is in your cart included.")
    })
  )

  it.effect("changes the line that is meant, to a number or by a number", () =>
    Effect.gen(function* () {
      const user = yield* customerWith([
        [lamp, 2],
        [shoes, 1]
      ])
      const change = (product: string | null, quantity: number | null, text = "make it that many") =>
        reply(user, { ...wish("update_cart", { product: product === null ? null : named(product), quantity }), text })
      const set = yield* change("lamp", 4)
      assert.deepStrictEqual(set.calls.at(-1), ["update_cart_quantity", { product_id: lamp.id, quantity: 4 }])
      assert.deepStrictEqual(briefly(set.state), [["update_cart", lamp.name, 4]])
      assert.strictEqual(set.answer, "")
      yield* change("lamp", 2, "two more lamps please")
      yield* change("lamp", 1, "one lamp less")
      assert.deepStrictEqual((yield* cartOf(user))[0], [lamp.id, 5])
      assert.match((yield* change(null, 3)).answer, /Which product in your cart do you mean\?\n1\. Hearthlow/)
      assert.match((yield* change("kettle", 3)).answer, /no “kettle” in your cart/)
      assert.match((yield* change("lamp", null)).answer, /^How many of the Hearthlow Ember Lamp/)
      assert.match((yield* change("lamp", 21)).answer, /only 20 units/)
      assert.strictEqual((yield* change("lamp", 0)).answer, "")
      assert.strictEqual((yield* change(null, 1)).answer, "")
      const only = yield* change(null, 2)
      assert.deepStrictEqual(only.calls.at(-1), ["update_cart_quantity", { product_id: shoes.id, quantity: 2 }])
    })
  )

  it.effect("takes out a product, some of its units, or everything", () =>
    Effect.gen(function* () {
      const user = yield* customerWith([
        [lamp, 5],
        [shoes, 1]
      ])
      const some = yield* reply(user, wish("remove_from_cart", { product: named("lamp"), quantity: 2 }))
      assert.deepStrictEqual(some.calls.at(-1), ["update_cart_quantity", { product_id: lamp.id, quantity: 3 }])
      assert.deepStrictEqual(briefly(some.state), [["remove_from_cart", lamp.name, 2]])
      const shoe = yield* reply(user, wish("remove_from_cart", { product: named("the trail shoes") }))
      assert.deepStrictEqual(shoe.calls.at(-1), ["remove_from_cart", { product_id: shoes.id }])
      assert.deepStrictEqual(briefly(shoe.state), [["remove_from_cart", shoes.name, 1]])
      assert.strictEqual(shoe.answer, "")
      yield* fillCart(user, [[shoes, 2]])
      const all = yield* reply(user, { ...wish("remove_from_cart"), text: "empty my cart" })
      assert.deepStrictEqual(toolsOf(all), ["get_cart", "remove_from_cart", "remove_from_cart"])
      assert.deepStrictEqual(briefly(all.state), [
        ["remove_from_cart", lamp.name, 3],
        ["remove_from_cart", shoes.name, 2]
      ])
      assert.deepStrictEqual(yield* cartOf(user), [])
      assert.strictEqual(all.answer, "")
      assert.match((yield* reply(user, { ...wish("remove_from_cart"), text: "empty my cart" })).answer, /is empty/)
    })
  )

  it.effect("changes nothing by what only comes near the name that was said", () =>
    Effect.gen(function* () {
      const user = yield* customerWith([
        [lamp, 2],
        [shoes, 1]
      ])
      const near = { product: named("ember candle") }
      for (const [intent, quantity, question] of [
        [
          "add_to_cart",
          1,
          "I am not sure that is what you mean. Tell me to put the Hearthlow Ember Lamp into your cart, and I do."
        ],
        [
          "remove_from_cart",
          2,
          "I am not sure that is what you mean. Tell me to remove the Hearthlow Ember Lamp from your cart, and I do."
        ],
        [
          "remove_from_cart",
          1,
          "I am not sure that is what you mean. Tell me to change the Hearthlow Ember Lamp in your cart to 1, and I do."
        ],
        [
          "update_cart",
          1,
          "I am not sure that is what you mean. Tell me to change the Hearthlow Ember Lamp in your cart to 1, and I do."
        ]
      ] as const) {
        const { answer, state } = yield* reply(user, { ...wish(intent, { ...near, quantity }), text: "only" })
        assert.strictEqual(answer, question)
        assert.deepStrictEqual(state, { ...emptyState, products: [priced(lamp.name, 50)] })
      }
      const cheapest = yield* reply(user, { ...wish("remove_from_cart"), product: named("mouse") })
      assert.match(cheapest.answer, /^I found no “mouse” in your cart\. It holds:/u)
      assert.deepStrictEqual(yield* cartOf(user), [
        [lamp.id, 2],
        [shoes.id, 1]
      ])
    })
  )

  it.effect("asks what to take out when something is to stay", () =>
    Effect.gen(function* () {
      const user = yield* customerWith([
        [lamp, 1],
        [shoes, 1]
      ])
      for (const text of ["remove everything but the lamp", "keep only the lamp"]) {
        const { answer, calls } = yield* reply(user, wish("remove_from_cart", { text, product: named("ember lamp") }))
        assert.deepStrictEqual(calls, [["get_cart", {}]])
        assert.match(answer, /^Which of these shall I remove\?.*\n1\. Hearthlow Ember Lamp/u)
      }
    })
  )

  it.effect("empties a large cart in several turns, with what is left after each", () =>
    Effect.gen(function* () {
      const products = yield* Effect.replicateEffect(newProduct(), 14)
      const user = yield* customerWith(products.map((product) => [product, 1] as const))
      const emptying = wish("remove_from_cart", { text: "empty my cart" })
      const first = yield* reply(user, emptying)
      assert.lengthOf(first.calls, 13)
      assert.strictEqual(first.answer, "There is more; say it again and I go on.")
      const second = yield* reply(user, emptying)
      assert.strictEqual(second.answer, "")
      assert.deepStrictEqual(yield* cartOf(user), [])
    })
  )

  it.effect("sets where the cart and the bill go, and asks once for what is missing", () =>
    Effect.gen(function* () {
      const user = yield* newcomer
      const ship = (address: StatedAddress | null) => reply(user, wish("shipping_address", { address }))
      const bill = (address: StatedAddress | null) => reply(user, wish("billing_address", { address }))
      assert.match(
        (yield* ship(null)).answer,
        /Where shall your cart be delivered\? .*street.* ZIP code, and who receives it/
      )
      assert.match(
        (yield* ship({ ...elm, zip: null, state: null })).answer,
        /still need the state and ZIP code, and who receives it\.$/
      )
      const own = yield* ship(elm)
      assert.deepStrictEqual(toolsOf(own), ["get_cart", "get_user_profile", "set_shipping_address"])
      assert.deepInclude(own, { answer: "" })
      assert.deepInclude(own.calls.at(-1)?.[1], { recipient_name: user.name, street: "1 Elm Street" })
      const other = yield* ship({ ...elm, recipient: "Bob Lindqvist" })
      assert.deepStrictEqual(other.calls, [
        [
          "set_shipping_address",
          {
            recipient_name: "Bob Lindqvist",
            street: "1 Elm Street",
            city: "Boston",
            state: "MA",
            zip: "02101",
            country: "US"
          }
        ]
      ])
      const gift = { ...elm, recipient: "Cleo" }
      for (const text of ["it is a gift", "only for this order"]) {
        const given = yield* reply(yield* newcomer, wish("shipping_address", { address: gift, text }))
        assert.deepInclude(given.calls.at(-1)?.[1], { recipient_name: "Cleo", for_this_order: true })
      }
      const moved = yield* ship({ ...elm, street: "2 Elm Street" })
      assert.deepInclude(moved.calls.at(-1)?.[1], { recipient_name: "Bob Lindqvist", street: "2 Elm Street" })
      assert.match(
        (yield* ship({ ...elm, state: "BC" })).answer,
        /must be a state of the United States that the shop delivers to/
      )
      assert.match((yield* bill(null)).answer, /Where shall the bill go\? .*street.* ZIP code/)
      const billed = yield* bill({ ...elm, street: "3 Oak Lane" })
      assert.deepInclude(billed.calls.at(-1)?.[1], { street: "3 Oak Lane", country: "US" })
      assert.strictEqual(billed.answer, "")
      const same = yield* reply(user, wish("billing_same"))
      assert.deepInclude(same, { answer: "", calls: [["set_billing_same_as_shipping", {}]] })
      assert.match((yield* reply(yield* newcomer, wish("billing_same"))).answer, /no shipping address yet/)
    })
  )

  it.effect("uses coupons, and says why one gives nothing", () =>
    Effect.gen(function* () {
      const user = yield* customerWith([[shoes, 1]])
      const apply = (code: string | null) => reply(user, wish("apply_coupon", { code }))
      const applied = yield* apply("TEN")
      assert.deepStrictEqual(applied.calls, [
        ["get_cart", {}],
        ["apply_coupon_to_cart", { code: "TEN" }]
      ])
      assert.strictEqual(applied.answer, "")
      assert.deepStrictEqual(applied.state.done, [did("apply_coupon", undefined, { code: "TEN" })])
      const unfit = yield* apply("HOME5")
      assert.match(unfit.answer, /cannot use the coupon HOME5 .*: nothing in the cart is in a category/)
      assert.isEmpty(unfit.state.done)
      assert.match((yield* apply(null)).answer, /^Which coupon code /)
      const removed = yield* reply(user, wish("remove_coupon"))
      assert.deepInclude(removed, { answer: "", calls: [["remove_coupon_from_cart", {}]] })
      assert.match((yield* reply(yield* newcomer, wish("apply_coupon", { code: "TEN" }))).answer, /cart is empty/)
    })
  )

  it.effect("proposes to order the cart", () =>
    Effect.gen(function* () {
      const user = yield* customerWith([
        [lamp, 2],
        [shoes, 1]
      ])
      const { answer, calls } = yield* reply(user, wish("checkout", { speed: "express" }))
      assert.deepStrictEqual(calls, [["checkout", { speed_tier: "express" }]])
      assert.strictEqual(answer, "")
      assert.strictEqual(yield* orderCount(user), 0)
    })
  )

  it.effect("says what keeps the cart from being ordered, and what to do", () =>
    Effect.gen(function* () {
      const order = (user: User) => Effect.map(reply(user, wish("checkout")), ({ answer }) => answer)
      assert.match(yield* order(yield* newcomer), /^Your cart is empty/)
      assert.match(
        yield* order(yield* customerWith([[lamp, 1]], { shipTo: null })),
        /^Nothing was ordered\. To order it I need .* recipient, street/
      )
      assert.match(
        yield* order(
          yield* customerWith([
            [lamp, 1],
            [discontinued, 1]
          ])
        ),
        /^Nothing was ordered: remove what is not sold any more from your cart first\./
      )
      const bench = yield* newProduct({ east: 1 }, { name: "Oskaberg Long Bench" })
      assert.match(
        yield* order(yield* customerWith([[bench, 2]])),
        /not enough is in stock .* to you\. Oskaberg Long Bench: 1 of 2\./
      )
      const flown = yield* customerWith([[lamp, 1]])
      assert.strictEqual(
        (yield* reply(flown, wish("checkout", { speed: "overnight" }))).answer,
        "Nothing was ordered: your cart cannot go to its address with overnight shipping, only with standard or express. Tell me to order it that way."
      )
      assert.match(
        yield* order(yield* customerWith([[lamp, 1]], { coupon: "OVER" })),
        /^Nothing was ordered: say "remove the coupon"/
      )
    })
  )

  it.effect("says so when the tools are out of reach", () =>
    Effect.gen(function* () {
      const down = failing({ error: "unavailable", message: "-", retryable: true })
      const asked = [
        wish("cart"),
        wish("add_to_cart", { product: named("lamp") }),
        wish("update_cart", { quantity: 1 }),
        wish("remove_from_cart"),
        wish("shipping_address", { address: { ...elm, recipient: "Ada" } }),
        wish("billing_address", { address: elm }),
        wish("billing_same"),
        wish("apply_coupon", { code: "TEN" }),
        wish("remove_coupon"),
        wish("checkout")
      ]
      for (const one of asked) {
        assert.match((yield* perform(partOf(one), down)).answer, /just now.* try again in a moment/)
      }
    })
  )
})
