import { type Category } from "@storefront/domain/Catalog"
import { Money } from "@storefront/domain/Money"

import {
  type compareProducts,
  type getMyProducts,
  type getProductDetails,
  type getTrendingProducts,
  type searchProducts
} from "@storefront/domain/tools/ProductTools"
import { lines, money, plural, stars } from "@storefront/domain/Wording"
import { type ProductFilters } from "../../Wish.ts"
import { theProduct } from "../AnswerParts.ts"

/** What every list of products shows of each one. */
export type Listed = Omit<(typeof searchProducts.successSchema.Type)["products"][number], "score" | "description">
type Details = typeof getProductDetails.successSchema.Type
type Trending = typeof getTrendingProducts.successSchema.Type
type Comparison = typeof compareProducts.successSchema.Type

type OwnProduct = (typeof getMyProducts.successSchema.Type)["products"][number]

/** `$249.00 (was $299.00)`. */
const price = (product: { readonly on_sale: boolean; readonly original_price: Money; readonly price: Money }) =>
  product.on_sale ? `${money(product.price)} (was ${money(product.original_price)})` : money(product.price)

const rating = (product: { readonly rating: number; readonly review_count: number }) =>
  product.review_count === 0
    ? "not reviewed yet"
    : `rated ${stars(product.rating)} in ${plural(product.review_count, "review")}`

/** A product in one line: name, price, rating and stock. */
const line = (product: Listed) =>
  `${product.name}, ${price(product)}, ${rating(product)}, ${product.in_stock ? "in stock" : "out of stock"}`

/** Products one by one, numbered. */
export const productLines = (products: ReadonlyArray<Listed>): string => lines(products.map(line))

const dollars = (amount: number) => money(Money.make(Math.round(amount * 100)))

const priceRange = ({ maxPrice, minPrice }: ProductFilters): ReadonlyArray<string> =>
  minPrice !== null && maxPrice !== null
    ? [`between ${dollars(minPrice)} and ${dollars(maxPrice)}`]
    : maxPrice !== null
      ? [`up to ${dollars(maxPrice)}`]
      : minPrice !== null
        ? [`from ${dollars(minPrice)}`]
        : []

/** What was asked for, to follow a noun: ` for "kettle" in Home, up to $50.00`; empty when nothing was. */
export const criteria = (filters: ProductFilters): string =>
  [
    (filters.query === null ? "" : ` for "${filters.query}"`) +
      (filters.brand === null ? "" : ` from ${filters.brand}`) +
      (filters.category === null ? "" : ` in ${filters.category}`),
    ...priceRange(filters),
    ...(filters.minRating === null ? [] : [`rated ${filters.minRating} stars or better`]),
    ...(filters.inStock === true ? ["in stock"] : [])
  ].join(", ")

const order: Readonly<Record<string, string>> = {
  price_asc: ", cheapest first",
  price_desc: ", most expensive first",
  rating: ", best rated first",
  newest: ", newest first"
}

/** The answer to a search that found something; `isFull` when there may be more than is listed. */
export const foundProducts = (filters: ProductFilters, products: ReadonlyArray<Listed>, isFull: boolean): string => {
  const sorting = products.length > 1 ? (order[filters.sort ?? ""] ?? "") : ""
  const found = `${isFull && products.length > 1 ? "Here are" : "I found"} ${plural(products.length, "product")}`
  return `${found}${criteria(filters)}${sorting}:\n${productLines(products)}`
}

/** At most `max` characters, cut after a sentence. */
const opening = (text: string, max: number): string => {
  if (text.length <= max) {
    return text
  }
  const sentences = text.slice(0, max).match(/^[\s\S]*[.!?](?=\s)/u)
  return sentences?.[0] ?? `${text.slice(0, max).replace(/\s\S*$/u, "")}…`
}

const specValue = (value: string | boolean) => (value === true ? "yes" : value === false ? "no" : value)

const specLines = (specs: Details["specs"]) =>
  Object.entries(specs).map(([key, value]) => `${key}: ${specValue(value)}`)

const byline = ({ brand, name }: Details) => (name.includes(brand) ? name : `${name} by ${brand}`)

/** What one product costs. */
export const productPrice = (product: Details): string =>
  `${byline(product)}: ${price(product)}, ${rating(product)}, ${product.in_stock ? "in stock" : "out of stock at the moment"}.`

