import { Array, HashMap, Option } from "effect"
import { type ProductId } from "../Ids.ts"
import { Money } from "../Money.ts"
import { divideHalfUp } from "./Rounding.ts"

/** Divides an order among its returns, so that no unit and no money is returned twice or lost. */

/** A line of an order, and how many of its units are in returns. */
export interface SoldLine {
  readonly productId: ProductId
  readonly quantity: number
  /** Amount paid for all units: unit price times quantity, less the line's share of the discount. */
  readonly paid: Money
  /** Units in returns that were not withdrawn, denied ones included. */
  readonly taken: number
  /** Units among `taken` whose return was denied. */
  readonly denied: number
}

/** Units of a product to be returned. */
export interface ReturnedUnits {
  readonly productId: ProductId
  readonly quantity: number
}

/** Units of a line with their refund. */
export interface ReturnShare<L extends SoldLine> {
  readonly line: L
  readonly quantity: number
  readonly refund: Money
}

/** A valid return, before it is made. */
export interface ReturnPlan<L extends SoldLine> {
  readonly shares: ReadonlyArray<ReturnShare<L>>
  /** Refund for the goods. */
  readonly refund: Money
  /** True if this return completes the order's: shipping is then refunded, too. */
  readonly completesOrder: boolean
}

/** Counts the units of a line that are in no return. */
export const returnable = ({ quantity, taken }: SoldLine): number => quantity - taken

/** Counts the units of an order that are in no return. */
export const returnableUnits = (lines: ReadonlyArray<SoldLine>): number =>
  lines.reduce((sum, line) => sum + returnable(line), 0)

/** Returns the amount paid for the first units of a line. */
const paidForFirst = (units: number, { paid, quantity }: SoldLine): number => divideHalfUp(paid * units, quantity)

/**
 * Calculates the refund for the next units of a line. It is the difference of two rounded sums, so that a line's
 * refunds add up to the amount paid, however the units are divided among returns.
 */
const refundOf = (line: SoldLine, units: number): Money =>
  Money.make(paidForFirst(line.taken + units, line) - paidForFirst(line.taken, line))

/**
 * Plans the return of some units of an order, or of all units left, in the order of the lines. Returns none if there
 * are no such units to return.
 */
export const planReturn = <L extends SoldLine>(
  lines: ReadonlyArray<L>,
  wished?: ReadonlyArray<ReturnedUnits>
): Option.Option<ReturnPlan<L>> => {
  const wishes = HashMap.fromIterable((wished ?? []).map(({ productId, quantity }) => [productId, quantity]))
  const unitsOf = (line: L) =>
    wished === undefined ? returnable(line) : Option.getOrElse(HashMap.get(wishes, line.productId), () => 0)
  const shares = lines.flatMap((line) => {
    const quantity = unitsOf(line)
    return quantity === 0 ? [] : [{ line, quantity, refund: refundOf(line, quantity) }]
  })
  const isPossible =
    Array.isNonEmptyArray(shares) &&
    shares.every(({ line, quantity }) => quantity <= returnable(line)) &&
    (wished === undefined || shares.length === HashMap.size(wishes))
  return isPossible
    ? Option.some({
        shares,
        refund: Money.make(shares.reduce((sum, { refund }) => sum + refund, 0)),
        completesOrder: lines.every((line) => line.denied === 0 && returnable(line) === unitsOf(line))
      })
    : Option.none()
}
