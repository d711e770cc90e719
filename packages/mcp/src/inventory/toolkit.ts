import { Toolkit } from "@effect/ai"
import { compareCarriers } from "@storefront/domain/tools/FulfillmentTools"
import {
  checkStock,
  estimateShipping,
  getRestockSchedule,
  getWarehouseAvailability,
  getWarehouses
} from "@storefront/domain/tools/InventoryTools"

/** Tools for stock and shipping, which an agent can also run in its own process. */
export const stockTools = Toolkit.make(
  checkStock,
  getWarehouseAvailability,
  getRestockSchedule,
  estimateShipping,
  compareCarriers
)

export const inventoryTools = Toolkit.merge(stockTools, Toolkit.make(getWarehouses))
