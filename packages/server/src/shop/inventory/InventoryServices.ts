import { Layer } from "effect"
import { Backorders } from "./Backorders.ts"
import { Carriers } from "./Carriers.ts"
import { Restocks } from "./Restocks.ts"
import { SellerStock } from "./SellerStock.ts"
import { Shipping } from "./Shipping.ts"
import { Stock } from "./Stock.ts"
import { StockedWarehouses } from "./StockedWarehouses.ts"
import { WarehouseAvailability } from "./WarehouseAvailability.ts"
import { Warehouses } from "./Warehouses.ts"

/** The stock, carrier and delivery services behind the agents' tools, over a database. */
export const layer = Layer.mergeAll(
  Backorders.layer,
  Carriers.layer,
  Restocks.layer,
  SellerStock.layer,
  Shipping.layer,
  Stock.layer,
  StockedWarehouses.layer,
  WarehouseAvailability.layer,
  Warehouses.layer
)
