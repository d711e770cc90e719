import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { User } from "@storefront/domain/Identity"
import { type TurnReport } from "@storefront/server/assistant/turn/TurnReport"
import { Effect, Layer } from "effect"
import { ada, lamp, orderId, placeOrder, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { OrderManagement } from "../../src/order-management/agent.ts"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import { PricingPromotions } from "../../src/pricing-promotions/agent.ts"
import * as PricingHandlers from "../../src/pricing-promotions/handlers.ts"
import { ReviewSentiment } from "../../src/review-sentiment/agent.ts"
import * as ReviewHandlers from "../../src/review-sentiment/handlers.ts"
import { layerPreviewing } from "../support/Proposing.ts"
import { converse, SurroundingsLayer } from "./support/Converse.ts"
import * as Shop from "@storefront/server/shop/Shop"

const TestLayer = Layer.mergeAll(OrderHandlers.layer, PricingHandlers.layer, ReviewHandlers.layer).pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.merge(SurroundingsLayer),
  Layer.provideMerge(shop),
  Layer.provideMerge(TestDatabase.layer)
)

const stepsOf = ({ steps }: TurnReport) => steps.map(({ status, toolName }) => `${toolName} ${status}`)

const place = (n: number, notes = "Order received") =>
  placeOrder({
    id: orderId(n),
    owner: ada,
    status: "placed",
    lines: [{ product: lamp, east: 1 }],
    createdAt: `2026-02-0${n}T10:00:00Z`,
    history: [["placed", notes]]
  })

layer(TestLayer, { excludeTestServices: true })("a turn without a language model", (it) => {
  it.effect("refuses a power user what the shop's people can do, and offers a case", () =>
    Effect.gen(function* () {
      yield* place(3)
      const reports = yield* converse(
        OrderManagement,
        new User({ ...ada, role: "power_user" }),
        "Cancel my latest order",
        "Can I still cancel my latest order?",
        "Send my latest order to a new address"
      )
      for (const { answer } of reports) {
        assert.match(answer, /Your account cannot have orders .* by me\. Say “open a case”, and a person at the shop/)
        assert.notMatch(answer, /no longer|tell me to/)
      }
      const sql = yield* SqlClient.SqlClient
      const [order] = yield* sql`SELECT status FROM orders WHERE id = ${orderId(3)}`
      assert.deepStrictEqual(order, { status: "placed" })
    })
  )

  it.effect("shows notes of people without what hides in them", () =>
    Effect.gen(function* () {
      yield* place(4, "At the\u200B door\u202E of ``` the shop")
      const [report] = yield* converse(OrderManagement, ada, "Track my latest order")
      assert.include(report!.answer, "At the door of")
      assert.notMatch(report!.answer, /[\u200B\u202E]|```/u)
    })
  )

  it.effect("tells what a sum has to be that the tools cannot work with", () =>
    Effect.gen(function* () {
      const [report] = yield* converse(PricingPromotions, ada, "Does HELLO10 work on a cart of 2000000 dollars?")
      assert.match(report!.answer, /^That cannot be done: the cart total must be from 0 to 999999\.99/u)
    })
  )

  it.effect("answers several wishes in their order", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO coupons (code, discount_type, discount_value) VALUES ('HELLO10', 'percentage', 10)`
      const [report] = yield* converse(
        PricingPromotions,
        ada,
        "Does HELLO10 work on a cart of 90 dollars, and what is my loyalty tier?"
      )
      assert.deepStrictEqual(stepsOf(report!), ["validate_coupon success", "get_loyalty_tier success"])
      assert.match(report!.answer, /^Without other offers, HELLO10 takes off \$9\.00[^]*\n\nYou are a bronze member/u)
    })
  )

  it.effect("tells what every tier gives in words that are no quotation of its instructions", () =>
    Effect.gen(function* () {
      const [report] = yield* converse(PricingPromotions, ada, "What does every loyalty tier give?")
      assert.deepStrictEqual(stepsOf(report!), ["get_loyalty_benefits success"])
      assert.match(report!.answer, /\n- bronze: .*\n- silver: .*\n- gold: /u)
    })
  )

  it.effect("knows which product a follow-up is about", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO reviews (product_id, user_id, rating, body)
        VALUES (${lamp.id}, ${ada.id}, 2, 'The switch was broken.')`
      yield* sql`UPDATE products SET rating = 2, review_count = 1 WHERE id = ${lamp.id}`
      const [opinion, worst] = yield* converse(
        ReviewSentiment,
        ada,
        "Do people like the Ember Lamp?",
        "and what are the worst reviews?"
      )
      assert.deepStrictEqual(stepsOf(opinion!), ["find_product success", "analyze_sentiment success"])
      assert.include(
        opinion!.answer,
        "The reviews of the Hearthlow Ember Lamp are negative: 2.0 out of 5 from 1 review"
      )
      assert.deepStrictEqual(stepsOf(worst!), ["find_product success", "get_product_reviews success"])
      assert.include(worst!.answer, "Its reviews:\n- 2 stars by Ada B.")
    })
  )
})

// A database of its own: other tests leave something in theirs.
layer(TestLayer, { excludeTestServices: true })("a turn without a language model", (it) => {
  it.effect("tracks an order, says whether it can be cancelled, and proposes to cancel it when asked to", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* place(1)
      yield* place(2)
      const [tracked, asked, cancelled] = yield* converse(
        OrderManagement,
        ada,
        "Where is my latest order?",
        "Could I still cancel it?",
        "Then cancel it please, I bought it twice"
      )
      assert.deepStrictEqual(stepsOf(tracked!), ["get_order_tracking success"])
      assert.include(tracked!.answer, `Order #0000-0002 (Hearthlow Ember Lamp) is placed and waiting to be confirmed`)
      assert.deepStrictEqual(stepsOf(asked!), ["get_order_details success"])
      assert.include(asked!.answer, "can still be cancelled")
      assert.deepStrictEqual(stepsOf(cancelled!), ["get_order_details success", "cancel_order success"])
      assert.strictEqual(cancelled!.answer, "")
      assert.deepStrictEqual(yield* sql`SELECT id, status FROM orders ORDER BY id`, [
        { id: orderId(1), status: "placed" },
        { id: orderId(2), status: "placed" }
      ])
    })
  )
})
