import { Array, type DateTime } from "effect"
import { type Category } from "../Catalog.ts"
import { type ProductId } from "../Ids.ts"
import { Money } from "../Money.ts"
import {
  byPriceDescending,
  type CartLine,
  claim,
  costOf,
  partsOf,
  type RunningPromotion,
  setsOf,
  unitsOf
} from "./Promotions.ts"

/** A running promotion with its end, and those of the products it names that can be bought. */
export interface OfferedPromotion extends RunningPromotion {
  readonly endDate: DateTime.Utc
  readonly productsOnSale: ReadonlyArray<ProductId>
}

/** A bundle that some products make up. */
export interface CompleteBundle {
  readonly promotion: OfferedPromotion
  readonly discountPct: number
  /** What the units in the sets cost without the discount. */
  readonly gross: Money
  readonly saving: Money
  readonly productIds: ReadonlyArray<ProductId>
}

/** A promotion with free units that counts some of the products. */
export interface FreeUnits {
  readonly promotion: OfferedPromotion
  readonly buyQuantity: number
  readonly freeQuantity: number
  readonly productIds: ReadonlyArray<ProductId>
  /** Further units until something is free; 0 when something is. */
  readonly unitsMissing: number
}

/** A bundle of which some parts are there and all others can be bought. */
export interface NearMiss {
  readonly promotion: OfferedPromotion
  readonly missingProducts: ReadonlyArray<ProductId>
  readonly missingCategories: ReadonlyArray<Category>
}

/** What some products make up; every promotion is looked at alone. Each list is in the order of the promotions. */
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
      ? Array.dedupe(rules.product_ids).filter((wanted) => lines.every(({ productId }) => productId !== wanted))
      : []
  const missingCategories =
    "categories" in rules
      ? Array.dedupe(rules.categories).filter((wanted) => lines.every(({ category }) => category !== wanted))
      : []
  const parts = partsOf(rules, lines)
  const isBegun = parts.some((part) => part.length > 0) && parts.some((part) => part.length === 0)
  return isBegun && missingProducts.every((id) => productsOnSale.includes(id))
    ? [{ promotion, missingProducts, missingCategories }]
    : []
}

/** What the lines make up with the promotions that are running. */
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
