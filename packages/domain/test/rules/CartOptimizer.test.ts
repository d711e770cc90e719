import { assert, it } from "@effect/vitest"
import { type ProductId } from "../../src/Ids.ts"
import { Money } from "../../src/Money.ts"
import { type PromotionRules } from "../../src/Pricing.ts"
import { betterCoupon, optimize } from "../../src/rules/CartOptimizer.ts"
import { shippingCharge } from "../../src/rules/Loyalty.ts"
import { price } from "../../src/rules/CartPricing.ts"
import { FastCheck, Option } from "effect"
import { anyCart, anyCoupon, anyPromotions, anyTier, coupon, facts, line, promotion } from "../support/carts.ts"
import { books, categories, home } from "../support/names.ts"
import { propInEachCurrency } from "../support/currencies.ts"

/** Shipping that costs nothing, or is not known. */
const free = () => Money.make(0)

it("takes the coupon that saves most, and says why others do not work", () => {
  const offered = [
    coupon("HELLO10", {}),
    coupon("BOOKS50", { discountValue: 5_000, applicableCategories: [books] }),
    coupon("BIG", { discountValue: 9_000, minSpend: Money.make(99_999) }),
    coupon("ADMIN99", { discountValue: 9_900, isActive: false })
  ]
  const { priced, rejected } = optimize([line(1, home, 9_000), line(2, books, 2_000)], facts([]), offered, free)
  assert.deepStrictEqual([priced.total, priced.discount], [9_900, 1_100])
  assert.strictEqual(priced.coupon?.code, "HELLO10")
  assert.deepStrictEqual(rejected, [
    { code: offered[3]!.code, reason: "inactive" },
    { code: offered[2]!.code, reason: "min_spend" }
  ])
})

it("takes the first code of equally good coupons, and none that saves nothing", () => {
  const [b, a] = [coupon("BBB", {}), coupon("AAA", {})]
  const lines = [line(1, home, 9_000)]
  assert.strictEqual(optimize(lines, facts([]), [b, a], free).priced.coupon?.code, "AAA")
  const nothing = promotion(1, { type: "flash_sale", categories: [home], discount_pct: 100 })
  assert.isNull(optimize(lines, facts([nothing]), [a], free).priced.coupon)
})

const freeUnit = (product_ids: ReadonlyArray<ProductId>): PromotionRules => ({
  type: "buy_x_get_y",
  product_ids,
  buy_quantity: 3,
  free_quantity: 1
})

const coupons = FastCheck.uniqueArray(anyCoupon, { selector: ({ code }) => code, maxLength: 4 })
const cart = anyCart(5)
const promotions = anyPromotions(4)

it("counts the shipping that a lower total costs, and knows when no coupon is better", () => {
  const [ten, five] = [coupon("TEN", {}), coupon("FIVE", { discountType: "fixed", discountValue: 500 })]
  const lines = [line(1, home, 10_400)]
  const tier = { ...facts([]).tier, freeShippingThreshold: Money.make(10_000) }
  const known = facts([], tier)
  const charge = shippingCharge(tier, "standard", Money.make(595))
  assert.isNull(optimize(lines, known, [five], charge).coupon)
  assert.strictEqual(optimize(lines, known, [five, ten], charge).coupon?.code, ten.code)
  const express = shippingCharge(tier, "express", Money.make(595))
  assert.strictEqual(optimize(lines, known, [five], express).coupon?.code, five.code)
  const withFive = price(lines, known, { code: five.code, found: five })
  assert.deepStrictEqual(Option.getOrThrow(betterCoupon(withFive, optimize(lines, known, [five], charge), charge)), {
    coupon: null,
    amount: Money.make(10_400),
    saving: Money.make(95)
  })
  assert.isTrue(Option.isNone(betterCoupon(withFive, optimize(lines, known, [five], express), express)))
})

const anyRate = FastCheck.integer({ min: 0, max: 3_000 }).map((cents) => Money.make(cents))

propInEachCurrency(
  "is the best of every coupon and none, delivered: no usable coupon costs less",
  [cart, promotions, coupons, anyTier, anyRate],
  ([lines, running, coupons, tier, rate]) => {
    const known = facts(running, tier)
    const charge = shippingCharge(tier, "standard", rate)
    const all = [
      { code: "", priced: price(lines, known, null) },
      ...coupons.map((found) => ({ code: found.code, priced: price(lines, known, { code: found.code, found }) }))
    ]
      .map((one) => ({ ...one, delivered: one.priced.total + charge(one.priced.total) }))
      .toSorted((a, b) => a.delivered - b.delivered || a.code.localeCompare(b.code))
    const optimized = optimize(lines, known, coupons, charge)
    const { coupon, priced, rejected } = optimized
    assert.deepStrictEqual(priced, all[0]!.priced)
    assert.strictEqual(coupon?.code ?? "", all[0]!.code)
    for (const { delivered, priced: now } of all) {
      const saves = delivered - all[0]!.delivered
      assert.deepStrictEqual(
        Option.map(betterCoupon(now, optimized, charge), ({ amount, saving }) => [Number(amount), Number(saving)]),
        saves > 0 ? Option.some([all[0]!.delivered, saves]) : Option.none()
      )
    }
    assert.deepStrictEqual(
      rejected.map(({ code, reason }) => [code, reason]),
      all
        .flatMap(({ code, priced: { coupon } }) => (coupon?.reason == null ? [] : [[code, coupon.reason]]))
        .toSorted(([a], [b]) => a!.localeCompare(b!))
    )
  }
)

propInEachCurrency(
  "is never worse than one promotion, one coupon or the tier alone",
  [cart, promotions, coupons, anyTier],
  ([lines, running, coupons, tier]) => {
    const best = optimize(lines, facts(running, tier), coupons, free).priced.total
    const alone = [
      price(lines, facts([], tier), null),
      ...running.map((promotion) => price(lines, facts([promotion]), null)),
      ...coupons.map((found) => price(lines, facts([]), { code: found.code, found }))
    ]
    for (const { total } of alone) {
      assert.isAtMost(best, total)
    }
  }
)

it("tries six group promotions in all 1,957 orders on 50 lines", () => {
  const lines = Array.from({ length: 50 }, (_, n) => line(n, categories[n % 5]!, 1_000 + 37 * n, 99))
  const parts = Array.from({ length: 6 }, (_, n) => lines.slice(8 * n, 8 * n + 8).map(({ productId }) => productId))
  const running = [
    ...parts.map((product_ids, n) =>
      promotion(n, n < 3 ? { type: "bundle", product_ids, discount_pct: 20 + n } : freeUnit(product_ids))
    ),
    promotion(7, { type: "flash_sale", categories: [home, books], discount_pct: 15 })
  ]
  const coupons = Array.from({ length: 20 }, (_, n) => coupon(`CODE${n}`, { discountValue: 100 * (n + 1) }))
  assert.strictEqual(optimize(lines, facts(running), coupons, free).priced.savings.length, 8)
})
