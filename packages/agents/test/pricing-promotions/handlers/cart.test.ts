import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { type User } from "@storefront/domain/Identity"
import { checkBundleEligibility, optimizeCart } from "@storefront/domain/tools/PricingTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { DateTime, Effect, Layer } from "effect"
import { ada, atlas, bob, lamp, shoes, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../../src/pricing-promotions/handlers.ts"
import { toolkit } from "../../../src/pricing-promotions/toolkit.ts"
import { callerOf, decodeAs } from "../../support/CallTool.ts"
import { fillCart, market, newcomer, newProduct } from "@storefront/server/testing/SmallMarket"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"
import { Category } from "@storefront/domain/Catalog"

const call = callerOf(toolkit, ada)

const asOptimized = decodeAs(optimizeCart.successSchema)
const asChecked = decodeAs(checkBundleEligibility.successSchema)
const asFailure = decodeAs(ToolFailure)

const unknown = "aaaaaaaa-0000-4000-8000-000000000099"
const cartOf = (user: User) => `dddddddd-${user.id.slice(0, 4)}-4000-8000-000000000000`

const offers = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = yield* DateTime.now
    const inDays = (days: number) => DateTime.toDate(DateTime.add(now, { days }))
    const coupon = (code: string, fields: object) => ({
      code,
      discount_type: "percentage",
      discount_value: "10",
      min_spend: "0",
      usage_limit: null,
      valid_from: inDays(-10),
      valid_until: null,
      applicable_categories: null,
      user_specific_email: null,
      is_active: true,
      ...fields
    })
    yield* sql`INSERT INTO coupons ${sql.insert([
      coupon("HELLO10", {}),
      coupon("HOME30", { discount_value: "30", min_spend: "100", applicable_categories: ["Home"] }),
      coupon("BOOKS90", { discount_value: "90", applicable_categories: ["Books"] }),
      coupon("ADA12", { discount_type: "fixed", discount_value: "12", user_specific_email: ada.email }),
      coupon("EARLY", { discount_value: "90", valid_from: inDays(14) }),
      coupon("LATE", { discount_value: "90", valid_until: inDays(-1) }),
      coupon("NONELEFT", { discount_value: "90", usage_limit: 0 }),
      coupon("PAUSED", { discount_value: "90", is_active: false })
    ])}`
    const promotion = (n: number, name: string, rules: object, start: number, end: number, is_active = true) => ({
      id: `ffffffff-0000-4000-8000-00000000000${n}`,
      name,
      rules: JSON.stringify(rules),
      start_date: inDays(start),
      end_date: inDays(end),
      is_active
    })
    const bundle = (...product_ids: ReadonlyArray<string>) => ({ type: "bundle", product_ids, discount_pct: 10 })
    const half = { ...bundle(lamp.id, shoes.id), discount_pct: 50 }
    yield* sql`INSERT INTO promotions ${sql.insert([
      promotion(1, "Duo", bundle(lamp.id, shoes.id), -5, 30),
      promotion(2, "Cosy", { type: "bundle", categories: ["Home", "Clothing"], discount_pct: 8 }, -5, 45),
      promotion(3, "Lit", { type: "buy_x_get_y", product_ids: [lamp.id], buy_quantity: 3, free_quantity: 1 }, -5, 60),
      promotion(4, "Weekend", { type: "flash_sale", categories: ["Sports"], discount_pct: 15 }, -5, 7),
      promotion(5, "Gone", bundle(lamp.id, atlas.id), -5, 20),
      promotion(6, "Over", half, -5, -1),
      promotion(7, "Soon", half, 1, 2),
      promotion(8, "Off", half, -5, 7, false)
    ])}`
  })
)

