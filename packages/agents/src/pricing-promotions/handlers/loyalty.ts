import { CurrentUser, type UserId } from "@storefront/domain/Identity"
import { decimalPercentOf, Money } from "@storefront/domain/Money"
import { nextTier, isStandardShippingFree } from "@storefront/domain/rules/Loyalty"
import { LoyaltyProgramme } from "@storefront/server/shop/accounts/LoyaltyProgramme"
import { Effect, Option } from "effect"
import { accountGone, tierFields } from "../../tools/GetUserProfileHandler.ts"
import { loyaltyTools } from "../toolkit.ts"

export const loyaltyHandlers = Effect.gen(function* () {
  const programme = yield* LoyaltyProgramme
  const memberOf = (user: UserId) =>
    Effect.catchTag(programme.member(user), "UserNotFound", () => Effect.fail(accountGone(user)))

  return loyaltyTools.of({
    get_loyalty_tier: Effect.fnUntraced(function* () {
      const user = yield* CurrentUser
      const { tier, tiers, totalSpend } = yield* memberOf(user.id)
      const next = Option.map(nextTier(tiers, totalSpend), ({ discountPct, minSpend, name }) => ({
        name,
        min_spend: minSpend,
        spend_needed: Money.make(minSpend - totalSpend),
        discount_pct: discountPct
      }))
      return { tier: tier.name, total_spend: totalSpend, ...tierFields(tier), next_tier: Option.getOrNull(next) }
    }),

    calculate_loyalty_discount: Effect.fnUntraced(function* ({ cart_total }) {
      const user = yield* CurrentUser
      const { tier } = yield* memberOf(user.id)
      const discount = decimalPercentOf(cart_total, tier.discountPct)
      const total = Money.make(cart_total - discount)
      return {
        tier: tier.name,
        discount_pct: tier.discountPct,
        cart_total,
        discount_amount: discount,
        discounted_total: total,
        free_shipping: isStandardShippingFree(tier, total),
        free_shipping_threshold: tier.freeShippingThreshold,
        amount_to_free_shipping: Money.make(Math.max(0, tier.freeShippingThreshold - total))
      }
    }),

    get_loyalty_benefits: Effect.fnUntraced(function* () {
      const user = yield* CurrentUser
      const { tier: memberTier, tiers } = yield* memberOf(user.id)
      return {
        tiers: tiers.map((tier) => ({ tier: tier.name, min_spend: tier.minSpend, ...tierFields(tier) })),
        count: tiers.length,
        your_tier: memberTier.name
      }
    })
  })
})
