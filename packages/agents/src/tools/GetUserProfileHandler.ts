import { CurrentUser, type UserId } from "@storefront/domain/Identity"
import { type Tier } from "@storefront/domain/Loyalty"
import { notFound } from "@storefront/domain/tools/ToolContract"
import { LoyaltyProgramme } from "@storefront/server/shop/accounts/LoyaltyProgramme"
import { Effect } from "effect"

/** The handler of `get_user_profile`, shared by the agents that have it. */
export const getUserProfileHandler = Effect.map(LoyaltyProgramme, (programme) =>
  Effect.fnUntraced(function* () {
    const user = yield* CurrentUser
    const member = yield* Effect.catchTag(programme.member(user.id), "UserNotFound", () =>
      Effect.fail(accountGone(user.id))
    )
    return {
      user_id: user.id,
      name: member.name,
      role: member.role,
      loyalty_tier: member.tier.name,
      total_spend: member.totalSpend,
      member_since: member.memberSince,
      tier_benefits: tierFields(member.tier)
    }
  })
)

/** `not_found`: the caller's own account no longer exists. */
export const accountGone = (id: UserId) =>
  notFound("user", id, "The account no longer exists. Say so, and name support_contact of the facts.")

/** Returns the benefits of a tier as tool results have them. */
export const tierFields = ({ discountPct, freeShippingThreshold, prioritySupport }: Tier) => ({
  discount_pct: discountPct,
  free_shipping_threshold: freeShippingThreshold,
  priority_support: prioritySupport
})
