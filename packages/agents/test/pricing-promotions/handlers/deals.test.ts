import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { getActiveDeals, validateCoupon } from "@storefront/domain/tools/PricingTools"
import { DateTime, Effect, Layer } from "effect"
import { ada, atlas, bob, lamp, shoes, shop } from "@storefront/server/testing/SmallShop"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../../src/pricing-promotions/handlers.ts"
import { toolkit } from "../../../src/pricing-promotions/toolkit.ts"
import { callerOf, decodeAs } from "../../support/CallTool.ts"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as Shop from "@storefront/server/shop/Shop"
import { Category } from "@storefront/domain/Catalog"

const call = callerOf(toolkit, ada)

const asValidation = decodeAs(validateCoupon.successSchema)
const asDeals = decodeAs(getActiveDeals.successSchema)

const promotionId = (n: number) => `ffffffff-0000-4000-8000-00000000000${n}`

/** Coupons and promotions around this moment, to the day. */
const offers = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const now = yield* DateTime.now
    const inDays = (days: number) => DateTime.toDate(DateTime.add(now, { days }))
    const coupon = (code: string, fields: object) => ({
      code,
      description: `About ${code}`,
      discount_type: "percentage",
      discount_value: "10",
      min_spend: "0",
      max_discount: null,
      usage_limit: null,
      valid_from: inDays(-10),
      valid_until: null,
      applicable_categories: null,
      user_specific_email: null,
      is_active: true,
      ...fields
    })
    yield* sql`INSERT INTO coupons ${sql.insert([
      coupon("HELLO10", { max_discount: "50" }),
      coupon("HOME15", { discount_value: "15.5", min_spend: "100", applicable_categories: ["Home", "Books"] }),
      coupon("TAKE25", { discount_type: "fixed", discount_value: "25", min_spend: "150", valid_until: inDays(45) }),
      coupon("ADA5", { discount_type: "fixed", discount_value: "5", user_specific_email: ada.email }),
      coupon("EARLY", { valid_from: inDays(14) }),
      coupon("LATE", { valid_until: inDays(-1) }),
      coupon("NONELEFT", { usage_limit: 0 }),
      coupon("PAUSED", { is_active: false })
    ])}`
    const promotion = (n: number, name: string, rules: object, start: number, end: number, is_active = true) => ({
      id: promotionId(n),
      name,
      rules: JSON.stringify(rules),
      start_date: inDays(start),
      end_date: inDays(end),
      is_active
    })
    yield* sql`INSERT INTO promotions ${sql.insert([
      promotion(1, "Duo", { type: "bundle", product_ids: [lamp.id, shoes.id], discount_pct: 10 }, -5, 30),
      promotion(2, "Cosy", { type: "bundle", categories: ["Home", "Clothing"], discount_pct: 8 }, -5, 45),
      promotion(3, "Read", { type: "buy_x_get_y", category: "Books", buy_quantity: 2, free_quantity: 1 }, -5, 60),
      promotion(4, "Weekend", { type: "flash_sale", categories: ["Sports"], discount_pct: 15 }, -5, 7),
      promotion(5, "Over", { type: "flash_sale", categories: ["Sports"], discount_pct: 15 }, -5, -1),
      promotion(6, "Soon", { type: "flash_sale", categories: ["Sports"], discount_pct: 15 }, 1, 2),
      promotion(7, "Off", { type: "flash_sale", categories: ["Sports"], discount_pct: 15 }, -5, 7, false)
    ])}`
  })
)

