import { assert, describe, it } from "@effect/vitest"
import { Money } from "../../src/Money.ts"
import { type PricePoint, summarise, downsample } from "../../src/rules/PriceTrend.ts"
import { Array, FastCheck } from "effect"
import { propInEachCurrency } from "../support/currencies.ts"

const points = (...cents: ReadonlyArray<number>): ReadonlyArray<PricePoint> =>
  cents.map((price, index) => ({
    date: `2026-01-${String((index % 28) + 1).padStart(2, "0")}`,
    price: Money.make(price)
  }))

const times = (count: number, cents: number) => Array.makeBy(count, () => cents)

const cents = FastCheck.integer({ min: 1, max: 10_000_000 })
const someCents = FastCheck.array(cents, { minLength: 1, maxLength: 365 })

describe("a summary of prices", () => {
  it("knows nothing without prices", () => {
    assert.deepStrictEqual(summarise([], Money.make(500)), {
      average_price: null,
      min_price: null,
      max_price: null,
      trend: "insufficient_data",
      is_good_deal: false
    })
  })

  it("rounds the average half-up to cents", () => {
    const average = (...prices: ReadonlyArray<number>) => summarise(points(...prices), Money.make(1)).average_price
    assert.strictEqual(average(100, 101), 101)
    assert.strictEqual(average(100, 100, 101), 100)
    assert.strictEqual(average(100, 101, 101), 101)
  })

  it("calls a price a good deal from exactly 95 % of the average down", () => {
    const isGoodDeal = (current: number) => summarise(points(10_000, 10_000), Money.make(current)).is_good_deal
    assert.isTrue(isGoodDeal(9_500))
    assert.isFalse(isGoodDeal(9_501))
    // The average of 100.005 rounds to 100.01, of which 95.0095 would be 95 %.
    assert.isTrue(summarise(points(10_000, 10_001), Money.make(9_500)).is_good_deal)
  })

  it("sees a trend between the first and the last seven prices, their limits excluded", () => {
    const trend = (last: number) => summarise(points(...times(7, 10_000), ...times(7, last)), Money.make(1)).trend
    assert.deepStrictEqual([9_499, 9_500, 10_500, 10_501].map(trend), ["decreasing", "stable", "stable", "increasing"])
  })

  it("needs seven prices for a trend, which may be first and last at once", () => {
    assert.strictEqual(summarise(points(...times(6, 100)), Money.make(100)).trend, "insufficient_data")
    assert.strictEqual(summarise(points(...times(7, 100)), Money.make(100)).trend, "stable")
    assert.strictEqual(summarise(points(1, 100, 100, 100, 100, 100, 100, 100), Money.make(1)).trend, "increasing")
  })

  propInEachCurrency(
    "keeps the average between the lowest and the highest price",
    [someCents, cents],
    ([prices, current]) => {
      const { average_price, max_price, min_price } = summarise(points(...prices), Money.make(current))
      assert.strictEqual(min_price, Math.min(...prices))
      assert.strictEqual(max_price, Math.max(...prices))
      assert.isAtLeast(average_price ?? 0, min_price ?? 0)
      assert.isAtMost(average_price ?? 0, max_price ?? 0)
    }
  )
})

describe("thinning", () => {
  it("leaves short lists as they are", () => {
    assert.deepStrictEqual(downsample([1, 2, 3], 3), [1, 2, 3])
  })

  propInEachCurrency(
    "keeps first, last and order, and spreads what it drops",
    [FastCheck.integer({ min: 2, max: 60 }), FastCheck.integer({ min: 2, max: 90 })],
    ([extra, max]) => {
      const all = Array.range(1, max + extra)
      const kept = downsample(all, max)
      assert.lengthOf(kept, max)
      assert.strictEqual(kept[0], 1)
      assert.strictEqual(kept.at(-1), all.length)
      const gaps = kept.slice(1).map((value, index) => value - kept[index]!)
      assert.isAtLeast(Math.min(...gaps), 1)
      assert.isAtMost(Math.max(...gaps) - Math.min(...gaps), 1)
    }
  )
})
