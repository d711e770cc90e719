import { Layer } from "effect"
import { ToolEffects } from "../../platform/effects/ToolEffects.ts"
import { DeliveryAreas } from "../inventory/DeliveryAreas.ts"
import { StockedWarehouses } from "../inventory/StockedWarehouses.ts"
import { Coupons } from "../pricing/Coupons.ts"
import { CartAddresses } from "./CartAddresses.ts"
import { CartCoupons } from "./CartCoupons.ts"
import { CartLines } from "./CartLines.ts"
import { Carts } from "./Carts.ts"
import { Checkout } from "./Checkout.ts"

/** All cart services, from the first line to the order, over a database. */
export const layer = Layer.mergeAll(
  Carts.layer,
  CartLines.layer,
  CartAddresses.layer,
  CartCoupons.layer,
  Checkout.layer
).pipe(Layer.provide([StockedWarehouses.layer, DeliveryAreas.layer, Coupons.layer, ToolEffects.layer]))
