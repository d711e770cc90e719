import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import { ToolEffects } from "@storefront/server/effects/ToolEffects"
import * as CartServices from "@storefront/server/cart/CartServices"
import { NearestProducts } from "@storefront/server/catalog/NearestProducts"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import { DeliveryAreas } from "@storefront/server/inventory/DeliveryAreas"
import { OrderCancellation } from "@storefront/server/orders/OrderCancellation"
import { OrderLookup } from "@storefront/server/orders/OrderLookup"
import { OrderModification } from "@storefront/server/orders/OrderModification"
import { SellerSales } from "@storefront/server/orders/SellerSales"
import { Refunds } from "@storefront/server/returns/Refunds"
import { ReturnLookup } from "@storefront/server/returns/ReturnLookup"
import { ReturnRequests } from "@storefront/server/returns/ReturnRequests"
import { Layer } from "effect"

/** What the handlers of order-management read and write. */
export const OrderRepositories = Layer.mergeAll(
  LoyaltyProgramme.layer,
  OrderCancellation.layer,
  OrderLookup.layer,
  OrderModification.layer,
  CartServices.layer,
  NearestProducts.layer,
  ProductFinder.layer,
  Refunds.layer,
  ReturnLookup.layer,
  ReturnRequests.layer,
  SellerSales.layer
).pipe(Layer.provide([DeliveryAreas.layer, ToolEffects.layer]))