/** Everything that matters about one product, its price first. */
export const productDetails = (product: Details): string =>
  [
    `${byline(product)}: ${price(product)}, ${rating(product)}.`,
    opening(product.description, 400),
    ...(Object.keys(product.specs).length === 0 ? [] : [`Details: ${specLines(product.specs).join("; ")}.`]),
    product.in_stock ? `In stock: ${plural(product.total_stock, "unit")}.` : "Out of stock at the moment."
  ].join("\n")

/** What sells, with the number of units. */
export const trendingProducts = ({ period_days, products }: Trending, category: Category | null): string => {
  const where = `${category === null ? "" : ` in ${category}`} in the last ${plural(period_days, "day")}`
  const sold = products.map(
    (product) =>
      `${product.name}, ${price(product)}, ${plural(product.units_sold, "unit")} sold${product.in_stock ? "" : ", out of stock at the moment"}`
  )
  return sold.length === 0 ? `Nothing was sold${where}.` : `What sold best${where}:\n${lines(sold)}`
}

/** Specifications that a comparison shows. */
const mostSpecs = 12

/** The specifications of the products; those that several of them state come first. */
const specTable = (products: Comparison["products"]): ReadonlyArray<string> => {
  const stated = products.map(({ specs }) => new Map<string, string | boolean>(Object.entries(specs)))
  const count = (key: string) => stated.filter((specs) => specs.has(key)).length
  return [...new Set(stated.flatMap((specs) => [...specs.keys()]))]
    .toSorted((left, right) => count(right) - count(left))
    .slice(0, mostSpecs)
    .map((key) => `- ${key}: ${stated.map((specs) => specValue(specs.get(key) ?? "not stated")).join(" / ")}`)
}

const verdict = ({ best_rated_id, cheapest_id, products }: Comparison): string => {
  const named = (id: string | null) => {
    const product = products.find(({ product_id }) => product_id === id)
    return product === undefined ? null : theProduct(product.name)
  }
  const [best, cheapest] = [named(best_rated_id), named(cheapest_id)]
  if (best !== null && best_rated_id === cheapest_id) {
    return `The cheapest and the best rated is ${best}.`
  }
  const [first, ...others] = products
  const isOnePrice = others.every(({ price }) => price === first?.price)
  return [
    isOnePrice ? "They cost the same." : `The cheapest is ${cheapest ?? "not known"}.`,
    ...(best === null ? [] : [`The best rated is ${best}.`])
  ].join(" ")
}

/** Products side by side, and which of them is cheapest and best rated. */
export const comparison = (compared: Comparison): string => {
  const table = specTable(compared.products)
  return [
    `Here is how they compare:\n${productLines(compared.products)}`,
    ...(table.length === 0 ? [] : [`Details, in the same order:\n${table.join("\n")}`]),
    verdict(compared)
  ].join("\n")
}

/** Products that are similar to another. */
export const similarProducts = (
  name: string,
  products: ReadonlyArray<Listed>,
  filters: ProductFilters,
  isCheaper: boolean
): string => {
  const what = `similar to ${theProduct(name)}${isCheaper ? " but cheaper" : ""}${criteria({ ...filters, category: null })}`
  return products.length === 0 ? `I found nothing ${what}.` : `These are ${what}:\n${productLines(products)}`
}

const ownLine = (product: OwnProduct) =>
  [
    product.name,
    price(product),
    product.total_stock === 0
      ? "out of stock"
      : `${plural(product.total_stock, "unit")} in stock${product.low_stock ? ", low in some warehouse" : ""}`,
    ...(product.is_active ? [] : ["no longer sold"])
  ].join(", ")

/** What a seller offers, or the part of it that is running low; `isFull` when there may be more than is listed. */
export const ownProducts = (
  products: ReadonlyArray<OwnProduct>,
  { isFull, isLow }: { readonly isFull: boolean; readonly isLow: boolean }
): string => {
  const isOne = !isFull && products.length === 1
  const which = isLow ? `that ${isOne ? "runs" : "run"} low` : "of the catalogue"
  const count = isFull ? "the newest products" : plural(products.length, "product")
  return `Here ${isOne ? "is" : "are"} ${count} ${which}:\n${lines(products.map(ownLine))}`
}
