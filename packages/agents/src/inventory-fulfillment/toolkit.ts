import { Toolkit } from "@effect/ai"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import {
  calculateFulfillmentPlan,
  compareCarriers,
  getSellerInventory,
  getTrackingStatus,
  placeBackorder
} from "@storefront/domain/tools/FulfillmentTools"
import {
  checkStock,
  estimateShipping,
  getRestockSchedule,
  getWarehouseAvailability
} from "@storefront/domain/tools/InventoryTools"
import { findProduct } from "@storefront/domain/tools/ProductTools"

/** When more comes, and the stock of sellers. */
export const stockTools = Toolkit.make(getRestockSchedule, placeBackorder, getSellerInventory)

/** How goods get to a customer. */
export const deliveryTools = Toolkit.make(
  estimateShipping,
  compareCarriers,
  getTrackingStatus,
  calculateFulfillmentPlan
)

/** The tools of inventory-fulfillment. */
export const toolkit = Toolkit.merge(
  stockTools,
  deliveryTools,
  Toolkit.make(checkStock, getWarehouseAvailability, findProduct, getUserProfile)
)
