import { Layer } from "effect"
import { ListPrices } from "./ListPrices.ts"
import { NearestProducts } from "./NearestProducts.ts"
import { PriceHistory } from "./PriceHistory.ts"
import { ProductComparison } from "./ProductComparison.ts"
import { ProductDetails } from "./ProductDetails.ts"
import { ProductFinder } from "./ProductFinder.ts"
import { ProductSearch } from "./ProductSearch.ts"
import { SellerCatalogue } from "./SellerCatalogue.ts"
import { SimilarProducts } from "./SimilarProducts.ts"
import { TrendingProducts } from "./TrendingProducts.ts"
import { VariantChoices } from "./VariantChoices.ts"
import { Variants } from "./Variants.ts"
import { VectorIndex } from "./VectorIndex.ts"

/** The catalogue services behind the agents' tools, over a database and an embedding model. */
export const layer = Layer.mergeAll(
  ListPrices.layer,
  NearestProducts.layer,
  PriceHistory.layer,
  ProductComparison.layer,
  ProductDetails.layer,
  ProductFinder.layer,
  ProductSearch.layer,
  SellerCatalogue.layer,
  SimilarProducts.layer,
  TrendingProducts.layer,
  VariantChoices.layer,
  Variants.layer
).pipe(Layer.provide([VectorIndex.layer]))
