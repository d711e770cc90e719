import { Schema } from "effect"
import { MoneyFromNumber } from "./Money.ts"

/** What a loyalty tier gives. `free_shipping_threshold` 0 means that standard delivery is always free. */
export class TierBenefits extends Schema.Class<TierBenefits>("TierBenefits")({
  /** Percent off the remainder after promotions and coupon, with at most two decimals. */
  discount_pct: Schema.Number,
  free_shipping_threshold: MoneyFromNumber,
  priority_support: Schema.Boolean
}) {}
