/** Divides two integers and rounds half up. Rounds only once, so that the result is exact. */
export const divideHalfUp = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor))
