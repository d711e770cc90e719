import { LoyaltyProgramme } from "@storefront/server/accounts/LoyaltyProgramme"
import * as CartServices from "@storefront/server/cart/CartServices"
import { NearestProducts } from "@storefront/server/catalog/NearestProducts"
import { ProductFinder } from "@storefront/server/catalog/ProductFinder"
import * as OrderServices from "@storefront/server/orders/OrderServices"
import * as ReturnServices from "@storefront/server/returns/ReturnServices"
import { Layer } from "effect"

/** Everything that the handlers of order-management read and write, on any database. */
export const ServicesLayer = Layer.mergeAll(
  CartServices.layer,
  LoyaltyProgramme.layer,
  NearestProducts.layer,
  OrderServices.layer,
  ProductFinder.layer,
  ReturnServices.layer
)
