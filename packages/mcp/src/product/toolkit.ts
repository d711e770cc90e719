import { Toolkit } from "@effect/ai"
import {
  compareProducts,
  findSimilarProducts,
  getPriceHistory,
  getProductDetails,
  getTrendingProducts,
  searchProducts,
  semanticSearch
} from "@storefront/domain/tools/ProductTools"

/** What the shop sells: the tools of mcp-product. */
export const productTools = Toolkit.make(
  searchProducts,
  getProductDetails,
  compareProducts,
  semanticSearch,
  findSimilarProducts,
  getTrendingProducts,
  getPriceHistory
)