for (const engine of TestDatabase.engines) {
  const TestLayer = Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provideMerge(Layer.provideMerge(offers, shop)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the tools that price carts on ${engine.name}`, (it) => {
    it.effect("find the best price of named products, and explain it", () =>
      Effect.gen(function* () {
        const items = [{ product_id: shoes.id, quantity: 2 }, { product_id: lamp.id }]
        assert.deepStrictEqual(yield* call("optimize_cart", { product_ids_with_quantities: items }), {
          cart_items: [
            { product_id: shoes.id, name: shoes.name, category: "Sports", price: 50, quantity: 2, subtotal: 100 },
            { product_id: lamp.id, name: lamp.name, category: "Home", price: 50, quantity: 1, subtotal: 50 }
          ],
          original_total: 150,
          coupon: { code: "HELLO10", valid: true, discount: 13.5, reason: null },
          savings: [
            {
              type: "flash_sale",
              label: "Weekend",
              amount: 15,
              product_ids: [shoes.id],
              explanation: "Weekend: 15% off Sports."
            },
            {
              type: "coupon",
              label: "HELLO10",
              amount: 13.5,
              product_ids: [lamp.id, shoes.id],
              explanation: "Coupon HELLO10: 10% off after promotions."
            }
          ],
          total_savings: 28.5,
          final_total: 121.5,
          savings_percentage: 19,
          free_shipping: true,
          shipping_cost: null,
          total_with_shipping: null,
          rejected_coupons: [
            { code: "BOOKS90", reason_code: "category" },
            { code: "HOME30", reason_code: "min_spend" }
          ],
          loyalty_tier: "bronze",
          message: "Without shipping: the cart has no address."
        })
      })
    )

    it.effect("count what only one customer may use for that one, and the loyalty discount at last", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE users SET total_spend = 1000 WHERE id = ${ada.id}`
        const items = { product_ids_with_quantities: [{ product_id: lamp.id }] }
        const own = asOptimized(yield* call("optimize_cart", items))
        assert.deepStrictEqual([own.coupon?.code, own.final_total, own.loyalty_tier], ["ADA12", 3_610, "silver"])
        assert.deepStrictEqual(
          own.savings.map(({ amount, label }) => [label, amount]),
          [
            ["ADA12", 1_200],
            ["silver member discount", 190]
          ]
        )
        assert.deepStrictEqual([own.free_shipping, own.savings_percentage], [false, 27.8])
        const other = asOptimized(yield* call("optimize_cart", items, bob))
        assert.deepStrictEqual([other.coupon?.code, other.final_total], ["HELLO10", 4_500])
        assert.isFalse(JSON.stringify(other).includes("ADA12"))
        yield* sql`UPDATE users SET total_spend = 0 WHERE id = ${ada.id}`
      })
    )

    it.effect("add up products that are named twice, as far as a cart can hold them", () =>
      Effect.gen(function* () {
        const twice = (quantity: number) => ({
          product_ids_with_quantities: [
            { product_id: lamp.id, quantity: 90 },
            { product_id: lamp.id, quantity }
          ]
        })
        const { cart_items } = asOptimized(yield* call("optimize_cart", twice(9)))
        assert.deepStrictEqual(
          cart_items.map(({ quantity }) => quantity),
          [99]
        )
        const failure = asFailure(yield* call("optimize_cart", twice(10)))
        assert.strictEqual(failure.error, "invalid_argument")
        assert.deepStrictEqual(
          failure.field_errors?.map(({ field }) => field),
          ["product_ids_with_quantities"]
        )
      })
    )

    it.effect("price the caller's own cart, without products that are no longer sold", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const empty = asFailure(yield* call("optimize_cart", {}))
        assert.deepStrictEqual([empty.error, empty.reason], ["conflict", "empty_cart"])
        yield* sql`INSERT INTO carts (id, user_id) VALUES (${cartOf(ada)}, ${ada.id}), (${cartOf(bob)}, ${bob.id})`
        yield* sql`INSERT INTO cart_items (cart_id, product_id, quantity, added_at) VALUES
          (${cartOf(ada)}, ${shoes.id}, 1, '2026-01-01'), (${cartOf(ada)}, ${lamp.id}, 4, '2026-01-02'),
          (${cartOf(ada)}, ${atlas.id}, 9, '2026-01-03'), (${cartOf(bob)}, ${atlas.id}, 1, '2026-01-01')`
        const { cart_items, coupon, final_total, savings } = asOptimized(yield* call("optimize_cart", {}))
        assert.deepStrictEqual(
          cart_items.map(({ name, quantity }) => [name, quantity]),
          [
            [shoes.name, 1],
            [lamp.name, 4]
          ]
        )
        assert.deepStrictEqual(
          savings.map(({ label, type }) => [type, label]),
          [
            ["buy_x_get_y", "Lit"],
            ["flash_sale", "Weekend"],
            ["coupon", "HOME30"]
          ]
        )
        assert.deepStrictEqual([coupon?.code, coupon?.discount, final_total], ["HOME30", 4_500, 14_750])
        const unsold = asFailure(yield* call("optimize_cart", {}, bob))
        assert.strictEqual(unsold.reason, "empty_cart")
        assert.match(unsold.message, /^Nothing in the customer's cart can be bought\./u)
      })
    )

    it.effect("name the products that are not on sale", () =>
      Effect.gen(function* () {
        const product_ids = [lamp.id, atlas.id, unknown]
        const optimized = asFailure(
          yield* call("optimize_cart", {
            product_ids_with_quantities: product_ids.map((product_id) => ({ product_id }))
          })
        )
        const checked = asFailure(yield* call("check_bundle_eligibility", { product_ids }))
        for (const { error, missing_ids } of [optimized, checked]) {
          assert.deepStrictEqual([error, missing_ids], ["not_found", [atlas.id, unknown]])
        }
      })
    )

    it.effect("say so when nothing can be saved", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE coupons SET is_active = false WHERE code = 'HELLO10'`
        const { message, savings_percentage } = asOptimized(
          yield* call("optimize_cart", { product_ids_with_quantities: [{ product_id: lamp.id }] }, bob)
        )
        assert.deepStrictEqual(
          [message, savings_percentage],
          [
            "No promotion, coupon or loyalty discount takes anything off these products now. Without shipping: the cart has no address.",
            0
          ]
        )
        yield* sql`UPDATE coupons SET is_active = true WHERE code = 'HELLO10'`
      })
    )

    it.effect("check which running promotions products make up", () =>
      Effect.gen(function* () {
        const checked = asChecked(yield* call("check_bundle_eligibility", { product_ids: [shoes.id, lamp.id] }))
        assert.isTrue(checked.eligible)
        assert.deepStrictEqual(
          checked.products_checked.map(({ name }) => name),
          [shoes.name, lamp.name]
        )
        assert.deepStrictEqual(
          checked.bundle_deals.map(({ bundle_total, promotion_name, savings }) => [
            promotion_name,
            bundle_total,
            savings
          ]),
          [["Duo", 10_000, 1_000]]
        )
        assert.deepStrictEqual(checked.bundle_deals[0]?.qualifying_product_ids, [lamp.id, shoes.id])
        assert.deepStrictEqual(
          checked.buy_x_get_y_deals.map(({ eligible_product_ids, promotion_name, units_missing }) => [
            promotion_name,
            eligible_product_ids,
            units_missing
          ]),
          [["Lit", [lamp.id], 3]]
        )
        assert.deepStrictEqual(checked.near_misses, [
          { promotion_name: "Cosy", missing_product_ids: [], missing_categories: [Category.make("Clothing")] }
        ])
      })
    )

    it.effect("say what is missing for a bundle that can be completed", () =>
      Effect.gen(function* () {
        const checked = asChecked(yield* call("check_bundle_eligibility", { product_ids: [lamp.id] }))
        assert.isFalse(checked.eligible)
        assert.deepStrictEqual(checked.near_misses, [
          { promotion_name: "Duo", missing_product_ids: [shoes.id], missing_categories: [] },
          { promotion_name: "Cosy", missing_product_ids: [], missing_categories: [Category.make("Clothing")] }
        ])
        assert.strictEqual(
          checked.message,
          "No promotion for several products is complete with one unit each of these products."
        )
      })
    )
  })

  const MarketLayer = Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provideMerge(market),
    Layer.provideMerge(engine.layer)
  )

  layer(MarketLayer, { excludeTestServices: true })(`optimize_cart on ${engine.name}`, (it) => {
    it.effect("counts the shipping to where the cart goes, for the cart and for named products", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const buyer = yield* newcomer
        const rug = yield* newProduct({ east: 9 }, { category: "Sports", price: "104.00" })
        yield* fillCart(buyer, [[rug, 1]])
        const items = { product_ids_with_quantities: [{ product_id: rug.id }] }
        // ONCE leaves 84.00, and shipping that is no longer free.
        const best = { final_total: 84, free_shipping: false, shipping_cost: 5.95, total_with_shipping: 89.95 }
        for (const given of [{}, items]) {
          assert.deepInclude(yield* call("optimize_cart", given, buyer), best)
        }
        assert.deepInclude(yield* call("get_active_deals", {}, buyer), { best_for_cart: "ONCE" })
        // It would take 5.00 off, and cost 5.95 more for shipping.
        yield* sql`UPDATE coupons SET discount_value = 5 WHERE code = 'ONCE'`
        yield* sql`UPDATE coupons SET is_active = false WHERE code = 'TEN'`
        const whole = {
          coupon: null,
          final_total: 104,
          free_shipping: true,
          shipping_cost: 0,
          total_with_shipping: 104
        }
        for (const given of [{}, items]) {
          assert.deepInclude(yield* call("optimize_cart", given, buyer), whole)
        }
        assert.deepInclude(yield* call("get_active_deals", {}, buyer), { best_for_cart: null })
        yield* sql`UPDATE warehouse_inventory SET quantity = 0 WHERE product_id = ${rug.id}`
        assert.deepInclude(yield* call("optimize_cart", items, buyer), {
          final_total: 99,
          shipping_cost: null,
          message: "Without shipping: too few are in stock."
        })
      })
    )
  })
}