for (const engine of TestDatabase.engines) {
  const TestLayer = Handlers.layer.pipe(
    Layer.provide([Shop.layer, Proposals.layer]),
    Layer.provideMerge(Layer.provideMerge(offers, shop)),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the pricing tools on ${engine.name}`, (it) => {
    it.effect("say what a valid coupon saves", () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* call("validate_coupon", { code: " hello10 ", cart_total: 90.05 }), {
          valid: true,
          code: "HELLO10",
          reason_code: null,
          message: "The coupon is valid.",
          description: "About HELLO10",
          discount_type: "percentage",
          discount_value: 10,
          min_spend: 0,
          max_discount: 50,
          applicable_categories: null,
          valid_until: null,
          discount_amount: 9.01,
          new_total: 81.04
        })
        const capped = asValidation(yield* call("validate_coupon", { code: "HELLO10", cart_total: 900 }))
        assert.strictEqual(capped.discount_amount, 5_000)
        const fixed = asValidation(yield* call("validate_coupon", { code: "TAKE25", cart_total: 150 }))
        assert.deepStrictEqual([fixed.discount_amount, fixed.new_total], [2_500, 12_500])
        const odd = asValidation(yield* call("validate_coupon", { code: "HOME15", cart_total: 100, category: "Home" }))
        assert.strictEqual(odd.discount_amount, 1_550)
        assert.deepStrictEqual(odd.applicable_categories, [Category.make("Home"), Category.make("Books")])
      })
    )

    it.effect("say why a coupon gives nothing, without its details", () =>
      Effect.gen(function* () {
        const refused = Effect.fnUntraced(function* (
          params: { code: string; category?: "Home" | "Sports" },
          total = 50
        ) {
          const { code, message, reason_code, valid, ...details } = asValidation(
            yield* call("validate_coupon", { cart_total: total, ...params })
          )
          assert.isFalse(valid)
          assert.deepStrictEqual([...new Set(Object.values(details))], [null])
          return [code, reason_code, message]
        })
        const noSuch = "There is no such coupon for this customer."
        assert.deepStrictEqual(yield* refused({ code: "NOSUCH" }), ["NOSUCH", "unknown", noSuch])
        assert.deepStrictEqual(yield* refused({ code: "drop table; --" }), [null, "unknown", noSuch])
        assert.deepStrictEqual(yield* refused({ code: "PAUSED" }), [
          "PAUSED",
          "inactive",
          "The coupon is switched off at the moment."
        ])
        assert.deepStrictEqual((yield* refused({ code: "EARLY" })).slice(0, 2), ["EARLY", "not_started"])
        assert.deepStrictEqual((yield* refused({ code: "LATE" })).slice(0, 2), ["LATE", "expired"])
        assert.deepStrictEqual(yield* refused({ code: "NONELEFT" }), [
          "NONELEFT",
          "usage_limit",
          "The coupon has been used up."
        ])
        assert.deepStrictEqual(yield* refused({ code: "HOME15", category: "Sports" }, 500), [
          "HOME15",
          "category",
          "The coupon does not apply to this category. It applies to Home and Books only."
        ])
        assert.deepStrictEqual(yield* refused({ code: "TAKE25" }, 149.99), [
          "TAKE25",
          "min_spend",
          "The coupon needs goods of at least $150.00."
        ])
      })
    )

    it.effect("judge a category coupon without a category by its minimum, and name its categories", () =>
      Effect.gen(function* () {
        const valid = asValidation(yield* call("validate_coupon", { code: "HOME15", cart_total: 100 }))
        assert.deepStrictEqual(
          [valid.valid, valid.message],
          [true, "The coupon is valid. It applies to Home and Books only."]
        )
        const small = asValidation(yield* call("validate_coupon", { code: "HOME15", cart_total: 99.99 }))
        assert.deepStrictEqual(
          [small.reason_code, small.message],
          ["min_spend", "The coupon needs goods of at least $100.00. It applies to Home and Books only."]
        )
      })
    )

    it.effect("treat somebody else's coupon like one that does not exist", () =>
      Effect.gen(function* () {
        const mine = asValidation(yield* call("validate_coupon", { code: "ADA5", cart_total: 20 }))
        assert.isTrue(mine.valid)
        const foreign = yield* call("validate_coupon", { code: "ADA5", cart_total: 20 }, bob)
        const unknown = yield* call("validate_coupon", { code: "NOSUCH", cart_total: 20 }, bob)
        assert.deepStrictEqual({ ...(foreign as object), code: null }, { ...(unknown as object), code: null })
      })
    )

    it.effect("list what can be used now, with the caller's own coupons only", () =>
      Effect.gen(function* () {
        const deals = asDeals(yield* call("get_active_deals", {}))
        assert.deepStrictEqual(
          deals.coupons.map(({ code, personal }) => [code, personal]),
          [
            ["TAKE25", false],
            ["HOME15", false],
            ["HELLO10", false],
            ["ADA5", true]
          ]
        )
        assert.deepStrictEqual(
          deals.promotions.map(({ name, summary, type }) => [name, type, summary]),
          [
            ["Weekend", "flash_sale", "15% off Sports"],
            ["Duo", "bundle", "Buy the 2 products of the bundle together and save 10%"],
            ["Cosy", "bundle", "Buy one item each from Home and Clothing together and save 8%"],
            ["Read", "buy_x_get_y", "Buy 3 items from Books and the cheapest one is free"]
          ]
        )
        assert.strictEqual(deals.total_deals, 8)
        assert.deepStrictEqual(deals.promotions[1]?.rules, {
          type: "bundle",
          product_ids: [lamp.id, shoes.id],
          discount_pct: 10
        })
        assert.deepStrictEqual(
          deals.promotions.map(({ product_names }) => product_names.map(String)),
          [[], [lamp.name, shoes.name], [], []]
        )
        const others = asDeals(yield* call("get_active_deals", {}, bob))
        assert.deepStrictEqual(
          others.coupons.map(({ code }) => code),
          ["TAKE25", "HOME15", "HELLO10"]
        )
      })
    )

    it.effect("list the coupon first that saves most on the caller's cart", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [cart] = yield* sql<{ readonly id: string }>`
          INSERT INTO carts (user_id) VALUES (${ada.id}) RETURNING id`
        const fill = (quantity: number) => sql`
          INSERT INTO cart_items (cart_id, product_id, quantity) VALUES (${cart!.id}, ${lamp.id}, ${quantity})
          ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = excluded.quantity`
        const listed = Effect.fnUntraced(function* (params: { readonly category?: "Home" | "Sports" } = {}) {
          const { best_for_cart, coupons } = asDeals(yield* call("get_active_deals", params))
          return [best_for_cart, coupons.map(({ code }) => code)]
        })
        assert.deepStrictEqual<unknown>(yield* listed(), [null, ["TAKE25", "HOME15", "HELLO10", "ADA5"]])
        yield* fill(1)
        // 5 off a lamp of 50 are as much as 10 %: of equal totals the first code is best.
        assert.deepStrictEqual<unknown>(yield* listed(), ["ADA5", ["ADA5", "TAKE25", "HOME15", "HELLO10"]])
        yield* fill(3)
        assert.deepStrictEqual<unknown>(yield* listed(), ["TAKE25", ["TAKE25", "HOME15", "HELLO10", "ADA5"]])
        yield* fill(4)
        assert.deepStrictEqual<unknown>(yield* listed(), ["HOME15", ["HOME15", "TAKE25", "HELLO10", "ADA5"]])
        assert.deepStrictEqual<unknown>(yield* listed({ category: "Sports" }), [
          "HOME15",
          ["TAKE25", "HELLO10", "ADA5"]
        ])
        yield* sql`DELETE FROM carts`
      })
    )

    it.effect("list the deals of a category, also those named by product", () =>
      Effect.gen(function* () {
        const names = Effect.fnUntraced(function* (category: "Home" | "Sports" | "Electronics" | "Books") {
          const { coupons, promotions } = asDeals(yield* call("get_active_deals", { category }, bob))
          return [...coupons.map(({ code }) => code), ...promotions.map(({ name }) => name)]
        })
        assert.deepStrictEqual(yield* names("Home"), ["TAKE25", "HOME15", "HELLO10", "Duo", "Cosy"])
        assert.deepStrictEqual(yield* names("Sports"), ["TAKE25", "HELLO10", "Weekend", "Duo"])
        assert.deepStrictEqual(yield* names("Books"), ["TAKE25", "HOME15", "HELLO10", "Read"])
        assert.deepStrictEqual(yield* names("Electronics"), ["TAKE25", "HELLO10"])
      })
    )

    it.effect("list no promotion under a category whose products in it are no longer sold", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const now = yield* DateTime.now
        const rules = { type: "buy_x_get_y", product_ids: [atlas.id, lamp.id], buy_quantity: 2, free_quantity: 1 }
        yield* sql`INSERT INTO promotions ${sql.insert({
          name: "Light reading",
          rules: JSON.stringify(rules),
          start_date: DateTime.toDate(DateTime.subtract(now, { days: 1 })),
          end_date: DateTime.toDate(DateTime.add(now, { days: 90 }))
        })}`
        const last = Effect.fnUntraced(function* (category: "Home" | "Books") {
          return asDeals(yield* call("get_active_deals", { category }, bob)).promotions.at(-1)?.name
        })
        assert.strictEqual(yield* last("Home"), "Light reading")
        assert.strictEqual(yield* last("Books"), "Read")
        yield* sql`DELETE FROM promotions WHERE name = 'Light reading'`
      })
    )

    it.effect("say which of the lists is empty", () =>
      Effect.gen(function* () {
        const message = Effect.fnUntraced(function* (category: "Home" | "Electronics") {
          return asDeals(yield* call("get_active_deals", { category }, bob)).message
        })
        assert.isUndefined(yield* message("Home"))
        assert.strictEqual(yield* message("Electronics"), "There are no promotions for this at the moment.")
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE coupons SET is_active = false WHERE code IN ('TAKE25', 'HELLO10')`
        assert.strictEqual(yield* message("Electronics"), "There are no coupons or promotions for this at the moment.")
        yield* sql`UPDATE coupons SET is_active = true WHERE code IN ('TAKE25', 'HELLO10')`
      })
    )

    it.effect("count deals beyond the limit of a list", () =>
      Effect.gen(function* () {
        const { coupons, promotions, total_deals } = asDeals(yield* call("get_active_deals", { limit: 1 }))
        assert.deepStrictEqual([coupons.length, promotions.length, total_deals], [1, 1, 8])
      })
    )
  })
}
