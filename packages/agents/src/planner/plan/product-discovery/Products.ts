import { Money } from "@storefront/domain/Money"
import { lines, money, plural, stars } from "@storefront/domain/Wording"
import { mostRows } from "@storefront/domain/tools/Parameters"
import * as ProductTools from "@storefront/domain/tools/ProductTools"
import { cut } from "@storefront/server/text/Text"
import { type ProductFilters, type Wish } from "../../Wish.ts"
import { bullets, excerpt, paragraph, phrases, rows, theProduct } from "../Blocks.ts"
import { comparedIds, productBy } from "../Picking.ts"
import { type AnswerPart, call, known, told } from "../Steps.ts"

/** How many products are listed when the customer does not say. */
export const listed = 5

/** A product as a search lists it. */
export type ProductHit = Omit<(typeof ProductTools.searchProducts.successSchema.Type)["products"][number], "score">

/** The first products that meet the conditions that there are. */
export const search = (
  { brand, category, inStock, maxPrice, minPrice, minRating, query, sort }: ProductFilters,
  limit: number
) =>
  known(
    call(ProductTools.searchProducts, {
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
  return (yield* known(call(ProductTools.searchProducts, { query: cut(name, 200) }))).products
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
    products,
    (product) =>
      `${product.name}, ${price(product)}, ${rating(product)}, ${product.in_stock ? "in stock" : "out of stock"}`
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

type Details = typeof ProductTools.getProductDetails.successSchema.Type

/** A fact of a product as it is read. */
const specValue = (value: string | boolean) => (value === true ? "yes" : value === false ? "no" : value)

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

type Comparison = typeof ProductTools.compareProducts.successSchema.Type

/** Specifications that a comparison shows. */
const mostSpecs = 12

/** The specifications of the products, side by side; those that several of them state come first. */
const specTable = ({ products }: Comparison): string | null => {
  const stated = products.map(({ specs }) => new Map<string, string | boolean>(Object.entries(specs)))
  const count = (key: string) => stated.filter((specs) => specs.has(key)).length
  return bullets(
    [...new Set(stated.flatMap((specs) => [...specs.keys()]))]
      .toSorted((left, right) => count(right) - count(left))
      .slice(0, mostSpecs)
      .map((key) => `${key}: ${stated.map((specs) => specValue(specs.get(key) ?? "not stated")).join(" / ")}`)
  )
}

/** Products side by side, and which of them is cheapest and best rated. */
const comparison = (compared: Comparison): string => {
  const { best_rated_id, cheapest_id, products } = compared
  const named = (superlative: string, id: string | null) => {
    const product = products.find(({ product_id }) => product_id === id)
    return product === undefined ? null : `The ${superlative} is ${theProduct(product.name)}.`
  }
  const isOnePrice = products.every(({ price }) => price === products[0]?.price)
  return paragraph(
    "Here is how they compare, with details in the same order:",
    productLines(products),
    specTable(compared),
    isOnePrice ? "They cost the same." : named("cheapest", cheapest_id),
    named("best rated", best_rated_id)
  )
}

/** Two or three products side by side. */
export function* compare(wish: Wish): AnswerPart {
  const product_ids = yield* comparedIds(wish, meantHit)
  return yield* told(call(ProductTools.compareProducts, { product_ids }), comparison, {
    not_found: "The shop has fewer than two of these products any more, so there is nothing to compare."
  })
}

const wantsCheaper = /\b(?:cheaper|less expensive|lower[- ]priced|costs? less|more affordable)\b/i

/** Products that are similar to another and meet the customer's conditions. */
export function* similar({ filters, limit, product: reference, text }: Wish): AnswerPart {
  const { name, price: most, product_id } = yield* meantHit(reference)
  const isCheaper = wantsCheaper.test(text)
  // Of those that are most similar some may not meet the conditions.
  const { products } = yield* known(call(ProductTools.findSimilarProducts, { product_id, limit: mostRows }))
  const near = products.filter(meets(filters)).filter(({ price }) => !isCheaper || price < most)
  const what = `similar to ${theProduct(name)}${isCheaper ? " but cheaper" : ""}${criteria({ ...filters, query: null, category: null })}`
  return near.length === 0
    ? `I found nothing ${what}.`
    : `These are ${what}:\n${productLines(near.slice(0, rows(limit, listed)))}`
}
