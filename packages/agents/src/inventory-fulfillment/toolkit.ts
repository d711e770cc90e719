import { Toolkit } from "@effect/ai"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import { calculateFulfillmentPlan, getSellerInventory, placeBackorder } from "@storefront/domain/tools/FulfillmentTools"
import { getOrderTracking } from "@storefront/domain/tools/OrderTools"
import { findPolicy } from "@storefront/domain/tools/PolicyTools"
import { findProduct } from "@storefront/domain/tools/ProductTools"
import { inventoryTools, stockTools } from "@storefront/mcp/inventory/toolkit"

/** Tools for backorders and sellers' stock. */
export const supplyTools = Toolkit.make(placeBackorder, getSellerInventory)

/** Tools for tracking and fulfillment plans. */
export const deliveryTools = Toolkit.make(getOrderTracking, calculateFulfillmentPlan)

/** Tools that only this agent can run: they need the caller or the agent's own database. */
export const ownTools = Toolkit.merge(supplyTools, deliveryTools, Toolkit.make(findPolicy, findProduct, getUserProfile))

/** All tools of inventory-fulfillment, run in this process. */
export const toolkit = Toolkit.merge(stockTools, ownTools)

/** All tools of inventory-fulfillment when mcp-inventory runs those it can. */
export const toolkitRemote = Toolkit.merge(inventoryTools, ownTools)
