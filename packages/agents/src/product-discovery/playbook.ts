import { type Category } from "@storefront/domain/Catalog"
import { alike } from "@storefront/domain/rules/EditDistance"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import {
  getPriceHistory,
  getProductDetails,
  getTrendingProducts,
  searchProducts,
  semanticSearch
} from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call, type Playbook, type ToolCall, type ToolOutcome } from "@storefront/server/model/Playbook"
import { money } from "../language/Answers.ts"
import { pickProduct, type Resolution } from "../language/References.ts"
import { wishesFor } from "../language/Understand.ts"
import { plainWish, type ProductFilters, type ProductReference, type Wish } from "../language/Wish.ts"
import { inParts, notAvailable, type Part } from "../shared/Parts.ts"
import * as Wording from "./wording.ts"

type Calls<A> = Generator<ToolCall, A, ToolOutcome>
type Found = (typeof searchProducts.successSchema.Type)["products"][number]
type Details = typeof getProductDetails.successSchema.Type

/** How many products are listed when the customer does not say. */
const listed = 5

/** How far back prices are compared when the customer does not say, in days. */
const pricePeriod = 90

const which = "Which product do you mean? Its name, or the kind of product, is enough."

const search = (filters: ProductFilters, limit: number) => {
  const { brand, category, inStock, maxPrice, minPrice, minRating, query, sort } = filters
  return call(searchProducts, {
    limit,
    ...(query === null ? {} : { query: query.slice(0, 200) }),
    ...(category === null ? {} : { category }),
    ...(brand === null ? {} : { brand }),
    ...(minPrice === null ? {} : { min_price: minPrice }),
    ...(maxPrice === null ? {} : { max_price: maxPrice }),
    ...(minRating === null ? {} : { min_rating: minRating }),
    ...(inStock === null ? {} : { in_stock: inStock }),
    ...(sort === null ? {} : { sort_by: sort })
  })
}

/** Nothing passes the filters: where would the prices start? */
function* otherPrices(filters: ProductFilters): Calls<string | null> {
  const answer = yield* search({ ...filters, minPrice: null, maxPrice: null, sort: "price_asc" }, 1)
  const [cheapest] = answer instanceof ToolFailure ? [] : answer.products
  return cheapest === undefined
    ? null
    : `I found nothing${Wording.criteria(filters)}. Without the price limit, prices start at ${money(cheapest.price)}.`
}

/** Nothing has the words: what comes near them in meaning, and passes the filters? */
function* nearInMeaning(filters: ProductFilters, query: string): Calls<string | null> {
  const { category, inStock, maxPrice, minPrice, minRating } = filters
  const answer = yield* call(semanticSearch, {
    query,
    limit: listed,
    ...(category === null ? {} : { category }),
    ...(maxPrice === null ? {} : { max_price: maxPrice })
  })
  const near =
    answer instanceof ToolFailure
      ? []
      : answer.products.filter(
          ({ in_stock, price, rating }) =>
            price >= (minPrice ?? 0) * 100 && rating >= (minRating ?? 0) && (inStock !== true || in_stock)
        )
  return near.length === 0
    ? null
    : `I found nothing by the name of "${query}". These may come near${Wording.criteria({ ...filters, query: null, brand: null })}:\n${Wording.productLines(near)}`
}

/** The brand as the shop writes it, when it was misspelt. */
function* brandLike(brand: string): Calls<string | null> {
  const answer = yield* call(searchProducts, { query: brand })
  const [product] = answer instanceof ToolFailure ? [] : answer.products
  const isSlip =
    product !== undefined &&
    product.brand.toLowerCase() !== brand.toLowerCase() &&
    alike(product.brand.toLowerCase(), brand.toLowerCase())
  return isSlip ? product.brand : null
}

/** The brand has nothing of the kind: the brand that was meant, or what other brands have. */
function* otherBrands(filters: ProductFilters, brand: string, limit: number): Calls<string | null> {
  const meant = yield* brandLike(brand)
  const others = { ...filters, brand: meant }
  if (meant === null && filters.query === null) {
    return null
  }
  const answer = yield* search(others, limit)
  if (answer instanceof ToolFailure || answer.count === 0) {
    return null
  }
  return meant === null
    ? `I found nothing of that kind from ${brand}. From other brands:\n${Wording.productLines(answer.products)}`
    : Wording.foundProducts(others, answer.products, answer.count === limit)
}

/** The category as a word of the query says nothing more, nor do words such as "gear". */
const withoutCategory = (query: string, category: Category | null): string | null =>
  contentWords(query).every((word) => alike(word, category?.toLowerCase() ?? "")) ? null : query

/** A product by its name is searched for like a kind of product, and a range may be said from its upper end. */
const filtersOf = ({ filters, product }: Wish): ProductFilters => {
  const { category, maxPrice, minPrice, query } = filters
  const isReversed = minPrice !== null && maxPrice !== null && minPrice > maxPrice
  return {
    ...filters,
    query: query === null ? (product?.name ?? null) : withoutCategory(query, category),
    minPrice: isReversed ? maxPrice : minPrice,
    maxPrice: isReversed ? minPrice : maxPrice
  }
}

