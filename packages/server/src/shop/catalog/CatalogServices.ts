import { Layer } from "effect"
import { NearestProducts } from "./NearestProducts.ts"
import { PriceHistory } from "./PriceHistory.ts"
import { ProductComparison } from "./ProductComparison.ts"
import { ProductDetails } from "./ProductDetails.ts"
import { ProductFinder } from "./ProductFinder.ts"
import { ProductSearch } from "./ProductSearch.ts"
import { SellerCatalogue } from "./SellerCatalogue.ts"
import { SimilarProducts } from "./SimilarProducts.ts"
import { TrendingProducts } from "./TrendingProducts.ts"
import { VectorIndex } from "./VectorIndex.ts"

/** What the tools of agents read of the catalogue, over a database and a model that embeds texts. */
export const layer = Layer.mergeAll(
  NearestProducts.layer,
  PriceHistory.layer,
  ProductComparison.layer,
  ProductDetails.layer,
  ProductFinder.layer,
  ProductSearch.layer,
  SellerCatalogue.layer,
  SimilarProducts.layer,
  TrendingProducts.layer
).pipe(Layer.provide([VectorIndex.layer]))
