import { Schema } from "effect"
import { type LoyaltyTier } from "./Identity.ts"
import { type Money, MoneyFromNumber } from "./Money.ts"

/** A level of the loyalty programme. */
export interface Tier {
  readonly name: LoyaltyTier
  /** Spend from which a customer reaches the tier. */
  readonly minSpend: Money
  /** Percent off the amount after promotions and coupon, with at most 2 decimals. */
  readonly discountPct: number
  /** Goods total from which standard shipping is free; 0 means always. */
  readonly freeShippingThreshold: Money
  readonly prioritySupport: boolean
}

/** Benefits of a tier as tools and the API return them. */
export const TierBenefitFields = {
  /** Percent off the amount after promotions and coupon. */
  discount_pct: Schema.Number,
  /** Goods total from which standard shipping is free; 0 means always. */
  free_shipping_threshold: MoneyFromNumber,
  priority_support: Schema.Boolean
}
