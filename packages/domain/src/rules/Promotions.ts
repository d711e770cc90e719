import { Array, Order } from "effect"
import { type Category } from "../Catalog.ts"
import { type ProductId, type PromotionId } from "../Ids.ts"
import { decimalPercentOf, Money } from "../Money.ts"
import { type PromotionRules } from "../Pricing.ts"

/** Effect of one group promotion on cart lines; `PromotionChoice.ts` chooses the best combination. */

/** Units of one product. A cart has at most one line per product. */
export interface CartLine {
  readonly productId: ProductId
  /** Group of a variant; null for others. */
  readonly groupId: ProductId | null
  readonly category: Category
  readonly unitPrice: Money
  readonly quantity: number
}

/** A promotion that is active now. */
export interface RunningPromotion {
  readonly id: PromotionId
  readonly name: string
  readonly rules: PromotionRules
}

/** Rules of a promotion that combines several lines. */
export type GroupRules = Exclude<PromotionRules, { readonly type: "flash_sale" }>

/** A number of units of a line. */
export interface LineUnits {
  readonly line: CartLine
  readonly units: number
}

/** Effect of a group promotion: the lines it claims, and its discount on them together. */
export interface Claim {
  readonly saving: Money
  readonly lines: ReadonlyArray<CartLine>
}

/** Returns the undiscounted price of a line. */
export const grossOf = ({ quantity, unitPrice }: CartLine): Money => Money.make(unitPrice * quantity)

export const unitsOf = (lines: ReadonlyArray<CartLine>): number =>
  lines.reduce((units, { quantity }) => units + quantity, 0)

/** Sums the undiscounted price of taken units. */
export const costOf = (taken: ReadonlyArray<LineUnits>): number =>
  taken.reduce((cost, { line, units }) => cost + line.unitPrice * units, 0)

/** Dearest units first; ties go to the lower product id. */
export const byPriceDescending: Order.Order<CartLine> = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ unitPrice }: CartLine) => unitPrice),
  Order.mapInput(Order.string, ({ productId }: CartLine) => productId)
)

/** Takes the first `wanted` units of the lines, in order. */
const takeUnits = (lines: ReadonlyArray<CartLine>, wanted: number): ReadonlyArray<LineUnits> => {
  const taken: Array<LineUnits> = []
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

/** Returns which of the products named by a promotion a line counts as: itself, or the group of its variant. */
export const namedAs = (ids: ReadonlyArray<ProductId>, { groupId, productId }: CartLine): ProductId | null =>
  ids.includes(productId) ? productId : groupId !== null && ids.includes(groupId) ? groupId : null

/**
 * Groups the lines that count towards a group promotion, keeping their order: one group per part of a bundle, or a
 * single pool for a buy-x-get-y promotion.
 */
export const partsOf = (rules: GroupRules, lines: ReadonlyArray<CartLine>): ReadonlyArray<ReadonlyArray<CartLine>> => {
  const inCategory = (wanted: Category) => lines.filter(({ category }) => category === wanted)
  if (rules.type === "bundle") {
    return "categories" in rules
      ? Array.dedupe(rules.categories).map(inCategory)
      : Array.dedupe(rules.product_ids).map((id) => lines.filter((line) => namedAs(rules.product_ids, line) === id))
  }
  return "category" in rules
    ? [inCategory(rules.category)]
    : [lines.filter((line) => namedAs(rules.product_ids, line) !== null)]
}

/** Takes the units that form complete sets of a bundle: equally many of every part, from its first lines. */
export const setsOf = (parts: ReadonlyArray<ReadonlyArray<CartLine>>): ReadonlyArray<LineUnits> => {
  const sets = Math.min(...parts.map(unitsOf))
  return parts.flatMap((part) => takeUnits(part, sets))
}

/** Calculates the claim of a group promotion on its parts, whose lines must come dearest first. */
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
  return { saving: Money.make(costOf(takeUnits(pool.toReversed(), free))), lines: free === 0 ? [] : pool }
}
