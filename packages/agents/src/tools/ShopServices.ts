import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { PendingActions } from "@storefront/server/actions/PendingActions"
import { Proposals } from "@storefront/server/actions/Proposals"
import * as CartServices from "@storefront/server/cart/CartServices"
import * as CatalogServices from "@storefront/server/catalog/CatalogServices"
import { ToolEffects } from "@storefront/server/effects/ToolEffects"
import * as InventoryServices from "@storefront/server/inventory/InventoryServices"
import { Memories } from "@storefront/server/memories/Memories"
import * as EmbeddingModels from "@storefront/server/model/EmbeddingModels"
import * as OrderServices from "@storefront/server/orders/OrderServices"
import * as PricingServices from "@storefront/server/pricing/PricingServices"
import * as ReturnServices from "@storefront/server/returns/ReturnServices"
import * as ReviewServices from "@storefront/server/reviews/ReviewServices"
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
