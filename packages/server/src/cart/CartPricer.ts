import { type User } from "@storefront/domain/Identity"
import { type Coupon } from "@storefront/domain/Pricing"
import { type Priced, price } from "@storefront/domain/rules/CartPricing"
import { type Tier } from "@storefront/domain/Loyalty"
import { Effect, Option } from "effect"
import { Coupons } from "../pricing/Coupons.ts"
import { PricingFacts } from "../pricing/PricingFacts.ts"
import { type CartContents, pricedLines } from "./CartContents.ts"

/** What a cart costs, and who says so. */
export interface PricedCart {
  readonly priced: Priced
  /** The coupon of the cart, valid or not. */
  readonly coupon: Coupon | null
  readonly tier: Tier
}

/**
 * Prices a cart for a customer as of this moment: two statements, one when there is no coupon. Also usable inside a
 * transaction.
 */
export const cartPricer = Effect.gen(function* () {
  const coupons = yield* Coupons
  const facts = yield* PricingFacts
  return Effect.fnUntraced(function* (
    buyer: User,
    { coupon_code: code, lines }: Pick<CartContents, "coupon_code" | "lines">
  ) {
    const coupon = code === null ? null : Option.getOrNull(yield* coupons.find(code))
    const known = yield* facts.read(buyer)
    const priced = price(pricedLines(lines), known, code === null ? null : { code, found: coupon })
    return { priced, coupon, tier: known.tier } satisfies PricedCart
  })
})
