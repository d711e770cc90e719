import { type Money } from "@storefront/domain/Money"
import { Order } from "effect"
import { v7 } from "uuid"
import { groupKeywords } from "../../../catalog/Groups.ts"
import { type SettledGroup, type SettledProduct } from "../../groups/Group.ts"
import { type StockRow } from "../Stock.ts"
import { amount, emptiable } from "../TableRows.ts"
import { type ProductRow } from "./ProductRows.ts"
import { type StoredProduct } from "./StoredProduct.ts"

/** Makes the rows of settled groups and products. */

const commonColumns = (product: SettledProduct | SettledGroup) => ({
  external_id: product.externalId,
  name: product.name,
  product_type: product.productType ?? null,
  description: product.description ?? null,
  brand: product.brand ?? null,
  vendor: product.vendor ?? null,
  picture_url: emptiable(product.pictureUrl),
  page_url: emptiable(product.pageUrl),
  specs: product.specs,
  created_at: product.createdAt ?? null
})

const byPrice = Order.mapInput(Order.number, ({ price }: { readonly price: Money }) => price)

/** Returns the row of a group. A new one begins as it will be refreshed, so that it is written once. */
export const groupRow = (
  group: SettledGroup,
  id: string,
  category: string,
  stored: StoredProduct | null,
  variants: ReadonlyArray<SettledProduct>
): ProductRow => {
  const active = variants.filter(({ isActive }) => isActive !== false)
  const priced = (active.length > 0 ? active : variants).flatMap(({ originalPrice, price }) =>
    price === undefined ? [] : [{ price, originalPrice: originalPrice ?? price }]
  )
  const first = stored === null ? priced.toSorted(byPrice)[0] : undefined
  const values = active.flatMap(({ options }) => options.map(([, value]) => value))
  return {
    ...commonColumns(group),
    id,
    kind: "group",
    group_id: null,
    options: [],
    category,
    price: amount(first?.price),
    original_price: amount(first?.originalPrice),
    keywords: stored === null ? groupKeywords(group.keywords ?? "", values) : null,
    own_keywords: group.keywords ?? null,
    sku: "",
    gtin: "",
    checkout_key: "",
    is_active: stored === null ? active.length > 0 : null
  }
}

/** Returns the row of a product that is sold. */
export const soldRow = (
  product: SettledProduct,
  category: string,
  stored: StoredProduct | null,
  group: string | null,
  isFull: boolean
): ProductRow => ({
  ...commonColumns(product),
  id: stored?.id ?? v7(),
  kind: product.role,
  group_id: group,
  options: product.options,
  category,
  price: amount(product.price),
  original_price: amount(product.originalPrice),
  keywords: product.keywords ?? null,
  own_keywords: null,
  sku: emptiable(product.sku),
  gtin: emptiable(product.gtin),
  checkout_key: emptiable(product.checkoutKey),
  is_active: product.isActive ?? (isFull ? true : null)
})

/** Returns the stock that a line states, in the warehouse of that name. */
export const stockRow = (
  { restockDate, stock }: SettledProduct,
  id: string,
  warehouse: string,
  inStockAs: number | null
): StockRow => ({
  product_id: id,
  warehouse,
  counted: stock?._tag === "Counted" ? stock.units : null,
  if_none: stock?._tag === "InStock" ? inStockAs : null,
  reorder_threshold: null,
  is_restock_stated: restockDate !== undefined,
  restock_date: restockDate ?? null,
  // A feed names the day only.
  restock_quantity: null
})
