import { divideHalfUp } from "./Rounding.ts"

/** The mean of `count` ratings, half-up to 2 decimals; null without any. */
export const mean = (sum: number, count: number): number | null =>
  count === 0 ? null : divideHalfUp(100 * sum, count) / 100
