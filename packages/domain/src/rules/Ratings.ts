/** The mean of `count` ratings, half-up to 2 decimals; null without any. Whole numbers only, so that it is exact. */
export const mean = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.floor((200 * sum + count) / (2 * count)) / 100