function* findProducts(wish: Wish): Part {
  const filters = filtersOf(wish)
  const { brand, maxPrice, minPrice, query } = filters
  const limit = Math.max(1, wish.limit ?? listed)
  const answer = yield* search(filters, limit)
  if (answer instanceof ToolFailure) {
    return notAvailable("products")
  }
  if (answer.count > 0) {
    return Wording.foundProducts(filters, answer.products, answer.count === limit)
  }
  return (
    (brand === null ? null : yield* otherBrands(filters, brand, limit)) ??
    (minPrice === null && maxPrice === null ? null : yield* otherPrices(filters)) ??
    (query === null ? null : yield* nearInMeaning(filters, query)) ??
    `I found nothing${Wording.criteria(filters)}. Try other words, or leave out a condition.`
  )
}

/** The product that a customer means. */
function* resolve({ name }: ProductReference): Calls<Resolution<Found>> {
  const answer = yield* call(searchProducts, { query: name.slice(0, 200) })
  return answer instanceof ToolFailure ? { _tag: "Failed", failure: answer } : pickProduct(name, answer.products)
}

/** Says what is known of the product that is meant, or why it is not clear which one that is. */
function* about(reference: ProductReference | null, tell: (product: Found) => Part): Part {
  if (reference === null) {
    return which
  }
  const product = yield* resolve(reference)
  switch (product._tag) {
    case "Found":
      return yield* tell(product.value)
    case "Several":
      return `Several products could be meant. Which one?\n${Wording.productLines(product.candidates)}`
    case "None":
      return `I found no product called "${reference.name}". Please check the name, or tell me what kind of product it is.`
    case "Failed":
      return notAvailable(`"${reference.name}"`)
  }
}

const askedForPrice = /\b(?:price|priced|cost|costs|much|expensive)\b/i

const details =
  (question: string) =>
  (product: Found): Part =>
    describe(product, askedForPrice.test(question) ? Wording.productPrice : Wording.productDetails)

function* describe({ name, product_id }: Found, word: (product: Details) => string): Part {
  const answer = yield* call(getProductDetails, { product_id })
  return answer instanceof ToolFailure ? notAvailable(name) : word(answer)
}

/** There is no tool that compares: the products are described one after the other. */
function* compareProducts({ otherProducts, product }: Wish): Part {
  const references = [...(product === null ? [] : [product]), ...otherProducts].slice(0, 3)
  if (references.length < 2) {
    return "Which products shall I compare? Please name two or three."
  }
  return yield* inParts(references, (reference) => about(reference, (found) => describe(found, Wording.productDetails)))
}

function* similarProducts({ filters, product: reference }: Wish): Part {
  return yield* about(reference, function* (product) {
    const kind = product.name.replace(product.brand, "").trim()
    const answer = yield* call(semanticSearch, {
      query: `${filters.query ?? ""} ${kind}`.trim().slice(0, 500),
      limit: listed + 1,
      ...(filters.maxPrice === null ? {} : { max_price: filters.maxPrice })
    })
    const others =
      answer instanceof ToolFailure ? [] : answer.products.filter((other) => other.product_id !== product.product_id)
    return others.length === 0
      ? `I found nothing that comes near the ${product.name}.`
      : `These come near the ${product.name}:\n${Wording.productLines(others)}`
  })
}

function* trendingProducts({ days, filters: { category }, limit }: Wish): Part {
  const answer = yield* call(getTrendingProducts, {
    limit: limit ?? listed,
    ...(days === null ? {} : { days: Math.min(365, Math.max(1, days)) }),
    ...(category === null ? {} : { category })
  })
  return answer instanceof ToolFailure ? notAvailable("what sells best") : Wording.trendingProducts(answer, category)
}

function* priceHistory({ days, product: reference }: Wish): Part {
  return yield* about(reference, function* (product) {
    const answer = yield* call(getPriceHistory, {
      product_id: product.product_id,
      days: Math.min(365, Math.max(7, days ?? pricePeriod))
    })
    return answer instanceof ToolFailure
      ? notAvailable(`the prices of the ${product.name}`)
      : Wording.priceHistory(answer)
  })
}

/** One wish; those of other specialists are not answered here. */
export function* answer(wish: Wish): Part {
  switch (wish.intent) {
    case "product_details":
      return yield* about(wish.product, details(wish.text))
    case "compare_products":
      return yield* compareProducts(wish)
    case "similar_products":
      return yield* similarProducts(wish)
    case "trending":
      return yield* trendingProducts(wish)
    case "price_history":
      return yield* priceHistory(wish)
    case "preferences":
      return "I cannot remember preferences here yet. Tell me what matters to you, and I will search with it."
    case "seller_products":
      return "Your own catalogue cannot be listed here yet. I can search what the shop sells."
    default:
      return yield* findProducts(wish)
  }
}

const offer =
  "I can search the shop, describe products, tell what sells best and how prices developed. What are you looking for?"

/** Finds and describes products for what the message asks; a message that asks for nothing known is searched for. */
export const playbook: Playbook = function* (turn) {
  const wishes = wishesFor(turn, "product-discovery")
  if (wishes.length > 0) {
    return yield* inParts(wishes, answer)
  }
  const query = contentWords(turn.message).join(" ")
  const guess = plainWish("find_products", turn.message)
  return query === "" ? offer : yield* findProducts({ ...guess, filters: { ...guess.filters, query } })
}
