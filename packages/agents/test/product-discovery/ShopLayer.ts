import { Email, User, UserId } from "@storefront/domain/Identity"
import * as ProductEmbeddings from "@storefront/server/shop/catalog/ProductEmbeddings"
import * as EmbeddingModels from "@storefront/server/platform/embeddings/EmbeddingModels"
import { Layer } from "effect"
import { catalogue } from "@storefront/server/testing/SmallCatalogue"
import * as TestDatabase from "@storefront/server/testing/TestDatabase"
import { settings } from "@storefront/server/testing/Settings"
import * as Handlers from "../../src/product-discovery/handlers.ts"
import { layerPreviewing } from "../support/Proposing.ts"
import * as Shop from "@storefront/server/shop/Shop"

/** The handlers of product-discovery over the catalogue of tests, its products embedded without a provider. */
export const ShopLayer = Handlers.layer.pipe(
  Layer.provide([Shop.layer, layerPreviewing]),
  Layer.provide(Layer.effectDiscard(ProductEmbeddings.build)),
  Layer.provide(EmbeddingModels.layer),
  Layer.provide(settings({})),
  Layer.provide(catalogue),
  Layer.provideMerge(TestDatabase.layer)
)

/** Somebody who may see the catalogues of all sellers. */
export const admin = new User({
  id: UserId.make("55555555-0000-4000-8000-000000000000"),
  email: Email.make("admin@example.com"),
  name: "Ada Okafor",
  role: "admin"
})
