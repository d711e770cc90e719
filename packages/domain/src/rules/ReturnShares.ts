import { Array, HashMap, Option } from "effect"
import { type ProductId } from "../Ids.ts"
import { Money } from "../Money.ts"
import { divideHalfUp } from "./Rounding.ts"

/** How an order is divided among its returns: units and cents, none of them twice and none of them lost. */

/** A line of an order and where its units are. */
export interface SoldLine {
  readonly productId: ProductId
  readonly quantity: number
  /** Paid for all of its units: the unit price times the quantity, less the line's share of the discount. */
  readonly paid: Money
  /** Units in returns that were not withdrawn, denied ones included. */
  readonly taken: number
  /** Those of them whose return was denied. */
  readonly denied: number
}

/** Units of a product that are to go back. */
export interface ReturnedUnits {
  readonly productId: ProductId
  readonly quantity: number
}

/** Units of a line with the cents they give back. */
export interface ReturnShare<L extends SoldLine> {
  readonly line: L
  readonly quantity: number
  readonly refund: Money
}

/** A return that is possible. */
export interface ReturnPlan<L extends SoldLine> {
  readonly shares: ReadonlyArray<ReturnShare<L>>
  /** What the goods give back. */
  readonly refund: Money
  /** With this return every unit of the order has gone back: its shipping is due, too. */
  readonly completes: boolean
}

/** Units of a line that no return has taken. */
export const returnable = ({ quantity, taken }: SoldLine): number => quantity - taken

/** Units of an order that no return has taken. */
export const returnableUnits = (lines: ReadonlyArray<SoldLine>): number =>
  lines.reduce((sum, line) => sum + returnable(line), 0)

/** What the first units of a line cost together. */
const paidForFirst = (units: number, { paid, quantity }: SoldLine): number => divideHalfUp(paid * units, quantity)

/**
 * What units of a line give back that follow those already taken. Each return gives the difference of two rounded sums, so
 * that the returns of a line add up to what was paid for it, however it is divided.
 */
const refundOf = (line: SoldLine, units: number): Money =>
  Money.make(paidForFirst(line.taken + units, line) - paidForFirst(line.taken, line))

/**
 * Plans the return of some units of an order, or of all that are left; in the order of the lines. None when there are no
 * such units to be sent back.
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
        completes: lines.every((line) => line.denied === 0 && returnable(line) === unitsOf(line))
      })
    : Option.none()
}
