import { Array, DateTime } from "effect"
import { type ReviewTrendLabel } from "../Reviews.ts"
import { mean } from "./Ratings.ts"

/** The reviews of one calendar month. */
export interface MonthOfReviews {
  /** `YYYY-MM`, in UTC. */
  readonly month: string
  readonly count: number
  /** Of the stars. */
  readonly sum: number
}

/** The first moment of the oldest of so many calendar months, the current one included. */
export const periodStart = (now: DateTime.Utc, months: number): DateTime.Utc =>
  DateTime.subtract(DateTime.startOf(now, "month"), { months: months - 1 })

/** So many calendar months (UTC) with the current one last; those without reviews have none. */
export const fill = (
  now: DateTime.Utc,
  months: number,
  found: ReadonlyArray<MonthOfReviews>
): ReadonlyArray<MonthOfReviews> =>
  Array.makeBy(months, (index) => {
    const month = DateTime.formatIso(DateTime.add(periodStart(now, months), { months: index })).slice(0, 7)
    return found.find((some) => some.month === month) ?? { month, count: 0, sum: 0 }
  })

/** How the ratings of the first half of some months compare with those of the second. */
export interface Trend {
  readonly trend: ReviewTrendLabel
  readonly first_half_average: number | null
  readonly second_half_average: number | null
}

const total = (months: ReadonlyArray<MonthOfReviews>) =>
  months.reduce((total, { count, sum }) => ({ count: total.count + count, sum: total.sum + sum }), { count: 0, sum: 0 })

/**
 * Every review weighs the same. A difference of more than a fifth of a star is a trend; it takes two months with
 * reviews, and some in either half, to see one.
 */
export const trendOf = (months: ReadonlyArray<MonthOfReviews>): Trend => {
  const [before, after] = Array.splitAt(months, Math.floor(months.length / 2))
  const [first, second] = [total(before), total(after)]
  // The difference of the means and a fifth, both times what makes them whole numbers.
  const difference = 5 * (second.sum * first.count - first.sum * second.count)
  const fifth = first.count * second.count
  const isJudged = months.filter(({ count }) => count > 0).length >= 2 && fifth > 0
  return {
    trend: !isJudged
      ? "insufficient_data"
      : difference > fifth
        ? "improving"
        : difference < -fifth
          ? "declining"
          : "stable",
    first_half_average: mean(first.sum, first.count),
    second_half_average: mean(second.sum, second.count)
  }
}
