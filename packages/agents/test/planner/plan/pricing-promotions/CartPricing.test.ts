import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ada, atlas, bob, lamp, shoes, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { type Intent } from "../../../../src/planner/Intents.ts"
import { wishOf, type ProductReference, type ItemReference, type Wish } from "../../../../src/planner/Wish.ts"
import * as Handlers from "../../../../src/pricing-promotions/handlers.ts"
import { answer } from "../../../../src/planner/plan/pricing-promotions/Plan.ts"
import { toolkit } from "../../../../src/pricing-promotions/toolkit.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { withTools } from "../../../support/WithTools.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"

const cart = "dddddddd-0000-4000-8000-000000000001"

const offers = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      INSERT INTO coupons (code, discount_type, discount_value, min_spend, applicable_categories, valid_from) VALUES
      ('HELLO10', 'percentage', 10, 0, NULL, '2026-01-01'),
      ('FIVE', 'fixed', 5, 0, NULL, '2026-01-01'),
      ('TAKE90', 'fixed', 90, 1000, NULL, '2026-01-01'),
      ('BOOKS50', 'percentage', 50, 0, ARRAY['Books'], '2026-01-01')`
    const bundle = JSON.stringify({ type: "bundle", product_ids: [lamp.id, shoes.id], discount_pct: 10 })
    yield* sql`
      INSERT INTO promotions (name, rules, start_date, end_date) VALUES
      ('Duo', ${bundle}::jsonb, '2026-01-01', '2099-03-01'),
      ('Cosy', '{"type": "bundle", "categories": ["Home", "Clothing"], "discount_pct": 8}', '2026-01-01', '2099-02-01'),
      ('Move', '{"type": "buy_x_get_y", "category": "Sports", "buy_quantity": 2, "free_quantity": 1}', '2026-01-01', '2099-01-01')`
    yield* sql`UPDATE users SET total_spend = 1240 WHERE id = ${ada.id}`
    yield* sql`INSERT INTO carts (id, user_id) VALUES (${cart}, ${ada.id})`
    yield* sql`INSERT INTO cart_items (cart_id, product_id, quantity) VALUES (${cart}, ${lamp.id}, 1)`
  })
)

const TestLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, Proposals.layer]),
  Layer.provideMerge(Layer.provideMerge(offers, shop)),
  Layer.provideMerge(TestDatabase.layer)
)

const wish = (intent: Intent, slots: Partial<Wish> = {}): Wish => ({ ...wishOf(intent, intent), ...slots })

const called = (name: string): ProductReference => ({ name, source: "message" })

const item = (name: string, quantity: number | null = null): ItemReference => ({ product: called(name), quantity })

const reply = (asked: Wish, user = ada) => perform(answer(turnOf(asked.text), asked), withTools(toolkit, user), [asked])

const say = (asked: Wish, user = ada) => Effect.map(reply(asked, user), ({ answer }) => answer)

const down = failing({ error: "unavailable", message: "-", retryable: true })

layer(TestLayer, { excludeTestServices: true })("the playbook of pricing-promotions for carts", (it) => {
  it.effect("tells the best price of the customer's cart, and why", () =>
    Effect.gen(function* () {
      const { answer, calls, state } = yield* reply(wish("optimize_cart"))
      assert.strictEqual(state.code, "FIVE")
      assert.deepStrictEqual(calls, [["optimize_cart", {}]])
      assert.strictEqual(
        answer,
        [
          "At best your cart costs $42.75 instead of $50.00: you save $7.25 (14.5%).",
          "- Hearthlow Ember Lamp, $50.00",
          "What you save:",
          "- Coupon FIVE: $5.00 off after promotions. That takes off $5.00.",
          "- As a silver member you get 5% off what is left after promotions and coupon. That takes off $2.25.",
          "The coupon to use is FIVE."
        ].join("\n")
      )
    })
  )

  it.effect("tells the best price of what was named, with its quantities", () =>
    Effect.gen(function* () {
      const items = [item("trail shoes", 3), item("ember lamp")]
      const { answer, calls, state } = yield* reply(wish("optimize_cart", { items }), bob)
      assert.deepStrictEqual(
        state.products.map(({ name }) => name),
        [shoes.name, lamp.name]
      )
      assert.deepStrictEqual(calls.at(-1), [
        "optimize_cart",
        {
          product_ids_with_quantities: [
            { product_id: shoes.id, quantity: 3 },
            { product_id: lamp.id, quantity: 1 }
          ]
        }
      ])
      assert.match(answer, /^At best this costs \$135\.00 instead of \$200\.00: you save \$65\.00 \(32\.5%\)\.$/mu)
      assert.include(answer, "- 3 × Strydevale Trail Shoes, $150.00\n- Hearthlow Ember Lamp, $50.00")
      assert.include(answer, "- Move: Buy 3 items from Sports and the cheapest one is free. That takes off $50.00.")
      const one = yield* reply(wish("optimize_cart", { product: called("ember lamp"), quantity: 200 }), bob)
      assert.deepStrictEqual(one.calls.at(-1), [
        "optimize_cart",
        { product_ids_with_quantities: [{ product_id: lamp.id, quantity: 99 }] }
      ])
      assert.match(one.answer, /^At best this costs /u)
    })
  )

  it.effect("optimises a product when its deals, or the best coupon for it, are asked for", () =>
    Effect.gen(function* () {
      for (const intent of ["deals", "validate_coupon"] as const) {
        const { calls } = yield* reply(wish(intent, { product: called("ember lamp") }))
        assert.deepStrictEqual(
          calls.map(([name]) => name),
          ["find_product", "optimize_cart"]
        )
      }
      const { calls } = yield* reply(wish("validate_coupon", { text: "which coupon is best for my cart?" }))
      assert.deepStrictEqual(calls, [["optimize_cart", {}]])
    })
  )

  it.effect("asks for what is missing", () =>
    Effect.gen(function* () {
      assert.match(
        yield* say(wish("optimize_cart"), bob),
        /^There is nothing in your cart that I could price\. Name products/u
      )
      const unknown = wish("optimize_cart", { items: [item("ember lamp"), item("zeppelin")] })
      assert.match(yield* say(unknown), /^I found no product called "zeppelin"\./u)
      assert.strictEqual(
        yield* say(wish("loyalty_discount")),
        "On which amount shall I work out your loyalty discount?"
      )
    })
  )

  it.effect("says which bundle products make up", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("bundles", { items: [item("ember lamp"), item("trail shoes")] }))
      assert.deepStrictEqual(calls.at(-1), ["check_bundle_eligibility", { product_ids: [lamp.id, shoes.id] }])
      assert.strictEqual(
        answer,
        [
          "Bundles and offers with free units for the Hearthlow Ember Lamp and the Strydevale Trail Shoes:",
          "- Duo: Hearthlow Ember Lamp and Strydevale Trail Shoes together cost $100.00, and you save $10.00, until March 1, 2099",
          "- Move: buy 2, get 1 free, until January 1, 2099; with Strydevale Trail Shoes"
        ].join("\n")
      )
    })
  )

  it.effect("tells the best price of the cart when asked about bundles in it", () =>
    Effect.gen(function* () {
      const asked = wish("bundles", { text: "is anything in my cart part of a bundle?" })
      assert.deepStrictEqual((yield* reply(asked)).calls, [["optimize_cart", {}]])
      assert.match(yield* say(asked, bob), /^There is nothing in your cart/u)
    })
  )

  it.effect("says that nothing is offered for products that no promotion counts", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE products SET is_active = true WHERE id = ${atlas.id}`
      assert.strictEqual(
        yield* say(wish("bundles", { product: called("Umberfield Atlas") })),
        "Bundles and offers with free units for the Umberfield Atlas: none."
      )
      yield* sql`UPDATE products SET is_active = false WHERE id = ${atlas.id}`
    })
  )

  it.effect("works out the loyalty discount of an amount", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("loyalty_discount", { amount: 60 }))
      assert.deepStrictEqual(calls, [["calculate_loyalty_discount", { cart_total: 60 }]])
      assert.strictEqual(
        answer,
        "As a silver member you get 5% off: $3.00 off $60.00 leaves $57.00, without other offers."
      )
      assert.strictEqual(
        yield* say(wish("loyalty_discount", { amount: 120 }), bob),
        "As a bronze member you get 0% off: $0.00 off $120.00 leaves $120.00, without other offers."
      )
    })
  )

  it.effect("tells what every tier gives, and what was bought before", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* say(wish("loyalty_benefits")),
        [
          "You are a silver member. This is what the tiers of our loyalty programme give:",
          "- bronze: free standard shipping on orders from $100.00, once you have spent $0.00",
          "- silver: 5% off and free standard shipping on orders from $75.00, once you have spent $1,000.00",
          "- gold: 10% off, free standard shipping on every order and priority support, once you have spent $3,000.00"
        ].join("\n")
      )
      const { calls } = yield* reply(wish("purchase_history", { limit: 3 }))
      assert.deepStrictEqual(calls, [["get_purchase_history", { limit: 3 }]])
    })
  )

  it.effect("says what it could not do when the tools are out of reach", () =>
    Effect.gen(function* () {
      const asked = [
        wish("optimize_cart"),
        wish("bundles"),
        wish("bundles", { product: called("lamp") }),
        wish("loyalty_benefits"),
        wish("loyalty_discount", { amount: 60 }),
        wish("validate_coupon", { code: "FIVE", text: "for my cart" })
      ]
      for (const one of asked) {
        const { answer: said } = yield* perform(answer(turnOf(""), one), down)
        assert.match(said, /just now\. Please try again in a moment\.$/u)
      }
    })
  )
})
