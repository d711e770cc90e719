import { LoyaltyProgramme } from "@storefront/server/shop/accounts/LoyaltyProgramme"
import { PendingActions } from "@storefront/server/assistant/actions/PendingActions"
import { Proposals } from "@storefront/server/assistant/actions/Proposals"
import * as CartServices from "@storefront/server/shop/cart/CartServices"
import * as CatalogServices from "@storefront/server/shop/catalog/CatalogServices"
import { ToolEffects } from "@storefront/server/platform/effects/ToolEffects"
import * as InventoryServices from "@storefront/server/shop/inventory/InventoryServices"
import { Memories } from "@storefront/server/shop/memories/Memories"
import * as EmbeddingModels from "@storefront/server/assistant/model/EmbeddingModels"
import * as OrderServices from "@storefront/server/shop/orders/OrderServices"
import * as PricingServices from "@storefront/server/shop/pricing/PricingServices"
import * as ReturnServices from "@storefront/server/shop/returns/ReturnServices"
import * as ReviewServices from "@storefront/server/shop/reviews/ReviewServices"
import { Layer } from "effect"

/**
 * The services behind the tools' handlers: the shop in a database, proposals, and the configured embedding model.
 */
export const layer = Layer.mergeAll(
  CartServices.layer,
  CatalogServices.layer,
  InventoryServices.layer,
  LoyaltyProgramme.layer,
  Memories.layer,
  OrderServices.layer,
  PricingServices.layer,
  Proposals.layer.pipe(Layer.provide(PendingActions.layer)),
  ReturnServices.layer,
  ReviewServices.layer
).pipe(Layer.provide([ToolEffects.layer, EmbeddingModels.layer]))
