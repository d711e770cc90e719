import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { ToolEffects } from "@storefront/server/effects/ToolEffects"
import { NearestProducts } from "@storefront/server/catalog/NearestProducts"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { Backorders } from "@storefront/server/inventory/Backorders"
import { Carriers } from "@storefront/server/inventory/Carriers"
import { Restocks } from "@storefront/server/inventory/Restocks"
import { SellerStock } from "@storefront/server/inventory/SellerStock"
import { Shipping } from "@storefront/server/inventory/Shipping"
import { Stock } from "@storefront/server/inventory/Stock"
import { StockedWarehouses } from "@storefront/server/inventory/StockedWarehouses"
import { WarehouseAvailability } from "@storefront/server/inventory/WarehouseAvailability"
import { OrderLookup } from "@storefront/server/orders/OrderLookup"
import { Layer } from "effect"

/** Everything that the handlers of inventory-fulfillment read and write, on any database. */
export const ServicesLayer = Layer.mergeAll(
  Backorders.layer.pipe(Layer.provide(ToolEffects.layer)),
  Carriers.layer,
  LoyaltyProgramme.layer,
  NearestProducts.layer,
  OrderLookup.layer,
  ProductFinder.layer,
  Restocks.layer,
  SellerStock.layer,
  Shipping.layer,
  Stock.layer,
  StockedWarehouses.layer,
  WarehouseAvailability.layer
)
