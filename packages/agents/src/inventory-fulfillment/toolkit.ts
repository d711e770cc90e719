import { Toolkit } from "@effect/ai"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import { calculateFulfillmentPlan, getSellerInventory, placeBackorder } from "@storefront/domain/tools/FulfillmentTools"
import { getOrderTracking } from "@storefront/domain/tools/OrderTools"
import { findPolicy } from "@storefront/domain/tools/PolicyTools"
import { findProduct } from "@storefront/domain/tools/ProductTools"
import { inventoryTools, stockTools } from "@storefront/mcp/inventory/toolkit"

/** What is missing, and the stock of sellers. */
export const supplyTools = Toolkit.make(placeBackorder, getSellerInventory)

/** How goods get to a customer. */
export const deliveryTools = Toolkit.make(getOrderTracking, calculateFulfillmentPlan)

/** The tools that only this agent can run, for a caller or from its own database. */
export const ownTools = Toolkit.merge(supplyTools, deliveryTools, Toolkit.make(findPolicy, findProduct, getUserProfile))

/** The tools of inventory-fulfillment. */
export const toolkit = Toolkit.merge(stockTools, ownTools)

/** Those that it has when mcp-inventory runs what it can run. */
export const toolkitRemote = Toolkit.merge(inventoryTools, ownTools)
