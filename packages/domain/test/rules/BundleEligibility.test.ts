import { assert, it } from "@effect/vitest"
import { Money } from "../../src/Money.ts"
import { type PromotionRules } from "../../src/Pricing.ts"
import { bundleEligibility } from "../../src/rules/BundleEligibility.ts"
import { price } from "../../src/rules/CartPricing.ts"
import { anyCart, anyPromotions, facts, line, now, product, promotion } from "../support/carts.ts"
import { books, clothing, home, sports } from "../support/names.ts"
import { propInEachCurrency } from "../support/currencies.ts"

const offered = (n: number, rules: PromotionRules, ...onSale: ReadonlyArray<number>) => ({
  ...promotion(n, rules),
  endDate: now,
  productsOnSale: onSale.map(product)
})

const duo = { type: "bundle", product_ids: [product(1), product(2)], discount_pct: 10 } as const
const cosy = { type: "bundle", categories: [home, clothing], discount_pct: 8 } as const
const read = { type: "buy_x_get_y", category: books, buy_quantity: 2, free_quantity: 1 } as const

it("finds what is complete, with what it saves", () => {
  const lines = [line(1, home, 5_000), line(2, clothing, 3_005), line(3, clothing, 4_000), line(4, sports, 999)]
  const { bundles, nearMisses } = bundleEligibility(lines, [offered(1, duo, 1, 2), offered(2, cosy)])
  assert.deepStrictEqual(
    bundles.map(({ gross, productIds, promotion, saving }) => [`${promotion.name}: ${saving} of ${gross}`, productIds]),
    [
      ["Promotion 1: 801 of 8005", [product(1), product(2)]],
      ["Promotion 2: 720 of 9000", [product(1), product(3)]]
    ]
  )
  assert.deepStrictEqual(nearMisses, [])
})

it("says what is missing when some of it is there and the rest can be bought", () => {
  const promotions = [offered(1, duo, 1, 2), offered(2, duo, 1), offered(3, cosy)]
  const { bundles, nearMisses } = bundleEligibility([line(1, home, 5_000)], promotions)
  assert.deepStrictEqual(bundles, [])
  assert.deepStrictEqual(
    nearMisses.map(({ missingCategories, missingProducts, promotion }) => [
      promotion.name,
      missingProducts,
      missingCategories
    ]),
    [
      ["Promotion 1", [product(2)], []],
      ["Promotion 3", [], [clothing]]
    ]
  )
  assert.deepStrictEqual(bundleEligibility([line(9, sports, 100)], promotions).nearMisses, [])
})

it("misses no group of which a variant is there", () => {
  const { nearMisses } = bundleEligibility([{ ...line(7, home, 5_000), groupId: product(1) }], [offered(1, duo, 1, 2)])
  assert.deepStrictEqual(
    nearMisses.map(({ missingProducts }) => missingProducts),
    [[product(2)]]
  )
})

it("looks for something that a bundle names twice only once", () => {
  const twice = { ...duo, product_ids: [product(1), product(2), product(2), product(1)] }
  const cosyTwice = { ...cosy, categories: [home, clothing, clothing] } as const
  const promotions = [offered(1, twice, 1, 2), offered(2, cosyTwice)]
  const { nearMisses } = bundleEligibility([line(1, home, 5_000)], promotions)
  assert.deepStrictEqual(
    nearMisses.map(({ missingCategories, missingProducts }) => [missingProducts, missingCategories]),
    [
      [[product(2)], []],
      [[], [clothing]]
    ]
  )
  const [bundle] = bundleEligibility([line(1, home, 5_000), line(2, clothing, 3_000)], promotions).bundles
  assert.deepStrictEqual([bundle?.gross, bundle?.saving], [Money.make(8_000), Money.make(800)])
})

it("counts the units until something is free", () => {
  const novels = (n: number) => Array.from({ length: n }, (_, index) => line(index, books, 1_000))
  const missing = (n: number) =>
    bundleEligibility([...novels(n), line(20, home, 100)], [offered(1, read)]).freeUnits.map(
      ({ productIds, unitsMissing }) => [productIds.length, unitsMissing]
    )
  assert.deepStrictEqual([missing(0), missing(1), missing(3), missing(4)], [[], [[1, 2]], [[3, 0]], [[4, 0]]])
})

propInEachCurrency(
  "agrees with what each promotion saves on such a cart",
  [anyCart(8), anyPromotions(6)],
  ([lines, running]) => {
    const single = lines.map((line) => ({ ...line, quantity: 1 }))
    const offers = running.map((promotion) => ({ ...promotion, endDate: now, productsOnSale: [] }))
    const { bundles, freeUnits } = bundleEligibility(single, offers)
    for (const { promotion, saving } of bundles) {
      assert.strictEqual(price(single, facts([promotion]), null).promotionDiscount, saving)
    }
    for (const promotion of offers.filter(({ rules }) => rules.type !== "flash_sale")) {
      const saves = price(single, facts([promotion]), null).promotionDiscount > 0
      const isListed = [...bundles, ...freeUnits.filter(({ unitsMissing }) => unitsMissing === 0)].some(
        (offer) => offer.promotion === promotion
      )
      assert.isTrue(!saves || isListed)
    }
  }
)
