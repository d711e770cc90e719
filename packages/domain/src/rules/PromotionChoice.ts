import { Array, Option, Order } from "effect"
import { type ProductId } from "../Ids.ts"
import { decimalPercentOf, Money } from "../Money.ts"
import { type PromotionRules } from "../Pricing.ts"
import {
  byPriceDescending,
  type CartLine,
  claim,
  type Claim,
  grossOf,
  type GroupRules,
  partsOf,
  type RunningPromotion
} from "./Promotions.ts"
import { apportion } from "./Apportionment.ts"

/** A promotion with its discount on each participating line. */
export interface AppliedPromotion {
  readonly promotion: RunningPromotion
  readonly shares: ReadonlyMap<ProductId, Money>
}

interface GroupPromotion extends RunningPromotion {
  readonly rules: GroupRules
}

interface FlashSale extends RunningPromotion {
  readonly rules: Extract<PromotionRules, { readonly type: "flash_sale" }>
}

/** A group promotion with the lines that count towards it. */
interface Candidate {
  readonly promotion: GroupPromotion
  readonly parts: ReadonlyArray<ReadonlyArray<CartLine>>
}

interface Step extends Claim {
  readonly promotion: GroupPromotion
}

/** Group promotions in the order in which they claim lines; `saving` includes flash sales on the other lines. */
interface Selection {
  readonly steps: ReadonlyArray<Step>
  readonly claimed: ReadonlySet<CartLine>
  readonly saving: number
}

/** The best flash sale for a line. */
interface Reduction {
  readonly promotion: FlashSale
  readonly saving: Money
}

/** Maximum number of group promotions whose permutations are searched. */
const maxPermuted = 6

const byId: Order.Order<RunningPromotion> = Order.mapInput(Order.string, ({ id }) => id)

const isGroup = (promotion: RunningPromotion): promotion is GroupPromotion => promotion.rules.type !== "flash_sale"
const isFlashSale = (promotion: RunningPromotion): promotion is FlashSale => promotion.rules.type === "flash_sale"

/** Finds the flash sale with the largest discount for each line; ties go to the lower id. */
const reductions = (
  lines: ReadonlyArray<CartLine>,
  sales: ReadonlyArray<FlashSale>
): ReadonlyMap<CartLine, Reduction> =>
  new Map(
    lines.flatMap((line) => {
      const offers = sales
        .filter(({ rules }) => rules.categories.includes(line.category))
        .map((promotion) => ({ promotion, saving: decimalPercentOf(grossOf(line), promotion.rules.discount_pct) }))
        .filter(({ saving }) => saving > 0)
      const best = Array.head(Array.sortWith(offers, ({ saving }) => saving, Order.reverse(Order.number)))
      return Option.toArray(Option.map(best, (reduction) => [line, reduction] as const))
    })
  )

/** Returns the group promotions that save something, by id; of more than six, those that save most on their own. */
const applicable = (
  lines: ReadonlyArray<CartLine>,
  promotions: ReadonlyArray<GroupPromotion>
): ReadonlyArray<Candidate> => {
  const alone = promotions
    .map((promotion) => ({ promotion, parts: partsOf(promotion.rules, lines) }))
    .map((candidate) => ({ ...candidate, saving: claim(candidate.promotion.rules, candidate.parts).saving }))
    .filter(({ saving }) => saving > 0)
  const best = Array.sortWith(alone, ({ saving }) => saving, Order.reverse(Order.number))
  return Array.sortWith(Array.take(best, maxPermuted), ({ promotion }) => promotion, byId)
}

/**
 * Tries the candidates in every order. The greatest saving wins, then the fewest promotions, then the earliest
 * selection; as candidates come by id, that is the one with the lowest ids.
 */
const choose = (
  lines: ReadonlyArray<CartLine>,
  candidates: ReadonlyArray<Candidate>,
  flash: ReadonlyMap<CartLine, Reduction>
): Selection => {
  const flashSaving = (lines: ReadonlyArray<CartLine>) =>
    lines.reduce((saving, line) => saving + (flash.get(line)?.saving ?? 0), 0)

  const extended = (selection: Selection, { parts, promotion }: Candidate): Option.Option<Selection> => {
    const left = parts.map((part) => part.filter((line) => !selection.claimed.has(line)))
    const step = claim(promotion.rules, left)
    return step.lines.length === 0
      ? Option.none()
      : Option.some({
          steps: [...selection.steps, { ...step, promotion }],
          claimed: new Set([...selection.claimed, ...step.lines]),
          saving: selection.saving + step.saving - flashSaving(step.lines)
        })
  }

  const better = (one: Selection, other: Selection) =>
    other.saving > one.saving || (other.saving === one.saving && other.steps.length < one.steps.length) ? other : one

  /** Returns the best of a selection and all its continuations. */
  const best = (selection: Selection, left: ReadonlyArray<Candidate>): Selection =>
    left.reduce(
      (winner, candidate) =>
        Option.match(extended(selection, candidate), {
          onNone: () => winner,
          onSome: (next) =>
            better(
              winner,
              best(
                next,
                left.filter((other) => other !== candidate)
              )
            )
        }),
      selection
    )

  return best({ steps: [], claimed: new Set(), saving: flashSaving(lines) }, candidates)
}

const appliedGroup = ({ lines, promotion, saving }: Step): AppliedPromotion => {
  const shares = apportion(saving, lines.map(grossOf))
  return {
    promotion,
    shares: new Map(Array.zipWith(lines, shares, ({ productId }, share) => [productId, Money.make(share)]))
  }
}

const appliedSale = (promotion: FlashSale, rest: ReadonlyArray<CartLine>, flash: ReadonlyMap<CartLine, Reduction>) => ({
  promotion,
  shares: new Map(
    rest.flatMap((line) => {
      const reduction = flash.get(line)
      return reduction?.promotion === promotion ? [[line.productId, reduction.saving] as const] : []
    })
  )
})

/**
 * Chooses the promotions that save most together; each line takes part in at most one. Group promotions come in the
 * order in which they claim lines, then flash sales by id. Ties go to fewer group promotions, then to lower ids.
 * Searches at most 1,957 sequences of group promotions; the order of the lines does not matter.
 */
export const promotionsFor = (
  lines: ReadonlyArray<CartLine>,
  running: ReadonlyArray<RunningPromotion>
): ReadonlyArray<AppliedPromotion> => {
  const sorted = Array.sort(lines, byPriceDescending)
  const promotions = Array.sort(running, byId)
  const sales = promotions.filter(isFlashSale)
  const flash = reductions(sorted, sales)
  const { claimed, steps } = choose(sorted, applicable(sorted, promotions.filter(isGroup)), flash)
  const rest = sorted.filter((line) => !claimed.has(line))
  return [
    ...steps.filter(({ saving }) => saving > 0).map(appliedGroup),
    ...sales.map((sale) => appliedSale(sale, rest, flash)).filter(({ shares }) => shares.size > 0)
  ]
}
