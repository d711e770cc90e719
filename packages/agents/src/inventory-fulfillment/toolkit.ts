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

/** The tools of inventory-fulfillment. */
export const toolkit = Toolkit.make(
  checkStock,
  getWarehouseAvailability,
  getRestockSchedule,
  estimateShipping,
  compareCarriers,
  getTrackingStatus,
  calculateFulfillmentPlan,
  placeBackorder,
  getSellerInventory,
  findProduct,
  getUserProfile
)
