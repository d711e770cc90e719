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

/** Nothing passes the filters: without the price limits, where do the prices start? */
function* otherPrices(filters: ProductFilters): Part {
  const nothing = `I found nothing${Wording.criteria(filters)}.`
  const answer = yield* search({ ...filters, minPrice: null, maxPrice: null, sort: "price_asc" }, 1)
  const [cheapest] = answer instanceof ToolFailure ? [] : answer.products
  return cheapest === undefined
    ? `${nothing} Try other words, or leave out a condition.`
    : `${nothing} Without the price limit, prices start at ${money(cheapest.price)}.`
}

/** Nothing has the words: what comes near them in meaning? */
function* nearInMeaning(filters: ProductFilters, query: string): Part {
  const { category, maxPrice } = filters
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
          (product) =>
            product.price >= (filters.minPrice ?? 0) * 100 &&
            product.rating >= (filters.minRating ?? 0) &&
            (filters.inStock !== true || product.in_stock)
        )
  return near.length === 0
    ? yield* otherPrices(filters)
    : `I found nothing${Wording.criteria({ ...filters, minPrice: null, maxPrice: null })} by that name. These come near:\n${Wording.productLines(near)}`
}

/** A product by its name is searched for like a kind of product, and a range may be said from its upper end. */
const filtersOf = ({ filters, product }: Wish): ProductFilters => {
  const { maxPrice, minPrice, query } = filters
  const isReversed = minPrice !== null && maxPrice !== null && minPrice > maxPrice
  return {
    ...filters,
    query: query ?? product?.name ?? null,
    minPrice: isReversed ? maxPrice : minPrice,
    maxPrice: isReversed ? minPrice : maxPrice
  }
}

function* findProducts(wish: Wish): Part {
  const filters = filtersOf(wish)
  const { brand, query } = filters
  const wanted = Math.max(1, wish.limit ?? listed)
  const answer = yield* search(filters, wanted)
  if (answer instanceof ToolFailure) {
    return notAvailable("products")
  }
  if (answer.count > 0) {
    return Wording.foundProducts(filters, answer.products, answer.count === wanted)
  }
  if (brand !== null) {
    // The brand may be misspelt, or be something else; as words of the query, both are found.
    const words = query === null ? brand : `${brand} ${query}`
    const again = yield* search({ ...filters, brand: null, query: words }, wanted)
    if (!(again instanceof ToolFailure) && again.count > 0) {
      return Wording.foundProducts({ ...filters, brand: null, query: words }, again.products, again.count === wanted)
    }
  }
  return query === null ? yield* otherPrices(filters) : yield* nearInMeaning(filters, query)
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

function* details(product: Found): Part {
  const answer = yield* call(getProductDetails, { product_id: product.product_id })
  return answer instanceof ToolFailure ? notAvailable(product.name) : Wording.productDetails(answer)
}

/** There is no tool that compares: the products are described one after the other. */
function* compareProducts({ otherProducts, product }: Wish): Part {
  const references = [...(product === null ? [] : [product]), ...otherProducts].slice(0, 3)
  if (references.length < 2) {
    return "Which products shall I compare? Please name two or three."
  }
  return yield* inParts(references, (reference) => about(reference, details))
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
      return yield* about(wish.product, details)
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

/** Finds and describes products for what the message asks; a message that asks for nothing known is searched for. */
export const playbook: Playbook = function* (turn) {
  const wishes = wishesFor(turn, "product-discovery")
  const guess = plainWish("find_products", turn.message)
  return yield* inParts(
    wishes.length > 0 ? wishes : [{ ...guess, filters: { ...guess.filters, query: turn.message } }],
    answer
  )
}
