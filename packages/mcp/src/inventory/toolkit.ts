import { Toolkit } from "@effect/ai"
import { compareCarriers } from "@storefront/domain/tools/FulfillmentTools"
import {
  checkStock,
  estimateShipping,
  getRestockSchedule,
  getWarehouseAvailability
} from "@storefront/domain/tools/InventoryTools"

/** What there is, where, and how it is sent. */
export const stockTools = Toolkit.make(
  checkStock,
  getWarehouseAvailability,
  getRestockSchedule,
  estimateShipping,
  compareCarriers
)
