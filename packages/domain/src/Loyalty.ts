import { Schema } from "effect"
import { type LoyaltyTier } from "./Identity.ts"
import { type Money, MoneyFromNumber } from "./Money.ts"

/** A level of the loyalty programme. */
export interface Tier {
  readonly name: LoyaltyTier
  /** Spend from which a customer belongs to it. */
  readonly minSpend: Money
  /** Percent off what is left after promotions and coupon, with at most 2 decimals. */
  readonly discountPct: number
  /** Goods total from which standard shipping is free; 0 means always. */
  readonly freeShippingThreshold: Money
  readonly prioritySupport: boolean
}

/** What a tier gives, as the shop shows it. */
export const TierBenefitFields = {
  /** Percent off what is left after promotions and coupon. */
  discount_pct: Schema.Number,
  /** Goods total from which standard shipping is free; 0 means always. */
  free_shipping_threshold: MoneyFromNumber,
  priority_support: Schema.Boolean
}
