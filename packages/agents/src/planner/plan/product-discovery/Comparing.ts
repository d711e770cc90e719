import { compareProducts, findSimilarProducts } from "@storefront/domain/tools/ProductTools"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { call } from "../../Playbook.ts"
import { noFilters, type Wish } from "../../Wish.ts"
import { comparedIds, mostCompared, productsOf, whichToCompare } from "../Picking.ts"
import { bullets, paragraph, rows, theProduct } from "../Blocks.ts"
import { type AnswerPart, each, instead, known, type Steps, told } from "../Steps.ts"
import { criteria, listed, meantHit, meets, type ProductHit, productLines, search, specValue } from "./Products.ts"

/** The first products of a kind: "compare your keyboards". */
function* ofKind({ filters: { brand, category, query } }: Wish): Steps<ReadonlyArray<ProductHit>> {
  const isOpen = query === null && category === null && brand === null
  return isOpen
    ? yield* instead(whichToCompare)
    : (yield* search({ ...noFilters, brand, category, query }, mostCompared)).products
}

type Comparison = typeof compareProducts.successSchema.Type

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

/** Two or three products side by side: those that were named, or the first of a kind. */
export function* compare(wish: Wish): AnswerPart {
  const references = productsOf(wish).slice(0, mostCompared)
  const found = yield* references.length > 0 ? each(references, meantHit) : ofKind(wish)
  const none = `I found nothing${criteria(wish.filters)} to compare. ${whichToCompare}`
  return yield* told(call(compareProducts, { product_ids: yield* comparedIds(found, "", none) }), comparison, {
    not_found: "The shop has fewer than two of these products any more, so there is nothing to compare."
  })
}

const wantsCheaper = /\b(?:cheaper|less expensive|lower[- ]priced|costs? less|more affordable)\b/i

/** Products that are similar to another and meet the customer's conditions. */
export function* similar({ filters, limit, product: reference, text }: Wish): AnswerPart {
  const { name, price: most, product_id } = yield* meantHit(reference)
  const { inStock, maxPrice, minPrice, minRating } = filters
  const isCheaper = wantsCheaper.test(text)
  const isOpen = !isCheaper && inStock !== true && [maxPrice, minPrice, minRating].every((bound) => bound === null)
  const wanted = rows(limit, listed)
  const { products } = yield* known(
    // If they have to meet conditions too, look through more of them.
    call(findSimilarProducts, { product_id, limit: isOpen ? wanted : mostRows })
  )
  const near = products.filter(meets(filters)).filter(({ price }) => !isCheaper || price < most)
  const what = `similar to ${theProduct(name)}${isCheaper ? " but cheaper" : ""}${criteria({ ...filters, query: null, category: null })}`
  return near.length === 0 ? `I found nothing ${what}.` : `These are ${what}:\n${productLines(near.slice(0, wanted))}`
}
