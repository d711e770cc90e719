import { settings } from "@storefront/server/testing/Settings"
import { Layer } from "effect"
import * as InventoryHandlers from "../../src/inventory-fulfillment/handlers.ts"
import * as OrderHandlers from "../../src/order-management/handlers.ts"
import * as PricingHandlers from "../../src/pricing-promotions/handlers.ts"
import * as ProductHandlers from "../../src/product-discovery/handlers.ts"
import * as ReviewHandlers from "../../src/review-sentiment/handlers.ts"
import * as Shop from "@storefront/server/shop/Shop"
import { layerPreviewing } from "./Proposing.ts"

/** The handlers of all tools over the real services; needs a database only. */
export const HandlersLayer = Layer.mergeAll(
  InventoryHandlers.layer,
  OrderHandlers.layer,
  PricingHandlers.layer,
  ProductHandlers.layer,
  ReviewHandlers.layer
).pipe(Layer.provide([Shop.layer, layerPreviewing]), Layer.provide(settings({})))
