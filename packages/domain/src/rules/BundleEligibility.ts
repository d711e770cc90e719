import { Array, type DateTime } from "effect"
import { type Category } from "../Catalog.ts"
import { type ProductId } from "../Ids.ts"
import { Money } from "../Money.ts"
import {
  byPriceDescending,
  type CartLine,
  claim,
  costOf,
  namedAs,
  partsOf,
  type RunningPromotion,
  setsOf,
  unitsOf
} from "./Promotions.ts"

/** A running promotion with its end and the products named by it that are on sale. */
export interface OfferedPromotion extends RunningPromotion {
  readonly endDate: DateTime.Utc
  readonly productsOnSale: ReadonlyArray<ProductId>
}

/** A bundle that the lines complete. */
export interface CompleteBundle {
  readonly promotion: OfferedPromotion
  readonly discountPct: number
  /** Price of the bundled units before the discount. */
  readonly gross: Money
  readonly saving: Money
  readonly productIds: ReadonlyArray<ProductId>
}

/** A buy-x-get-y promotion that some of the lines count towards. */
export interface FreeUnits {
  readonly promotion: OfferedPromotion
  readonly buyQuantity: number
  readonly freeQuantity: number
  readonly productIds: ReadonlyArray<ProductId>
  /** Further units needed for a free one; 0 if one is free already. */
  readonly unitsMissing: number
}

/** A bundle that the lines begin, whose missing products are all on sale. */
export interface NearMiss {
  readonly promotion: OfferedPromotion
  readonly missingProducts: ReadonlyArray<ProductId>
  readonly missingCategories: ReadonlyArray<Category>
}

/** Promotions that the lines qualify for or begin, each considered alone. Lists keep the order of the promotions. */
export interface BundleEligibility {
  readonly bundles: ReadonlyArray<CompleteBundle>
  readonly freeUnits: ReadonlyArray<FreeUnits>
  readonly nearMisses: ReadonlyArray<NearMiss>
}

const idsOf = (lines: ReadonlyArray<CartLine>) => lines.map(({ productId }) => productId)

const completeBundles = (
  promotion: OfferedPromotion,
  lines: ReadonlyArray<CartLine>
): ReadonlyArray<CompleteBundle> => {
  const { rules } = promotion
  if (rules.type !== "bundle") {
    return []
  }
  const parts = partsOf(rules, lines)
  const { lines: taken, saving } = claim(rules, parts)
  const gross = Money.make(costOf(setsOf(parts)))
  return taken.length === 0
    ? []
    : [{ promotion, discountPct: rules.discount_pct, gross, saving, productIds: idsOf(taken) }]
}

const freeUnits = (promotion: OfferedPromotion, lines: ReadonlyArray<CartLine>): ReadonlyArray<FreeUnits> => {
  const { rules } = promotion
  if (rules.type !== "buy_x_get_y") {
    return []
  }
  const counted = partsOf(rules, lines).flat()
  const { buy_quantity: buyQuantity, free_quantity: freeQuantity } = rules
  const unitsMissing = Math.max(0, buyQuantity + freeQuantity - unitsOf(counted))
  return counted.length === 0
    ? []
    : [{ promotion, buyQuantity, freeQuantity, productIds: idsOf(counted), unitsMissing }]
}

const nearMisses = (promotion: OfferedPromotion, lines: ReadonlyArray<CartLine>): ReadonlyArray<NearMiss> => {
  const { productsOnSale, rules } = promotion
  if (rules.type !== "bundle") {
    return []
  }
  const missingProducts =
    "product_ids" in rules
      ? Array.dedupe(rules.product_ids).filter((wanted) =>
          lines.every((line) => namedAs(rules.product_ids, line) !== wanted)
        )
      : []
  const missingCategories =
    "categories" in rules
      ? Array.dedupe(rules.categories).filter((wanted) => lines.every(({ category }) => category !== wanted))
      : []
  const parts = partsOf(rules, lines)
  const isPartlyComplete = parts.some((part) => part.length > 0) && parts.some((part) => part.length === 0)
  return isPartlyComplete && missingProducts.every((id) => productsOnSale.includes(id))
    ? [{ promotion, missingProducts, missingCategories }]
    : []
}

/** Finds the running promotions that the lines qualify for or begin. */
export const bundleEligibility = (
  lines: ReadonlyArray<CartLine>,
  promotions: ReadonlyArray<OfferedPromotion>
): BundleEligibility => {
  const sorted = Array.sort(lines, byPriceDescending)
  return {
    bundles: promotions.flatMap((promotion) => completeBundles(promotion, sorted)),
    freeUnits: promotions.flatMap((promotion) => freeUnits(promotion, sorted)),
    nearMisses: promotions.flatMap((promotion) => nearMisses(promotion, sorted))
  }
}
