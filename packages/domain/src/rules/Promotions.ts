import { Array, Order } from "effect"
import { type Category } from "../Catalog.ts"
import { type ProductId, type PromotionId } from "../Ids.ts"
import { decimalPercentOf, Money } from "../Money.ts"
import { type PromotionRules } from "../Pricing.ts"

/** So many units of one product. A cart holds a product in one line only. */
export interface CartLine {
  readonly productId: ProductId
  readonly category: Category
  readonly unitPrice: Money
  readonly quantity: number
}

/** A promotion that can be used now. */
export interface RunningPromotion {
  readonly id: PromotionId
  readonly name: string
  readonly rules: PromotionRules
}

/** Rules of a promotion that looks at several lines together. */
export type GroupRules = Exclude<PromotionRules, { readonly type: "flash_sale" }>

/** Some units of a line. */
export interface Taken {
  readonly line: CartLine
  readonly units: number
}

/** What a group promotion makes of lines: the lines it claims, and what it takes off them together. */
export interface Claim {
  readonly saving: Money
  readonly lines: ReadonlyArray<CartLine>
}

/** What the units of a line cost without any discount. */
export const grossOf = ({ quantity, unitPrice }: CartLine): Money => Money.make(unitPrice * quantity)

/** Units of all lines together. */
export const unitsOf = (lines: ReadonlyArray<CartLine>): number =>
  lines.reduce((units, { quantity }) => units + quantity, 0)

/** What taken units cost. */
export const costOf = (taken: ReadonlyArray<Taken>): number =>
  taken.reduce((cost, { line, units }) => cost + line.unitPrice * units, 0)

/** The dearest units first; of equal ones those of the lower product id. */
export const byPriceDescending: Order.Order<CartLine> = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ unitPrice }: CartLine) => unitPrice),
  Order.mapInput(Order.string, ({ productId }: CartLine) => productId)
)

/** The first units of lines, in the order of the lines. */
const take = (lines: ReadonlyArray<CartLine>, wanted: number): ReadonlyArray<Taken> => {
  const taken: Array<Taken> = []
  let left = wanted
  for (const line of lines) {
    if (left === 0) {
      break
    }
    const units = Math.min(left, line.quantity)
    taken.push({ line, units })
    left -= units
  }
  return taken
}

/**
 * The lines that count for a group promotion, in the order of the lines: those of each part of a bundle, or those of the
 * one pool of which some units are free.
 */
export const partsOf = (rules: GroupRules, lines: ReadonlyArray<CartLine>): ReadonlyArray<ReadonlyArray<CartLine>> => {
  const inCategory = (wanted: Category) => lines.filter(({ category }) => category === wanted)
  if (rules.type === "bundle") {
    return "categories" in rules
      ? Array.dedupe(rules.categories).map(inCategory)
      : Array.dedupe(rules.product_ids).map((id) => lines.filter(({ productId }) => productId === id))
  }
  return "category" in rules
    ? [inCategory(rules.category)]
    : [lines.filter(({ productId }) => rules.product_ids.includes(productId))]
}

/** Units that make up complete sets of a bundle: of every part as many, the first ones. */
export const setsOf = (parts: ReadonlyArray<ReadonlyArray<CartLine>>): ReadonlyArray<Taken> => {
  const sets = Math.min(...parts.map(unitsOf))
  return parts.flatMap((part) => take(part, sets))
}

/** What a group promotion makes of its parts, whose lines come dearest first. */
export const claim = (rules: GroupRules, parts: ReadonlyArray<ReadonlyArray<CartLine>>): Claim => {
  if (rules.type === "bundle") {
    const sets = setsOf(parts)
    return {
      saving: decimalPercentOf(Money.make(costOf(sets)), rules.discount_pct),
      lines: sets.map(({ line }) => line)
    }
  }
  const pool = parts.flat()
  const free = Math.floor(unitsOf(pool) / (rules.buy_quantity + rules.free_quantity)) * rules.free_quantity
  return { saving: Money.make(costOf(take(pool.toReversed(), free))), lines: free === 0 ? [] : pool }
}
