import { Money } from "@storefront/domain/Money"
import { type getProductDetails, searchProducts } from "@storefront/domain/tools/ProductTools"
import { lines, money, plural, stars } from "@storefront/domain/Wording"
import { cut } from "@storefront/server/text/Text"
import { call } from "../../Playbook.ts"
import { type ProductFilters } from "../../Wish.ts"
import { productBy } from "../Picking.ts"
import { excerpt, paragraph, phrases } from "../Blocks.ts"
import { known } from "../Steps.ts"

/** How many products are listed when the customer does not say. */
export const listed = 5

/** A product as a search lists it. */
export type ProductHit = Omit<(typeof searchProducts.successSchema.Type)["products"][number], "score">

/** The first products that meet the conditions that there are. */
export const search = (
  { brand, category, inStock, maxPrice, minPrice, minRating, query, sort }: ProductFilters,
  limit: number
) =>
  known(
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
  )

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
  return (yield* known(call(searchProducts, { query: cut(name, 200) }))).products
})

/** `$249.00 (was $299.00)`. */
export const price = (product: Pick<ProductHit, "on_sale" | "original_price" | "price">) =>
  product.on_sale ? `${money(product.price)} (was ${money(product.original_price)})` : money(product.price)

const rating = (product: Pick<ProductHit, "rating" | "review_count">) =>
  product.review_count === 0
    ? "not reviewed yet"
    : `rated ${stars(product.rating)} in ${plural(product.review_count, "review")}`

/** Products one by one, numbered: name, price, rating and stock. */
export const productLines = (products: ReadonlyArray<Omit<ProductHit, "description">>): string =>
  lines(
    products.map(
      (product) =>
        `${product.name}, ${price(product)}, ${rating(product)}, ${product.in_stock ? "in stock" : "out of stock"}`
    )
  )

const dollars = (amount: number) => money(Money.make(Math.round(amount * 100)))

/** What was asked for, to follow a noun: ` for "kettle" in Home, up to $50.00`; empty when nothing was. */
export const criteria = ({ brand, category, inStock, maxPrice, minPrice, minRating, query }: ProductFilters): string =>
  phrases(
    `${query === null ? "" : ` for "${query}"`}${brand === null ? "" : ` from ${brand}`}${category === null ? "" : ` in ${category}`}`,
    minPrice === null ? null : `from ${dollars(minPrice)}`,
    maxPrice === null ? null : `up to ${dollars(maxPrice)}`,
    minRating === null ? null : `rated ${minRating} stars or better`,
    inStock === true ? "in stock" : null
  )

type Details = typeof getProductDetails.successSchema.Type

/** A fact of a product as it is read. */
export const specValue = (value: string | boolean) => (value === true ? "yes" : value === false ? "no" : value)

/** Everything that matters about one product, its price first. */
export const productDetails = (product: Details): string => {
  const specs = Object.entries(product.specs).map(([key, value]) => `${key}: ${specValue(value)}`)
  const name = product.name.includes(product.brand) ? product.name : `${product.name} by ${product.brand}`
  return paragraph(
    `${name}: ${price(product)}, ${rating(product)}.`,
    excerpt(product.description, 400),
    specs.length === 0 ? null : `Details: ${specs.join("; ")}.`,
    product.in_stock ? `In stock: ${plural(product.total_stock, "unit")}.` : "Out of stock at the moment."
  )
}
