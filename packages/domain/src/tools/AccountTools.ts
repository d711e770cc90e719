import { Schema } from "effect"
import { LoyaltyTier, Role, UserId } from "../Identity.ts"
import { MoneyFromNumber } from "../Money.ts"
import { tool } from "./ToolContract.ts"
import { UserText } from "./UserText.ts"

/** What a loyalty tier gives, as every tool shows it. */
export const TierBenefitFields = {
  /** Percent off what is left after promotions and coupon. */
  discount_pct: Schema.Number,
  /** Goods total from which standard shipping is free; 0 means always. */
  free_shipping_threshold: MoneyFromNumber,
  priority_support: Schema.Boolean
}

export const getUserProfile = tool("get_user_profile", {
  description:
    "The customer's own account: name, role, loyalty tier with its benefits, total spend and the day they joined.",
  parameters: {},
  success: Schema.Struct({
    user_id: UserId,
    name: UserText,
    role: Role,
    loyalty_tier: LoyaltyTier,
    /** Orders that were not cancelled, minus refunds. */
    total_spend: MoneyFromNumber,
    member_since: Schema.DateTimeUtc,
    tier_benefits: Schema.Struct(TierBenefitFields)
  })
})
