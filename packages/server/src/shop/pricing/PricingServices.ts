import { Layer } from "effect"
import { ListPrices } from "./ListPrices.ts"
import { Coupons } from "./Coupons.ts"
import { Deals } from "./Deals.ts"
import { OfferedPromotions } from "./OfferedPromotions.ts"

/** The price, coupon and promotion services behind the agents' tools, over a database. */
export const layer = Layer.mergeAll(ListPrices.layer, Coupons.layer, Deals.layer, OfferedPromotions.layer)
