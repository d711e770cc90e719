import { type TakenProduct } from "../../../../src/shop/import/kinds/TakenProduct.ts"
import { Money } from "@storefront/domain/Money"

/** A product that states nothing but its key, name and price. */
export const bareProduct: TakenProduct = {
  externalId: "A",
  role: "single",
  group: null,
  options: [],
  areOptionsCandidates: false,
  choices: [],
  inherits: false,
  name: "Ridge Runner",
  price: Money.make(11_990),
  originalPrice: undefined,
  category: undefined,
  taxonomies: [],
  productType: undefined,
  description: undefined,
  brand: undefined,
  vendor: undefined,
  sku: undefined,
  gtin: undefined,
  pictureUrl: undefined,
  pageUrl: undefined,
  checkoutKey: undefined,
  keywords: undefined,
  specs: {},
  stock: undefined,
  warehouse: undefined,
  restockDate: undefined,
  createdAt: undefined,
  isActive: undefined
}
