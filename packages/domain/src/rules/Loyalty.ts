import { Array, type Option, Order } from "effect"
import { type Tier } from "../Loyalty.ts"
import { type SpeedTier } from "../Inventory.ts"
import { Money } from "../Money.ts"

const byMinSpend = Order.mapInput(Order.number, (tier: Tier) => tier.minSpend)

/** The tier that comes next: the lowest `minSpend` above the spend. None at the highest. */
export const nextTier = (tiers: ReadonlyArray<Tier>, spend: Money): Option.Option<Tier> =>
  Array.findFirst(Array.sort(tiers, byMinSpend), (tier) => tier.minSpend > spend)

/** Whether standard shipping of goods for that total costs a member of the tier nothing. */
export const shipsFree = (tier: Tier, total: Money): boolean => total >= tier.freeShippingThreshold

/** Returns true if a member of the tier pays nothing for shipping goods of that total at a speed. */
export const isShippingFree = (tier: Tier, speed: SpeedTier, total: Money): boolean =>
  speed === "standard" && shipsFree(tier, total)

/** Makes the cost of shipping for a member of the tier, by the total of the goods; the carriers ask `cost` for it. */
export const shippingCharge =
  (tier: Tier, speed: SpeedTier, cost: Money) =>
  (total: Money): Money =>
    isShippingFree(tier, speed, total) ? Money.make(0) : cost
