import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { NearestProducts } from "@storefront/server/catalog/NearestProducts"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import * as InventoryServices from "@storefront/server/inventory/InventoryServices"
import { OrderLookup } from "@storefront/server/orders/OrderLookup"
import { Layer } from "effect"

/** Everything that the handlers of inventory-fulfillment read and write, on any database. */
export const ServicesLayer = Layer.mergeAll(
  InventoryServices.layer,
  LoyaltyProgramme.layer,
  NearestProducts.layer,
  OrderLookup.layer,
  ProductFinder.layer
)
