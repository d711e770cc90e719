import { Money } from "@storefront/domain/Money"
import { type getProductDetails, type searchProducts } from "@storefront/domain/tools/ProductTools"
import { lines, money, plural, stars } from "@storefront/domain/Wording"
import { type ProductFilters } from "../../Wish.ts"
import { excerpt, paragraph, phrases } from "../Blocks.ts"

/** How many products are listed when the customer does not say. */
export const listed = 5

/** A product as a search lists it. */
export type ProductHit = Omit<(typeof searchProducts.successSchema.Type)["products"][number], "score">

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
