import { quote } from "../../Quote.ts"
import { type Reader, refused, taken } from "../Column.ts"

/** Readers of counts and of yes and no. */

/** Greatest integer of the tables. */
const maxInteger = 2_147_483_647

/** Most units of a line: far more than shops have, and so much less than the greatest integer that others fit on top. */
export const maxUnits = 1_000_000

/** Reads a whole number within bounds. */
export const count =
  ({ max = maxInteger, min }: { readonly min: number; readonly max?: number }): Reader<number> =>
  (cell) => {
    const text = cell.trim()
    const shown = quote(text)
    if (!/^[-−]?\d+$/.test(text)) {
      return /^[-−]?\d*[.,]\d+$/.test(text)
        ? refused(`${shown} is not a whole number`, "write it without decimals and without marks between thousands")
        : refused(`${shown} is not a number`, `write a whole number, for example ${Math.max(min, 1)}`)
    }
    const value = Number(text.replace("−", "-"))
    return value < min
      ? refused(`${shown} is less than ${min}`, `write a whole number of at least ${min}`)
      : value > max
        ? refused(`${shown} is more than ${max}`, `write a whole number of at most ${max}`)
        : taken(value)
  }

const words = new Map([
  ...["true", "yes", "y", "1", "on"].map((word) => [word, true] as const),
  ...["false", "no", "n", "0", "off"].map((word) => [word, false] as const)
])

/** Reads `true` or `false`, or other words for them. */
export const boolean: Reader<boolean> = (cell) => {
  const value = words.get(cell.trim().toLowerCase())
  return value === undefined ? refused(`${quote(cell)} is neither yes nor no`, "write true or false") : taken(value)
}
