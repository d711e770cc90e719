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

/** Tools of mcp-product: the catalogue. */
export const productTools = Toolkit.make(
  searchProducts,
  getProductDetails,
  compareProducts,
  semanticSearch,
  findSimilarProducts,
  getTrendingProducts,
  getPriceHistory
)
