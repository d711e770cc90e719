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

/** The tools of product-discovery. */
export const toolkit = Toolkit.make(
  searchProducts,
  getProductDetails,
  compareProducts,
  semanticSearch,
  findSimilarProducts,
  getTrendingProducts,
  getMyProducts,
  rememberPreference,
  recallPreferences,
  forgetPreference,
  getPriceHistory,
  checkStock,
  getWarehouseAvailability,
  getUserProfile,
  getPurchaseHistory
)
