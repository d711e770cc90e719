import { divideHalfUp } from "./Rounding.ts"

/** Returns the mean of `count` ratings, rounded half up to 2 decimals; null if there are none. */
export const mean = (sum: number, count: number): number | null =>
  count === 0 ? null : divideHalfUp(100 * sum, count) / 100
