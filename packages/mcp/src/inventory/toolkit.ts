import { Toolkit } from "@effect/ai"
import { compareCarriers } from "@storefront/domain/tools/FulfillmentTools"
import {
  checkStock,
  estimateShipping,
  getRestockSchedule,
  getWarehouseAvailability,
  getWarehouses
} from "@storefront/domain/tools/InventoryTools"

/** What there is, where, and how it is sent: what an agent can also look up in its own process. */
export const stockTools = Toolkit.make(
  checkStock,
  getWarehouseAvailability,
  getRestockSchedule,
  estimateShipping,
  compareCarriers
)

/** The tools of mcp-inventory. */
export const inventoryTools = Toolkit.merge(stockTools, Toolkit.make(getWarehouses))
