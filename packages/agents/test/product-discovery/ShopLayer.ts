import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { ToolEffects } from "@storefront/server/effects/ToolEffects"
import { NearestProducts } from "@storefront/server/catalog/NearestProducts"
import { PriceHistory } from "@storefront/server/catalog/PriceHistory"
import { ProductComparison } from "@storefront/server/catalog/ProductComparison"
import { ProductDetails } from "@storefront/server/catalog/ProductDetails"
import * as ProductEmbeddings from "@storefront/server/catalog/ProductEmbeddings"
import { ProductSearch } from "@storefront/server/catalog/ProductSearch"
import { SellerCatalogue } from "@storefront/server/catalog/SellerCatalogue"
import { SimilarProducts } from "@storefront/server/catalog/SimilarProducts"
import { TrendingProducts } from "@storefront/server/catalog/TrendingProducts"
import { VectorIndex } from "@storefront/server/catalog/VectorIndex"
import { Stock } from "@storefront/server/inventory/Stock"
import { WarehouseAvailability } from "@storefront/server/inventory/WarehouseAvailability"
import { Memories } from "@storefront/server/memories/Memories"
import * as EmbeddingModels from "@storefront/server/model/EmbeddingModels"
import { PurchaseHistory } from "@storefront/server/orders/PurchaseHistory"
import { ConfigProvider, Layer } from "effect"
import { catalogue } from "@storefront/server/testing/SmallCatalogue"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import * as Handlers from "../../src/product-discovery/handlers.ts"

/** What the handlers of product-discovery read and write. */
export const ServicesLayer = Layer.mergeAll(
  Layer.mergeAll(ProductSearch.layer, SimilarProducts.layer).pipe(Layer.provide(VectorIndex.layer)),
  NearestProducts.layer,
  ProductDetails.layer,
  ProductComparison.layer,
  SellerCatalogue.layer,
  PriceHistory.layer,
  TrendingProducts.layer,
  Stock.layer,
  WarehouseAvailability.layer,
  LoyaltyProgramme.layer,
  PurchaseHistory.layer,
  Memories.layer.pipe(Layer.provide(ToolEffects.layer))
)

/** The handlers of product-discovery over the catalogue of tests, its products embedded without a provider. */
export const ShopLayer = Handlers.layer.pipe(
  Layer.provide(ServicesLayer),
  Layer.provide(Layer.effectDiscard(ProductEmbeddings.build)),
  Layer.provide(EmbeddingModels.layer),
  Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map()))),
  Layer.provide(catalogue),
  Layer.provideMerge(TestDatabase.layer)
)
