import { assert, describe, it } from "@effect/vitest"
import { padMonths, periodStart, trendOf } from "../../src/rules/ReviewTrend.ts"
import { DateTime, Schema } from "effect"

const at = (iso: string) => DateTime.unsafeMake(iso)

/** Months by what was given in each: `[5, 4]` is a month with a review of five stars and one of four. */
const months = (...stars: ReadonlyArray<ReadonlyArray<number>>) =>
  stars.map((ratings, index) => ({
    month: `2026-${String(index + 1).padStart(2, "0")}`,
    count: ratings.length,
    sum: ratings.reduce((sum, rating) => sum + rating, 0)
  }))

describe("the months of a period", () => {
  it("are calendar months in UTC with the current one last, empty ones included", () => {
    const now = at("2026-03-31T23:59:59.999Z")
    assert.strictEqual(DateTime.formatIso(periodStart(now, 6)), "2025-10-01T00:00:00.000Z")
    assert.strictEqual(DateTime.formatIso(periodStart(now, 1)), "2026-03-01T00:00:00.000Z")
    assert.deepStrictEqual(padMonths(now, 3, [{ month: "2026-02", count: 2, sum: 9 }]), [
      { month: "2026-01", count: 0, sum: 0 },
      { month: "2026-02", count: 2, sum: 9 },
      { month: "2026-03", count: 0, sum: 0 }
    ])
  })
})

describe("the trend of ratings", () => {
  const trend = (...stars: ReadonlyArray<ReadonlyArray<number>>) => trendOf(months(...stars)).trend

  it("needs more than a fifth of a star", () => {
    const fifth = [5, 4, 4, 4, 4]
    assert.strictEqual(trend([4], fifth), "stable")
    assert.strictEqual(trend(fifth, [4]), "stable")
    assert.strictEqual(trend([4], [5, 4, 4, 4]), "improving")
    assert.strictEqual(trend([5, 4, 4, 4], [4]), "declining")
  })

  it("weighs every review the same and counts the middle month to the second half", () => {
    assert.deepStrictEqual(trendOf(months([5, 5, 5, 5], [1], [2], [3], [])), {
      trend: "declining",
      first_half_average: 4.2,
      second_half_average: 2.5
    })
  })

  it("is not told from less than two months with reviews, or from one half", () => {
    assert.strictEqual(trend([], [], [5], []), "insufficient_data")
    assert.strictEqual(trend([5, 1]), "insufficient_data")
    assert.deepStrictEqual(trendOf(months([], [], [5], [1])), {
      trend: "insufficient_data",
      first_half_average: null,
      second_half_average: 3
    })
  })

  const Ratings = Schema.Array(Schema.Int.pipe(Schema.between(1, 5))).pipe(Schema.maxItems(4))
  it.prop("turns round when time does", [Schema.Array(Ratings).pipe(Schema.minItems(1))], ([stars]) => {
    const even = stars.length % 2 === 0 ? stars : [...stars, []]
    const opposite = { improving: "declining", declining: "improving", stable: "stable" } as const
    const forth = trend(...even)
    const back = trend(...even.toReversed())
    assert.strictEqual(back, forth === "insufficient_data" ? forth : opposite[forth])
  })
})
