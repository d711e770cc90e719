import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ada, bob, lamp, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { type Intent } from "../../../../src/planner/Intents.ts"
import { wishOf, type Wish } from "../../../../src/planner/Wish.ts"
import * as Handlers from "../../../../src/pricing-promotions/handlers.ts"
import { answer, playbook } from "../../../../src/planner/plan/pricing-promotions/Plan.ts"
import { toolkit } from "../../../../src/pricing-promotions/toolkit.ts"
import { failing, perform, turnOf } from "../../support/Perform.ts"
import { withTools } from "../../../support/WithTools.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"
import { Category } from "@storefront/domain/Catalog"

const offers = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      INSERT INTO coupons (code, description, discount_type, discount_value, min_spend, max_discount, applicable_categories,
        valid_from, valid_until, user_specific_email) VALUES
      ('HELLO10', '10 % off', 'percentage', 10, 0, 50, NULL, '2026-01-01', '2099-06-01', NULL),
      ('HOME15', '15 % off Home', 'percentage', 15, 40, NULL, ARRAY['Home'], '2026-01-01', NULL, NULL),
      ('OLD20', '', 'fixed', 20, 0, NULL, NULL, '2025-01-01', '2026-01-01', NULL),
      ('ADA5', '5 off', 'fixed', 5, 100, NULL, NULL, '2026-01-01', NULL, ${ada.email})`
    yield* sql`
      INSERT INTO promotions (name, rules, start_date, end_date) VALUES
      ('Weekend', '{"type": "flash_sale", "categories": ["Sports"], "discount_pct": 15}', '2026-01-01', '2099-01-01'),
      ('Cosy', '{"type": "bundle", "categories": ["Home", "Clothing"], "discount_pct": 8}', '2026-01-01', '2099-02-01')`
    yield* sql`UPDATE users SET total_spend = 1240 WHERE id = ${ada.id}`
  })
)

const TestLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, Proposals.layer]),
  Layer.provideMerge(Layer.provideMerge(offers, shop)),
  Layer.provideMerge(TestDatabase.layer)
)

const wish = (intent: Intent, slots: Partial<Wish> = {}): Wish => ({ ...wishOf(intent, intent), ...slots })

const about = (category: "Home" | "Sports" | "Books") => ({
  ...wishOf("deals", "").filters,
  category: Category.make(category)
})

const reply = (asked: Wish, user = ada) => perform(answer(turnOf(asked.text), asked), withTools(toolkit, user), [asked])

const say = (asked: Wish, user = ada) => Effect.map(reply(asked, user), ({ answer }) => answer)

layer(TestLayer, { excludeTestServices: true })("the playbook of pricing-promotions", (it) => {
  it.effect("says what a coupon saves on a sum", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("validate_coupon", { code: "HELLO10", amount: 90 }))
      assert.deepStrictEqual(calls, [["validate_coupon", { code: "HELLO10", cart_total: 90 }]])
      assert.strictEqual(answer, "Without other offers, HELLO10 takes off $9.00, which leaves $81.00.")
    })
  )

  it.effect("tries a coupon on the product that was named", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(
        wish("validate_coupon", { code: "HOME15", product: { name: "ember lamp", source: "message" } })
      )
      assert.deepStrictEqual(calls.at(-1), ["validate_coupon", { code: "HOME15", cart_total: 50, category: "Home" }])
      assert.strictEqual(answer, "Without other offers, HOME15 takes off $7.50, which leaves $42.50.")
    })
  )

  it.effect("says what a coupon is good for when no sum is known, without naming one", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* say(wish("validate_coupon", { code: "HELLO10" })),
        "HELLO10 is valid: 10 % off, until June 1, 2099. Put it on your cart to see whether it fits."
      )
      assert.strictEqual(
        yield* say(wish("validate_coupon", { code: "HOME15" })),
        "HOME15 is valid: 15 % off Home, when you spend at least $40.00. Put it on your cart to see whether it fits."
      )
    })
  )

  it.effect("says why a coupon gives nothing", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* say(wish("validate_coupon", { code: "OLD20", amount: 50 })),
        "OLD20 cannot be used: it has expired."
      )
      assert.strictEqual(
        yield* say(wish("validate_coupon", { code: "HOME15", amount: 20 })),
        "HOME15 cannot be used: that is less than its minimum spend."
      )
      const noCoupon = "ADA5 cannot be used: there is no such coupon for you."
      assert.strictEqual(yield* say(wish("validate_coupon", { code: "ADA5", amount: 200 }), bob), noCoupon)
      assert.match(yield* say(wish("validate_coupon")), /^Promotions that are running/)
    })
  )

  it.effect("lists the deals of the moment", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* say(wish("deals")),
        [
          "Promotions that are running:",
          "- Weekend: 15% off Sports, until January 1, 2099",
          "- Cosy: Buy one item each from Home and Clothing together and save 8%, until February 1, 2099",
          "Coupons that run now:",
          "- HOME15: 15 % off Home, when you spend at least $40.00",
          "- HELLO10: 10 % off, until June 1, 2099",
          "- ADA5: 5 off, when you spend at least $100.00"
        ].join("\n")
      )
      const books = yield* reply(wish("deals", { filters: about("Books") }), bob)
      assert.deepStrictEqual(books.calls, [["get_active_deals", { category: "Books" }]])
      assert.strictEqual(
        books.answer,
        "Promotions for Books that are running: none.\nCoupons for Books that run now:\n- HELLO10: 10 % off, until June 1, 2099"
      )
    })
  )

  it.effect("tells of a cart by its best price which coupon fits it", () =>
    Effect.gen(function* () {
      const { answer, calls } = yield* reply(wish("deals", { text: "which coupons would work for my cart?" }))
      assert.deepStrictEqual(calls, [["optimize_cart", {}]])
      assert.notInclude(answer, "Coupons that run now")
    })
  )

  it.effect("tells the prices of a product and who the customer is, although others are asked for that first", () =>
    Effect.gen(function* () {
      const prices = yield* reply(
        wish("price_history", { product: { name: "ember lamp", source: "message" }, days: 3 })
      )
      assert.deepStrictEqual(prices.calls.at(-1), ["get_price_history", { product_id: lamp.id, days: 7 }])
      assert.match(prices.answer, /^Hearthlow Ember Lamp: \$50\.00/u)
      assert.match(yield* say(wish("profile")), /^You are Ada Byron/u)
      const turn = yield* perform(playbook(turnOf("What do you know about me?")), withTools(toolkit, ada))
      assert.deepStrictEqual(turn.calls, [["get_user_profile", {}]])
    })
  )

  it.effect("shows the loyalty tier and the way to the next", () =>
    Effect.gen(function* () {
      const now =
        "You are a silver member with $1,240.00 spent. You get 5% off and free standard shipping on orders from $75.00."
      assert.strictEqual(yield* say(wish("loyalty")), `${now} Another $1,760.00 makes you gold, with 10% off.`)
      assert.strictEqual(
        yield* say(wish("loyalty", { amount: 500 })),
        `${now} Another $1,760.00 makes you gold, with 10% off.`
      )
      assert.strictEqual(
        yield* say(wish("loyalty", { amount: 1760 })),
        `${now} Another $1,760.00 makes you gold, with 10% off.`
      )
    })
  )

  it.effect("names no product that it did not find", () =>
    Effect.gen(function* () {
      const unknown = { name: "zeppelin", source: "message" } as const
      assert.strictEqual(
        yield* say(wish("validate_coupon", { code: "HELLO10", product: unknown })),
        'I found no product called "zeppelin". Please check the name, or tell me what kind of product it is.'
      )
      assert.notInclude(yield* say(wish("optimize_cart")), lamp.name)
    })
  )

  it.effect("says what it could not do when the tools are out of reach", () =>
    Effect.gen(function* () {
      const down = failing({ error: "unavailable", message: "-", retryable: true })
      for (const asked of [wish("validate_coupon", { code: "HELLO10" }), wish("deals"), wish("loyalty")]) {
        const { answer: said } = yield* perform(answer(turnOf(asked.text), asked), down)
        assert.match(said, /just now\. Please try again in a moment\.$/u)
      }
    })
  )
})
