import { Toolkit } from "@effect/ai"
import { getPurchaseHistory, getUserProfile } from "@storefront/domain/tools/AccountTools"
import { checkStock, getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { forgetPreference, recallPreferences, rememberPreference } from "@storefront/domain/tools/MemoryTools"
import { findPolicy } from "@storefront/domain/tools/PolicyTools"
import { getMyProducts } from "@storefront/domain/tools/ProductTools"
import { productTools } from "@storefront/mcp/product/toolkit"

/** What a seller offers. */
export const sellerTools = Toolkit.make(getMyProducts)

/** What is remembered about a customer. */
export const memoryTools = Toolkit.make(rememberPreference, recallPreferences, forgetPreference)

/** The tools that only this agent can run, for a caller or from its own database. */
export const ownTools = Toolkit.merge(
  sellerTools,
  memoryTools,
  Toolkit.make(checkStock, findPolicy, getWarehouseAvailability, getUserProfile, getPurchaseHistory)
)

/** The tools of product-discovery. */
export const toolkit = Toolkit.merge(productTools, ownTools)
