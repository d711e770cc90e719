import { nearestMoney, toAmount } from "@storefront/domain/Money"
import { numberedList, money, plural, stars } from "@storefront/domain/EnglishWording"
import { todaysPrice } from "@storefront/domain/rules/ProductComparison"
import { maxRows } from "@storefront/domain/tools/Parameters"
import * as ProductTools from "@storefront/domain/tools/ProductTools"
import { cut, excerpt } from "@storefront/server/platform/text/Text"
import { Array } from "effect"
import { type ProductFilters, type Wish } from "../../Wish.ts"
import { unmentioned } from "../UnmentionedWords.ts"
import { bullets, itemOf, paragraph, phrases, rowLimit, theProduct } from "../Formatting.ts"
import { productIdsToCompare, nounsOf, resolverBy } from "../ProductResolution.ts"
import { type AnswerPart, call, resultOf, say, type Flow } from "../Flows.ts"

/** Products listed by default. */
export const defaultLimit = 5

export type ProductHit = Omit<(typeof ProductTools.searchProducts.successSchema.Type)["products"][number], "score">

/** Returns the first products that meet all conditions; near misses are dropped. */
export function* search(filters: ProductFilters, limit: number): Flow<ReadonlyArray<ProductHit>> {
  const { brand, category, inStock, maxPrice, minPrice, minRating, query, sort } = filters
  const { nearest, products } = yield* resultOf(
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
  return nearest === null ? products : []
}

/** Checks the conditions that searches by meaning and similarity do not check. */
export const meetsConditions =
  ({ inStock, maxPrice, minPrice, minRating }: ProductFilters) =>
  (product: Pick<ProductHit, "in_stock" | "price" | "price_now" | "rating">): boolean =>
    toAmount(todaysPrice(product)) <= (maxPrice ?? Infinity) &&
    toAmount(todaysPrice(product)) >= (minPrice ?? 0) &&
    product.rating >= (minRating ?? 0) &&
    (inStock !== true || product.in_stock)

/** Resolves products by `search_products`, since `product-discovery` has no `find_product`. */
export const resolveBySearch = resolverBy<ProductHit>(function* (name) {
  return (yield* resultOf(call(ProductTools.searchProducts, { query: cut(name, 200) }))).products
})

/** Formats the current price: `$249.00 (was $299.00)`; of a group the lowest: `from $109.95`. */
export const price = (
  product: Pick<ProductHit, "on_sale" | "original_price" | "price" | "price_now" | "variant_count">
) =>
  `${product.variant_count > 0 ? "from " : ""}${money(todaysPrice(product))}${product.on_sale ? ` (was ${money(product.original_price)})` : ""}`

const rating = (product: Pick<ProductHit, "rating" | "review_count">) =>
  product.review_count === 0
    ? "not reviewed yet"
    : `rated ${stars(product.rating)} in ${plural(product.review_count, "review")}`

/** Makes a numbered list: name, price, rating and stock. */
export const productLines = (products: ReadonlyArray<Omit<ProductHit, "description">>): string =>
  numberedList(
    products,
    (product) =>
      `${product.name}, ${price(product)}, ${rating(product)}, ${product.in_stock ? "in stock" : "out of stock"}`
  )

/** Describes search conditions, to follow a noun: ` for "kettle" in Kitchen, up to $50.00`; empty if there are none. */
export const criteria = ({ brand, category, inStock, maxPrice, minPrice, minRating, query }: ProductFilters): string =>
  phrases(
    `${query === null ? "" : ` for "${query}"`}${brand === null ? "" : ` from ${brand}`}${category === null ? "" : ` in ${category}`}`,
    minPrice === null ? null : `from ${money(nearestMoney(minPrice))}`,
    maxPrice === null ? null : `up to ${money(nearestMoney(maxPrice))}`,
    minRating === null ? null : `rated ${minRating} stars or better`,
    inStock === true ? "in stock" : null
  )

type Details = typeof ProductTools.getProductDetails.successSchema.Type

const specValue = (value: string | boolean) => (value === true ? "yes" : value === false ? "no" : value)

/** Describes a product; specifications that were asked for come first. */
export const productDetails = (product: Details, query: string | null = null): string => {
  const name = product.name.includes(product.brand) ? product.name : `${product.name} by ${product.brand}`
  const specs = Object.entries(product.specs).map(([key, value]) => `${key}: ${specValue(value)}`)
  const isAsked = (spec: string) => query !== null && query.split(" ").some((word) => unmentioned(word, spec) === null)
  const [others, first] = Array.partition(specs, isAsked)
  return paragraph(
    unmentioned(query, [name, ...specs, product.description].join(" ")),
    `${name}: ${price(product)}, ${rating(product)}.`,
    excerpt(product.description, 400),
    specs.length === 0 ? null : `Details: ${[...first, ...others].join("; ")}.`,
    product.in_stock ? `In stock: ${plural(product.total_stock, "unit")}.` : "Out of stock at the moment."
  )
}

type Comparison = typeof ProductTools.compareProducts.successSchema.Type

const maxSpecs = 12

/** Lists specifications side by side; those that most products state come first. */
const specTable = ({ products }: Comparison): string | null => {
  const stated = products.map(({ specs }) => new Map<string, string | boolean>(Object.entries(specs)))
  const count = (key: string) => stated.filter((specs) => specs.has(key)).length
  return bullets(
    [...new Set(stated.flatMap((specs) => [...specs.keys()]))]
      .toSorted((left, right) => count(right) - count(left))
      .slice(0, maxSpecs)
      .map((key) => `${key}: ${stated.map((specs) => specValue(specs.get(key) ?? "not stated")).join(" / ")}`)
  )
}

const mentionsPrice = /\b(?:cheap\w*|less|prices?|costs?)\b/iu

/** Compares products, and names the cheapest and the best rated. */
export function* compare(wish: Wish): AnswerPart {
  const product_ids = yield* productIdsToCompare(wish, resolveBySearch)
  const compared = yield* resultOf(call(ProductTools.compareProducts, { product_ids }), {
    not_found: "The shop has fewer than two of these products any more, so there is nothing to compare."
  })
  const { best_rated_id, cheapest_id, products } = compared
  const [cheapest, best] = [cheapest_id, best_rated_id].map((id) =>
    products.find(({ product_id }) => product_id === id)
  )
  const winner = mentionsPrice.test(wish.text) ? cheapest : best
  return yield* say(
    paragraph(
      wish.rest === null ? null : `I took no account of “${wish.rest}”.`,
      "Here is how they compare, with details in the same order:",
      productLines(products),
      specTable(compared),
      cheapest !== undefined && products.every((product) => todaysPrice(product) === todaysPrice(cheapest))
        ? "They cost the same."
        : cheapest === undefined
          ? null
          : `The cheapest is ${theProduct(cheapest.name)}.`,
      best === undefined ? null : `The best rated is ${theProduct(best.name)}.`
    ),
    { list: products.map(itemOf), products: winner === undefined ? [] : [itemOf(winner)] }
  )
}

const wantsCheaper = /\b(?:cheaper|less expensive|lower[- ]priced|costs? less|more affordable)\b/i

/** Lists similar products that meet the conditions. */
export function* similar({ filters, limit, product: reference, text }: Wish): AnswerPart {
  const base = yield* resolveBySearch(reference)
  const { name, product_id } = base
  const isCheaper = wantsCheaper.test(text)
  // Asks for as many as possible, since the most similar may not meet the conditions.
  const { products } = yield* resultOf(call(ProductTools.findSimilarProducts, { product_id, limit: maxRows }))
  const matching = products
    .filter(meetsConditions(filters))
    .filter((product) => !isCheaper || todaysPrice(product) < todaysPrice(base))
  const shown = matching.slice(0, rowLimit(limit, defaultLimit))
  const isOfKind = (other: Pick<ProductHit, "name">) => nounsOf(other.name).some((noun) => nounsOf(name).includes(noun))
  const criteriaText = `similar to ${theProduct(name)}${isCheaper ? " but cheaper" : ""}${criteria({ ...filters, query: null, category: null })}`
  return matching.length === 0
    ? `I found nothing ${criteriaText}.`
    : yield* say(
        `${shown.some(isOfKind) ? "" : "I found nothing else of its kind. "}The shop counts these as ${criteriaText}:\n${productLines(shown)}`,
        { list: shown.map(itemOf) }
      )
}
