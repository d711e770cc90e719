import { Array, DateTime } from "effect"
import { type ReviewTrendLabel } from "../Reviews.ts"
import { mean } from "./Ratings.ts"

/** The reviews of one calendar month. */
export interface MonthOfReviews {
  /** `YYYY-MM`, in UTC. */
  readonly month: string
  readonly count: number
  /** Sum of the stars. */
  readonly sum: number
}

/** Returns the start of the oldest of `months` calendar months, the current one included. */
export const periodStart = (now: DateTime.Utc, months: number): DateTime.Utc =>
  DateTime.subtract(DateTime.startOf(now, "month"), { months: months - 1 })

/** Returns `months` calendar months (UTC), the current one last; months without reviews have a count of 0. */
export const padMonths = (
  now: DateTime.Utc,
  months: number,
  found: ReadonlyArray<MonthOfReviews>
): ReadonlyArray<MonthOfReviews> =>
  Array.makeBy(months, (index) => {
    const month = DateTime.formatIso(DateTime.add(periodStart(now, months), { months: index })).slice(0, 7)
    return found.find((some) => some.month === month) ?? { month, count: 0, sum: 0 }
  })

/** Mean ratings of the first and the second half of a period, and the trend between them. */
export interface Trend {
  readonly trend: ReviewTrendLabel
  readonly first_half_average: number | null
  readonly second_half_average: number | null
}

const total = (months: ReadonlyArray<MonthOfReviews>) =>
  months.reduce((total, { count, sum }) => ({ count: total.count + count, sum: total.sum + sum }), { count: 0, sum: 0 })

/**
 * Compares the two halves of a period, weighing every review equally. A difference of more than a fifth of a star is a
 * trend; two months with reviews, and reviews in both halves, are required.
 */
export const trendOf = (months: ReadonlyArray<MonthOfReviews>): Trend => {
  const [before, after] = Array.splitAt(months, Math.floor(months.length / 2))
  const [first, second] = [total(before), total(after)]
  // The difference of the means, and a fifth of a star, both scaled to integers by the same factor.
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
