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

type GroupRules = Exclude<PromotionRules, { readonly type: "flash_sale" }>
type BundleRules = Extract<PromotionRules, { readonly type: "bundle" }>
type BuyXGetYRules = Extract<PromotionRules, { readonly type: "buy_x_get_y" }>

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

/** The lines, dearest first, that can give each of the parts of a bundle. */
export const partsOf = (rules: BundleRules, lines: ReadonlyArray<CartLine>): ReadonlyArray<ReadonlyArray<CartLine>> =>
  "categories" in rules
    ? Array.dedupe(rules.categories).map((part) => lines.filter(({ category }) => category === part))
    : Array.dedupe(rules.product_ids).map((part) => lines.filter(({ productId }) => productId === part))

/** The units that make up complete sets of a bundle, of every part the dearest ones. Lines come dearest first. */
export const setsOf = (rules: BundleRules, lines: ReadonlyArray<CartLine>): ReadonlyArray<Taken> => {
  const parts = partsOf(rules, lines)
  const sets = Math.min(...parts.map(unitsOf))
  return parts.flatMap((part) => take(part, sets))
}

/** The lines whose units count for a buy-x-get-y promotion. */
export const eligibleFor = (rules: BuyXGetYRules, lines: ReadonlyArray<CartLine>): ReadonlyArray<CartLine> =>
  "category" in rules
    ? lines.filter(({ category }) => category === rules.category)
    : lines.filter(({ productId }) => rules.product_ids.includes(productId))

const free = (rules: BuyXGetYRules, lines: ReadonlyArray<CartLine>): Claim => {
  const eligible = eligibleFor(rules, lines)
  const units = Math.floor(unitsOf(eligible) / (rules.buy_quantity + rules.free_quantity)) * rules.free_quantity
  return { saving: Money.make(costOf(take(eligible.toReversed(), units))), lines: units === 0 ? [] : eligible }
}

const bundled = (rules: BundleRules, lines: ReadonlyArray<CartLine>): Claim => {
  const given = setsOf(rules, lines)
  return {
    saving: decimalPercentOf(Money.make(costOf(given)), rules.discount_pct),
    lines: given.map(({ line }) => line)
  }
}

/** What a group promotion makes of the lines that are left, which come dearest first. */
export const claim = (rules: GroupRules, lines: ReadonlyArray<CartLine>): Claim =>
  rules.type === "bundle" ? bundled(rules, lines) : free(rules, lines)
