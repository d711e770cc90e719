import { compareProducts, findSimilarProducts, searchProducts } from "@storefront/domain/tools/ProductTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Calls } from "../../Playbook.ts"
import { cut } from "@storefront/server/text/Text"
import { type ProductFilters, type ProductReference, type Wish } from "../../Wish.ts"
import { productsOf, resolveProduct, unresolved } from "../AboutProduct.ts"
import { type AnswerPart, notAvailable, rows, theProduct } from "../AnswerParts.ts"
import { listed } from "./Finding.ts"
import { aboutSearched, bySearch, longestQuery, type ProductHit } from "./BySearch.ts"
import * as Wording from "./Wording.ts"

/** How many products stand side by side. */
const mostCompared = 3

const whichOnes = "Which products shall I compare? Please name two or three."

/** The first products of a kind: "compare your keyboards". */
function* ofKind({ brand, category, query }: ProductFilters): Calls<ReadonlyArray<ProductHit> | string> {
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
function* named(references: ReadonlyArray<ProductReference>): Calls<ReadonlyArray<ProductHit> | string> {
  const found: Array<ProductHit> = []
  for (const reference of references) {
    const resolution = yield* resolveProduct(bySearch, reference)
    if (resolution._tag !== "Found") {
      return unresolved(bySearch, reference, resolution)
    }
    found.push(resolution.value)
  }
  return found
}

/** Two or three products side by side: those that were named, or the first of a kind. */
export function* compare(wish: Wish): AnswerPart {
  const references = productsOf(wish).slice(0, mostCompared)
  const found = yield* references.length > 0 ? named(references) : ofKind(wish.filters)
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

/** Products that are similar to another and meet the customer's conditions. */
export function* similar({ filters, limit, product: reference, text }: Wish): AnswerPart {
  return yield* aboutSearched(reference, function* (product) {
    const { inStock, maxPrice, minPrice, minRating } = filters
    const isCheaper = wantsCheaper.test(text)
    const isOpen = !isCheaper && inStock !== true && maxPrice === null && minPrice === null && minRating === null
    const wanted = rows(limit, listed)
    const answer = yield* call(findSimilarProducts, {
      product_id: product.product_id,
      // If they have to meet conditions too, look through more of them.
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
