import { compareProducts, findSimilarProducts, searchProducts } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call } from "../../Playbook.ts"
import { cut } from "@storefront/server/text/Text"
import { type ProductFilters, type Wish } from "../../Wish.ts"
import { notAvailable, type AnswerPart } from "../AnswerParts.ts"
import { theProduct } from "../ProductName.ts"
import { listed, mostRows, rows } from "./Finding.ts"
import { about, type Calls, type Found, longestQuery, resolve, unresolved } from "./Resolving.ts"
import * as Wording from "./Wording.ts"

/** How many products stand side by side. */
const mostCompared = 3

const whichOnes = "Which products shall I compare? Please name two or three."

/** The first products of a kind: "compare your keyboards". */
function* ofKind({ brand, category, query }: ProductFilters): Calls<ReadonlyArray<Found> | string> {
  if (query === null && category === null && brand === null) {
    return whichOnes
  }
  const answer = yield* call(searchProducts, {
    limit: mostCompared,
    ...(query === null ? {} : { query: cut(query, longestQuery) }),
    ...(category === null ? {} : { category }),
    ...(brand === null ? {} : { brand })
  })
  return answer instanceof ToolFailure ? notAvailable("products") : answer.products
}

/** The products that were named, or why it is not clear which they are. */
function* named({ otherProducts, product }: Wish): Calls<ReadonlyArray<Found> | string> {
  const found: Array<Found> = []
  for (const reference of [...(product === null ? [] : [product]), ...otherProducts].slice(0, mostCompared)) {
    const resolution = yield* resolve(reference)
    if (resolution._tag !== "Found") {
      return unresolved(reference, resolution)
    }
    found.push(resolution.value)
  }
  return found
}

/** Two or three products side by side: those that were named, or the first of a kind. */
export function* compare(wish: Wish): AnswerPart {
  const isNamed = wish.product !== null || wish.otherProducts.length > 0
  const found = yield* isNamed ? named(wish) : ofKind(wish.filters)
  if (typeof found === "string") {
    return found
  }
  const ids = [...new Set(found.map(({ product_id }) => product_id))]
  const [first] = found
  if (first === undefined) {
    return `I found nothing${Wording.criteria(wish.filters)} to compare. ${whichOnes}`
  }
  if (ids.length < 2) {
    return `Which product shall I compare ${theProduct(first.name)} with?`
  }
  const comparison = yield* call(compareProducts, { product_ids: ids })
  return comparison instanceof ToolFailure
    ? comparison.error === "not_found"
      ? "The shop has fewer than two of these products any more, so there is nothing to compare."
      : notAvailable("these products")
    : Wording.comparison(comparison)
}

const wantsCheaper = /\b(?:cheaper|less expensive|lower[- ]priced|costs? less|more affordable)\b/i

/** Products near another, those that meet the conditions of the customer. */
export function* similar({ filters, limit, product: reference, text }: Wish): AnswerPart {
  return yield* about(reference, function* (product) {
    const { inStock, maxPrice, minPrice, minRating } = filters
    const isCheaper = wantsCheaper.test(text)
    const isOpen = !isCheaper && inStock !== true && maxPrice === null && minPrice === null && minRating === null
    const wanted = rows(limit, listed)
    const answer = yield* call(findSimilarProducts, {
      product_id: product.product_id,
      // Where they have to meet conditions too, more are looked through.
      limit: isOpen ? wanted : mostRows
    })
    if (answer instanceof ToolFailure) {
      return notAvailable(`what is similar to ${theProduct(product.name)}`)
    }
    const near = answer.products.filter(
      ({ in_stock, price, rating }) =>
        (!isCheaper || price < product.price) &&
        price <= (maxPrice ?? Infinity) * 100 &&
        price >= (minPrice ?? 0) * 100 &&
        rating >= (minRating ?? 0) &&
        (inStock !== true || in_stock)
    )
    return Wording.similarProducts(product.name, near.slice(0, wanted), { ...filters, query: null }, isCheaper)
  })
}
