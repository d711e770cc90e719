import { Array } from "effect"
import { type Day, type PriceTrend } from "../Catalog.ts"
import { Money } from "../Money.ts"
import { divideHalfUp } from "./Rounding.ts"

/** The price of a product on one day. */
export interface PricePoint {
  readonly date: Day
  readonly price: Money
}

/** Statistics of a period's prices, and today's price compared with them. */
export interface PriceSummary {
  /** Rounded half up. */
  readonly average_price: Money | null
  readonly min_price: Money | null
  readonly max_price: Money | null
  readonly trend: PriceTrend
  /** True if today's price is at most 95 % of the average. */
  readonly is_good_deal: boolean
}

/** Number of points at either end of the period whose means are compared. */
const trendPoints = 7

const total = (points: ReadonlyArray<PricePoint>) => points.reduce((sum, { price }) => sum + price, 0)

const trendOf = (points: ReadonlyArray<PricePoint>): PriceTrend => {
  if (points.length < trendPoints) {
    return "insufficient_data"
  }
  const first = total(points.slice(0, trendPoints))
  const last = total(points.slice(-trendPoints))
  return last * 100 < first * 95 ? "decreasing" : last * 100 > first * 105 ? "increasing" : "stable"
}

/** Summarises prices, oldest first, in minor units: nothing is rounded before comparison. */
export const summarise = (points: ReadonlyArray<PricePoint>, current: Money): PriceSummary => {
  if (!Array.isNonEmptyReadonlyArray(points)) {
    return { average_price: null, min_price: null, max_price: null, trend: "insufficient_data", is_good_deal: false }
  }
  const sum = total(points)
  const prices = Array.map(points, ({ price }) => price)
  return {
    average_price: Money.make(divideHalfUp(sum, points.length)),
    min_price: Money.make(Math.min(...prices)),
    max_price: Money.make(Math.max(...prices)),
    trend: trendOf(points),
    is_good_deal: current * points.length * 100 <= sum * 95
  }
}

/** Downsamples to at most `max` evenly spread items, always keeping the first and the last. */
export const downsample = <A>(items: ReadonlyArray<A>, max: number): ReadonlyArray<A> =>
  items.length <= max
    ? items
    : Array.filterMap(Array.range(0, max - 1), (index) =>
        Array.get(items, Math.round((index * (items.length - 1)) / (max - 1)))
      )
