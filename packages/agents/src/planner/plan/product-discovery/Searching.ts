import { searchProducts } from "@storefront/domain/tools/ProductTools"
import { cut } from "@storefront/server/text/Text"
import { call } from "../../Playbook.ts"
import { type ProductFilters } from "../../Wish.ts"
import { productBy } from "../AboutProduct.ts"
import { known } from "../Steps.ts"
import { type ProductHit } from "./Products.ts"

/** The first products that meet the conditions that there are. */
export const search = (
  { brand, category, inStock, maxPrice, minPrice, minRating, query, sort }: ProductFilters,
  limit: number
) =>
  call(searchProducts, {
    limit,
    query: query === null ? null : cut(query, 200),
    category,
    brand,
    min_price: minPrice,
    max_price: maxPrice,
    min_rating: minRating,
    in_stock: inStock,
    sort_by: sort
  })

/** Whether a product meets the conditions that no search has looked at. */
export const meets =
  ({ inStock, maxPrice, minPrice, minRating }: ProductFilters) =>
  ({ in_stock, price, rating }: Pick<ProductHit, "in_stock" | "price" | "rating">): boolean =>
    price <= (maxPrice ?? Infinity) * 100 &&
    price >= (minPrice ?? 0) * 100 &&
    rating >= (minRating ?? 0) &&
    (inStock !== true || in_stock)

/** The product that is meant: `product-discovery` has no `find_product`, but searches for what a product is called. */
export const meantHit = productBy<ProductHit>(function* (name) {
  return (yield* known(call(searchProducts, { query: cut(name, 200) }), `"${name}"`)).products
})
