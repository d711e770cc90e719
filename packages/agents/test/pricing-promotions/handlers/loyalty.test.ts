import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { ada, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Effect, Layer } from "effect"
import * as Handlers from "../../../src/pricing-promotions/handlers.ts"
import { toolkit } from "../../../src/pricing-promotions/toolkit.ts"
import { callerOf } from "../../support/CallTool.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"

const call = callerOf(toolkit, ada)

for (const engine of TestDatabase.engines) {
  const TestLayer = Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provideMerge(shop),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the loyalty tools on ${engine.name}`, (it) => {
    it.effect("show the tier, what it gives, and the way to the next one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* call("get_loyalty_tier", {}), {
          tier: "bronze",
          total_spend: 0,
          discount_pct: 0,
          free_shipping_threshold: 100,
          priority_support: false,
          next_tier: { name: "silver", min_spend: 1000, spend_needed: 1000, discount_pct: 5 }
        })
        yield* sql`UPDATE users SET total_spend = 2999.99 WHERE id = ${ada.id}`
        assert.deepInclude(yield* call("get_loyalty_tier", {}), {
          tier: "silver",
          next_tier: { name: "gold", min_spend: 3000, spend_needed: 0.01, discount_pct: 10 }
        })
        yield* sql`UPDATE users SET total_spend = 3000 WHERE id = ${ada.id}`
        assert.deepStrictEqual(yield* call("get_loyalty_tier", {}), {
          tier: "gold",
          total_spend: 3000,
          discount_pct: 10,
          free_shipping_threshold: 0,
          priority_support: true,
          next_tier: null
        })
        yield* sql`UPDATE users SET total_spend = 0 WHERE id = ${ada.id}`
      })
    )

    it.effect("work out what the tier takes off an amount, and what is missing to free shipping", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* call("calculate_loyalty_discount", { cart_total: 60.1 }), {
          tier: "bronze",
          discount_pct: 0,
          cart_total: 60.1,
          discount_amount: 0,
          discounted_total: 60.1,
          free_shipping: false,
          free_shipping_threshold: 100,
          amount_to_free_shipping: 39.9
        })
        yield* sql`UPDATE users SET total_spend = 1000 WHERE id = ${ada.id}`
        assert.deepInclude(yield* call("calculate_loyalty_discount", { cart_total: 78.95 }), {
          discount_amount: 3.95,
          discounted_total: 75,
          free_shipping: true,
          amount_to_free_shipping: 0
        })
        yield* sql`UPDATE users SET total_spend = 3000 WHERE id = ${ada.id}`
        assert.deepInclude(yield* call("calculate_loyalty_discount", { cart_total: 0 }), {
          tier: "gold",
          free_shipping: true,
          free_shipping_threshold: 0
        })
        yield* sql`UPDATE users SET total_spend = 0 WHERE id = ${ada.id}`
      })
    )

    it.effect("list what every tier gives", () =>
      Effect.gen(function* () {
        const tier = (tier: string, min_spend: number, discount_pct: number, free_shipping_threshold: number) => ({
          tier,
          min_spend,
          discount_pct,
          free_shipping_threshold,
          priority_support: tier === "gold"
        })
        assert.deepStrictEqual(yield* call("get_loyalty_benefits", {}), {
          tiers: [tier("bronze", 0, 0, 100), tier("silver", 1000, 5, 75), tier("gold", 3000, 10, 0)],
          count: 3,
          your_tier: "bronze"
        })
      })
    )
  })
}
