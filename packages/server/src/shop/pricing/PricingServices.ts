import { Layer } from "effect"
import { Coupons } from "./Coupons.ts"
import { Deals } from "./Deals.ts"
import { OfferedPromotions } from "./OfferedPromotions.ts"

/** The coupon and promotion services behind the agents' tools, over a database. */
export const layer = Layer.mergeAll(Coupons.layer, Deals.layer, OfferedPromotions.layer)
