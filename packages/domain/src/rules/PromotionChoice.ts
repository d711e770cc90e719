import { Array, Option, Order } from "effect"
import { type ProductId } from "../Ids.ts"
import { decimalPercentOf, Money } from "../Money.ts"
import { type PromotionRules } from "../Pricing.ts"
import { byPriceDescending, type CartLine, claim, type Claim, grossOf, type RunningPromotion } from "./Promotions.ts"
import { spread } from "./Spread.ts"

/** A promotion with what it takes off each line that takes part in it. */
export interface AppliedPromotion {
  readonly promotion: RunningPromotion
  readonly shares: ReadonlyMap<ProductId, Money>
}

interface GroupPromotion extends RunningPromotion {
  readonly rules: Exclude<PromotionRules, { readonly type: "flash_sale" }>
}

interface FlashSale extends RunningPromotion {
  readonly rules: Extract<PromotionRules, { readonly type: "flash_sale" }>
}

interface Step extends Claim {
  readonly promotion: GroupPromotion
}

/** Group promotions in the order in which they claim lines, and what is saved with them and the flash sales. */
interface Selection {
  readonly steps: ReadonlyArray<Step>
  readonly groupSaving: number
  readonly saving: number
  /** Lines that no step claimed. */
  readonly rest: ReadonlyArray<CartLine>
}

/** The best flash sale of a line. */
interface Reduction {
  readonly promotion: FlashSale
  readonly saving: Money
}

/** How many group promotions are tried in every order. */
const tried = 6

const byId: Order.Order<RunningPromotion> = Order.mapInput(Order.string, ({ id }) => id)

const isGroup = (promotion: RunningPromotion): promotion is GroupPromotion => promotion.rules.type !== "flash_sale"
const isFlashSale = (promotion: RunningPromotion): promotion is FlashSale => promotion.rules.type === "flash_sale"

/** The flash sale that takes most off each line; of equal ones the lower id. */
const reductions = (
  lines: ReadonlyArray<CartLine>,
  sales: ReadonlyArray<FlashSale>
): ReadonlyMap<ProductId, Reduction> =>
  new Map(
    lines.flatMap((line) => {
      const offers = sales
        .filter(({ rules }) => rules.categories.includes(line.category))
        .map((promotion) => ({ promotion, saving: decimalPercentOf(grossOf(line), promotion.rules.discount_pct) }))
        .filter(({ saving }) => saving > 0)
      const best = Array.head(Array.sortWith(offers, ({ saving }) => saving, Order.reverse(Order.number)))
      return Option.toArray(Option.map(best, (reduction) => [line.productId, reduction] as const))
    })
  )

/** The group promotions that save something on these lines, by id: of more than six those that save most alone. */
const applicable = (lines: ReadonlyArray<CartLine>, promotions: ReadonlyArray<GroupPromotion>) => {
  const alone = promotions
    .map((promotion) => ({ promotion, saving: claim(promotion.rules, lines).saving }))
    .filter(({ saving }) => saving > 0)
  const best = Array.take(
    Array.sortWith(alone, ({ saving }) => saving, Order.reverse(Order.number)),
    tried
  )
  return Array.sort(
    best.map(({ promotion }) => promotion),
    byId
  )
}

/**
 * Tries the promotions, which come by id, in every order. The earliest of the selections with the greatest saving and
 * the fewest promotions wins, which is the one with the lowest ids.
 */
const choose = (
  lines: ReadonlyArray<CartLine>,
  promotions: ReadonlyArray<GroupPromotion>,
  flash: ReadonlyMap<ProductId, Reduction>
): Selection => {
  const flashSaving = (rest: ReadonlyArray<CartLine>) =>
    rest.reduce((saving, { productId }) => saving + (flash.get(productId)?.saving ?? 0), 0)

  const extended = (selection: Selection, promotion: GroupPromotion): Option.Option<Selection> => {
    const step = claim(promotion.rules, selection.rest)
    if (step.lines.length === 0) {
      return Option.none()
    }
    const claimed = new Set(step.lines)
    const rest = selection.rest.filter((line) => !claimed.has(line))
    const groupSaving = selection.groupSaving + step.saving
    return Option.some({
      steps: [...selection.steps, { ...step, promotion }],
      groupSaving,
      saving: groupSaving + flashSaving(rest),
      rest
    })
  }

  const better = (one: Selection, other: Selection) =>
    other.saving > one.saving || (other.saving === one.saving && other.steps.length < one.steps.length) ? other : one

  /** The best of a selection and all that continue it. */
  const best = (selection: Selection, left: ReadonlyArray<GroupPromotion>): Selection =>
    left.reduce(
      (winner, promotion) =>
        Option.match(extended(selection, promotion), {
          onNone: () => winner,
          onSome: (next) =>
            better(
              winner,
              best(
                next,
                left.filter((other) => other !== promotion)
              )
            )
        }),
      selection
    )

  return best({ steps: [], groupSaving: 0, saving: flashSaving(lines), rest: lines }, promotions)
}

const inGroup = ({ lines, promotion, saving }: Step): AppliedPromotion => {
  const shares = spread(saving, lines.map(grossOf))
  return {
    promotion,
    shares: new Map(Array.zipWith(lines, shares, ({ productId }, share) => [productId, Money.make(share)]))
  }
}

const onSale = (promotion: FlashSale, rest: ReadonlyArray<CartLine>, flash: ReadonlyMap<ProductId, Reduction>) => ({
  promotion,
  shares: new Map(
    rest.flatMap(({ productId }) => {
      const reduction = flash.get(productId)
      return reduction?.promotion === promotion ? [[productId, reduction.saving] as const] : []
    })
  )
})

/**
 * The promotions that together save most, a line taking part in one at most: group promotions in the order in which
 * they claim lines, then flash sales by id. Of equally good selections the one with fewer group promotions wins, then
 * that of the lower ids. Looks at 1,957 orders of group promotions at most; the order of the lines does not matter.
 */
export const promotionsFor = (
  lines: ReadonlyArray<CartLine>,
  running: ReadonlyArray<RunningPromotion>
): ReadonlyArray<AppliedPromotion> => {
  const sorted = Array.sort(lines, byPriceDescending)
  const promotions = Array.sort(running, byId)
  const sales = promotions.filter(isFlashSale)
  const flash = reductions(sorted, sales)
  const { rest, steps } = choose(sorted, applicable(sorted, promotions.filter(isGroup)), flash)
  return [
    ...steps.filter(({ saving }) => saving > 0).map(inGroup),
    ...sales.map((sale) => onSale(sale, rest, flash)).filter(({ shares }) => shares.size > 0)
  ]
}
