import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import * as CatalogServices from "@storefront/server/catalog/CatalogServices"
import { ToolEffects } from "@storefront/server/effects/ToolEffects"
import { Stock } from "@storefront/server/inventory/Stock"
import { WarehouseAvailability } from "@storefront/server/inventory/WarehouseAvailability"
import { Memories } from "@storefront/server/memories/Memories"
import { PurchaseHistory } from "@storefront/server/orders/PurchaseHistory"
import { Layer } from "effect"

/** Everything that the handlers of product-discovery read and write, on any database and model that embeds texts. */
export const ServicesLayer = Layer.mergeAll(
  CatalogServices.layer,
  LoyaltyProgramme.layer,
  Memories.layer.pipe(Layer.provide(ToolEffects.layer)),
  PurchaseHistory.layer,
  Stock.layer,
  WarehouseAvailability.layer
)
