import { Layer } from "effect"
import { DeliveryAreas } from "../inventory/DeliveryAreas.ts"
import { OrderCancellation } from "./OrderCancellation.ts"
import { OrderLookup } from "./OrderLookup.ts"
import { OrderModification } from "./OrderModification.ts"
import { PurchaseHistory } from "./PurchaseHistory.ts"
import { SellerSales } from "./SellerSales.ts"

/** The order services behind the agents' tools, over a database. */
export const layer = Layer.mergeAll(
  OrderCancellation.layer,
  OrderLookup.layer,
  OrderModification.layer,
  PurchaseHistory.layer,
  SellerSales.layer
).pipe(Layer.provide(DeliveryAreas.layer))
