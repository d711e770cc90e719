import * as ProductEmbeddings from "@storefront/server/shop/catalog/ProductEmbeddings"
import * as EmbeddingModels from "@storefront/server/platform/embeddings/EmbeddingModels"
import { settings } from "@storefront/server/testing/Settings"
import { catalogue } from "@storefront/server/testing/SmallCatalogue"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { Layer } from "effect"

/** The catalogue of tests in an embedded database, its products embedded without a provider. */
export const ShopLayer = Layer.effectDiscard(ProductEmbeddings.build).pipe(
  Layer.provide(EmbeddingModels.layer),
  Layer.provide(settings({})),
  Layer.provide(catalogue),
  Layer.provideMerge(TestDatabase.layer)
)
