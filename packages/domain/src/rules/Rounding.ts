/** The quotient of two whole numbers as a whole number, half-up. It is rounded once, so that it is exact. */
export const divideHalfUp = (dividend: number, divisor: number): number =>
  Math.floor((2 * dividend + divisor) / (2 * divisor))
