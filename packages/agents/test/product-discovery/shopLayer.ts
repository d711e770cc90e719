import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { PriceHistory } from "@storefront/server/catalog/PriceHistory"
import { ProductDetails } from "@storefront/server/catalog/ProductDetails"
import * as ProductEmbeddings from "@storefront/server/catalog/ProductEmbeddings"
import { ProductSearch } from "@storefront/server/catalog/ProductSearch"
import { TrendingProducts } from "@storefront/server/catalog/TrendingProducts"
import { VectorIndex } from "@storefront/server/catalog/VectorIndex"
import { Stock } from "@storefront/server/inventory/Stock"
import * as EmbeddingModels from "@storefront/server/model/EmbeddingModels"
import { ConfigProvider, Layer } from "effect"
import { catalogue } from "../../../server/test/support/catalogue.ts"
import * as TestDatabase from "../../../server/test/support/TestDatabase.ts"
import * as Handlers from "../../src/product-discovery/handlers.ts"

const ServicesLayer = Layer.mergeAll(
  ProductSearch.layer.pipe(Layer.provide(VectorIndex.layer)),
  ProductDetails.layer,
  PriceHistory.layer,
  TrendingProducts.layer,
  Stock.layer,
  LoyaltyProgramme.layer
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
