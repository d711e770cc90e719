import { assert, it } from "@effect/vitest"
import { Category } from "../../src/Catalog.ts"
import { type ProductId } from "../../src/Ids.ts"
import { Money } from "../../src/Money.ts"
import { type PromotionRules } from "../../src/Pricing.ts"
import { optimize } from "../../src/rules/CartOptimizer.ts"
import { price } from "../../src/rules/CartPricing.ts"
import { FastCheck } from "effect"
import { anyCart, anyCoupon, anyPromotions, anyTier, coupon, facts, line, promotion } from "../support/carts.ts"

it("takes the coupon that saves most, and says why others do not work", () => {
  const offered = [
    coupon("HELLO10", {}),
    coupon("BOOKS50", { discountValue: 5_000, applicableCategories: ["Books"] }),
    coupon("BIG", { discountValue: 9_000, minSpend: Money.make(99_999) }),
    coupon("ADMIN99", { discountValue: 9_900, isActive: false })
  ]
  const { priced, rejected } = optimize([line(1, "Home", 9_000), line(2, "Books", 2_000)], facts([]), offered)
  assert.deepStrictEqual([priced.total, priced.discount], [9_900, 1_100])
  assert.strictEqual(priced.coupon?.code, "HELLO10")
  assert.deepStrictEqual(rejected, [
    { code: offered[3]!.code, reason: "inactive" },
    { code: offered[2]!.code, reason: "min_spend" }
  ])
})

it("takes the first code of equally good coupons, and none that saves nothing", () => {
  const [b, a] = [coupon("BBB", {}), coupon("AAA", {})]
  const lines = [line(1, "Home", 9_000)]
  assert.strictEqual(optimize(lines, facts([]), [b, a]).priced.coupon?.code, "AAA")
  const free = promotion(1, { type: "flash_sale", categories: ["Home"], discount_pct: 100 })
  assert.isNull(optimize(lines, facts([free]), [a]).priced.coupon)
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

it.prop(
  "is the best of every coupon and none",
  [cart, promotions, coupons, anyTier],
  ([lines, running, coupons, tier]) => {
    const known = facts(running, tier)
    const all = [
      { code: "", priced: price(lines, known, null) },
      ...coupons.map((found) => ({ code: found.code, priced: price(lines, known, { code: found.code, found }) }))
    ].toSorted((a, b) => a.priced.total - b.priced.total || a.code.localeCompare(b.code))
    const { priced, rejected } = optimize(lines, known, coupons)
    assert.deepStrictEqual(priced, all[0]!.priced)
    assert.deepStrictEqual(
      rejected.map(({ code, reason }) => [code, reason]),
      all
        .flatMap(({ code, priced: { coupon } }) => (coupon?.reason == null ? [] : [[code, coupon.reason]]))
        .toSorted(([a], [b]) => a!.localeCompare(b!))
    )
  }
)

it.prop(
  "is never worse than one promotion, one coupon or the tier alone",
  [cart, promotions, coupons, anyTier],
  ([lines, running, coupons, tier]) => {
    const best = optimize(lines, facts(running, tier), coupons).priced.total
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
  const lines = Array.from({ length: 50 }, (_, n) => line(n, Category.literals[n % 5]!, 1_000 + 37 * n, 99))
  const parts = Array.from({ length: 6 }, (_, n) => lines.slice(8 * n, 8 * n + 8).map(({ productId }) => productId))
  const running = [
    ...parts.map((product_ids, n) =>
      promotion(n, n < 3 ? { type: "bundle", product_ids, discount_pct: 20 + n } : freeUnit(product_ids))
    ),
    promotion(7, { type: "flash_sale", categories: ["Home", "Books"], discount_pct: 15 })
  ]
  const coupons = Array.from({ length: 20 }, (_, n) => coupon(`CODE${n}`, { discountValue: 100 * (n + 1) }))
  assert.strictEqual(optimize(lines, facts(running), coupons).priced.savings.length, 8)
})
