import { Array, Order } from "effect"

const sum = <A>(items: ReadonlyArray<A>, valueOf: (item: A) => bigint) =>
  items.reduce((total, item) => total + valueOf(item), 0n)

/**
 * Splits cents in proportion to the parts; leftover cents go to the largest remainders, ties to the first. The shares
 * add up to `cents`, and none exceeds its part unless `cents` exceeds the sum of all parts.
 */
export const apportion = (cents: number, parts: ReadonlyArray<number>): ReadonlyArray<number> => {
  const whole = sum(parts, BigInt)
  if (whole === 0n) {
    return parts.map(() => 0)
  }
  const shares = parts.map((part, index) => {
    const product = BigInt(cents) * BigInt(part)
    return { index, floor: product / whole, remainder: product % whole }
  })
  const left = BigInt(cents) - sum(shares, ({ floor }) => floor)
  const byRemainder = Array.sortWith(shares, ({ remainder }) => remainder, Order.reverse(Order.bigint))
  const roundedUp = new Set(byRemainder.slice(0, Number(left)).map(({ index }) => index))
  return shares.map(({ floor, index }) => Number(floor) + (roundedUp.has(index) ? 1 : 0))
}
