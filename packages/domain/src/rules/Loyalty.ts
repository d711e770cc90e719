import { Array, type Option, Order } from "effect"
import { type Tier } from "../Loyalty.ts"
import { type SpeedTier } from "../Inventory.ts"
import { Money } from "../Money.ts"

const byMinSpend = Order.mapInput(Order.number, (tier: Tier) => tier.minSpend)

/** Finds the next tier: the one with the lowest `minSpend` above the spend. None at the highest. */
export const nextTier = (tiers: ReadonlyArray<Tier>, spend: Money): Option.Option<Tier> =>
  Array.findFirst(Array.sort(tiers, byMinSpend), (tier) => tier.minSpend > spend)

/** Returns whether standard shipping for that goods total is free in the tier. */
export const isStandardShippingFree = (tier: Tier, total: Money): boolean => total >= tier.freeShippingThreshold

/** Returns whether shipping at a speed, for that goods total, is free in the tier. */
export const isShippingFree = (tier: Tier, speed: SpeedTier, total: Money): boolean =>
  speed === "standard" && isStandardShippingFree(tier, total)

/** Makes a function from the goods total to the shipping charge for a tier; `cost` is the carriers' price. */
export const shippingCharge =
  (tier: Tier, speed: SpeedTier, cost: Money) =>
  (total: Money): Money =>
    isShippingFree(tier, speed, total) ? Money.make(0) : cost
