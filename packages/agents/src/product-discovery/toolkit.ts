import { Toolkit } from "@effect/ai"
import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import { checkStock } from "@storefront/domain/tools/InventoryTools"
import {
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
  semanticSearch,
  getTrendingProducts,
  getPriceHistory,
  checkStock,
  getUserProfile
)
