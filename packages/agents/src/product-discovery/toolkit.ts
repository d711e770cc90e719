import { Toolkit } from "@effect/ai"
import { getPurchaseHistory, getUserProfile } from "@storefront/domain/tools/AccountTools"
import { checkStock, getWarehouseAvailability } from "@storefront/domain/tools/InventoryTools"
import { forgetPreference, recallPreferences, rememberPreference } from "@storefront/domain/tools/MemoryTools"
import {
  compareProducts,
  findSimilarProducts,
  getMyProducts,
  getPriceHistory,
  getProductDetails,
  getTrendingProducts,
  searchProducts,
  semanticSearch
} from "@storefront/domain/tools/ProductTools"

/** What the shop sells. */
export const catalogueTools = Toolkit.make(
  searchProducts,
  getProductDetails,
  compareProducts,
  semanticSearch,
  findSimilarProducts,
  getTrendingProducts,
  getMyProducts
)

/** What is remembered about a customer. */
export const memoryTools = Toolkit.make(rememberPreference, recallPreferences, forgetPreference)

/** The tools of product-discovery. */
export const toolkit = Toolkit.merge(
  catalogueTools,
  memoryTools,
  Toolkit.make(getPriceHistory, checkStock, getWarehouseAvailability, getUserProfile, getPurchaseHistory)
)
