import { Toolkit } from "@effect/ai"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import { checkStock, estimateShipping, getRestockSchedule } from "@storefront/domain/tools/InventoryTools"
import { findProduct } from "@storefront/domain/tools/ProductTools"

/** The tools of inventory-fulfillment. */
export const toolkit = Toolkit.make(checkStock, getRestockSchedule, estimateShipping, findProduct, getUserProfile)
