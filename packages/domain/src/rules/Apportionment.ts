import { Array, Order } from "effect"

const sum = <A>(items: ReadonlyArray<A>, valueOf: (item: A) => bigint) =>
  items.reduce((total, item) => total + valueOf(item), 0n)

/**
 * Splits an amount in proportion to the parts; leftover units go to the largest remainders, ties to the first. The shares
 * add up to the amount, and none exceeds its part unless the amount exceeds the sum of all parts.
 */
export const apportion = (amount: number, parts: ReadonlyArray<number>): ReadonlyArray<number> => {
  const whole = sum(parts, BigInt)
  if (whole === 0n) {
    return parts.map(() => 0)
  }
  const shares = parts.map((part, index) => {
    const product = BigInt(amount) * BigInt(part)
    return { index, floor: product / whole, remainder: product % whole }
  })
  const left = BigInt(amount) - sum(shares, ({ floor }) => floor)
  const byRemainder = Array.sortWith(shares, ({ remainder }) => remainder, Order.reverse(Order.bigint))
  const roundedUp = new Set(byRemainder.slice(0, Number(left)).map(({ index }) => index))
  return shares.map(({ floor, index }) => Number(floor) + (roundedUp.has(index) ? 1 : 0))
}
