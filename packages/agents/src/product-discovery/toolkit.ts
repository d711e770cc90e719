import { Toolkit } from "@effect/ai"
import { getPurchaseHistory, getUserProfile } from "@storefront/domain/tools/AccountTools"
import { checkStock, getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { forgetPreference, recallPreferences, rememberPreference } from "@storefront/domain/tools/MemoryTools"
import { findPolicy } from "@storefront/domain/tools/PolicyTools"
import { getMyProducts } from "@storefront/domain/tools/ProductTools"
import { productTools } from "@storefront/mcp/product/toolkit"

/** Tools for a seller's own products. */
export const sellerTools = Toolkit.make(getMyProducts)

export const memoryTools = Toolkit.make(rememberPreference, recallPreferences, forgetPreference)

/** Tools that only this agent can run: they need the caller or the agent's own database. */
export const ownTools = Toolkit.merge(
  sellerTools,
  memoryTools,
  Toolkit.make(checkStock, findPolicy, getWarehouseAvailability, getUserProfile, getPurchaseHistory)
)

/** All tools of product-discovery. */
export const toolkit = Toolkit.merge(productTools, ownTools)
