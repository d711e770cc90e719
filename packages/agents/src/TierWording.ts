import { type Money } from "@storefront/domain/Money"
import { list, money } from "@storefront/domain/Wording"

/** What a loyalty tier gives, to follow "you get". */
export const tierBenefits = (tier: {
  readonly discount_pct: number
  readonly free_shipping_threshold: Money
  readonly priority_support: boolean
}): string =>
  list([
    ...(tier.discount_pct === 0 ? [] : [`${tier.discount_pct}% off`]),
    tier.free_shipping_threshold === 0
      ? "free standard shipping on every order"
      : `free standard shipping on orders from ${money(tier.free_shipping_threshold)}`,
    ...(tier.priority_support ? ["priority support"] : [])
  ])
