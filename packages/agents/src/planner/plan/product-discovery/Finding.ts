import { type Category } from "@storefront/domain/Catalog"
import { alike } from "@storefront/domain/rules/EditDistance"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { getProductDetails, searchProducts, semanticSearch } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type TurnContext } from "@storefront/server/agent/TurnContext"
import { call, type Calls } from "../../Playbook.ts"
import { cut } from "@storefront/server/text/Text"
import { list, money } from "@storefront/domain/Wording"
import { type ProductFilters, type Wish } from "../../Wish.ts"
import { type AnswerPart, notAvailable, rows } from "../AnswerParts.ts"
import { pickProduct } from "../References.ts"
import { longestQuery, type ProductHit } from "./BySearch.ts"
import * as Wording from "./Wording.ts"

type Memory = TurnContext["memories"][number]

/** The parts of a product that show whether it has to do with a memory. */
type Product = Pick<ProductHit, "brand" | "category" | "description" | "name" | "price">

const refuses = /\b(?:no|not|never|without|avoid|hate|dislike|don['’]?t|allergic)\b/i

/** A word without its plural or the ending of "dislikes". */
const stem = (word: string) => word.replace(/(?<=ss|x|ch|sh)es$|(?<=..[^s])s$/u, "")

/** Words that say how somebody feels about something, or that it is about money, but not what it is. */
const frame = new Set(
  (
    "avoid hate dislike allergic allergy allergies sensitive stay away stand bear don doesn can cannot t wear wearing brand device material fabric made " +
    "budget spend spending max maximum limit under below up least price cost dollar usd buck per usually normally around"
  ).split(" ")
)

const topics = (content: string) =>
  contentWords(content).filter((word) => word.length > 2 && !frame.has(stem(word)) && !/^\d+$/.test(word))

const says = ({ brand, category, description, name }: Product, topic: string) =>
  contentWords(`${name} ${brand} ${category} ${description}`).some((word) => {
    const [said, asked] = [stem(word), stem(topic)]
    // "Lambswool" is wool.
    return said === asked || (asked.length > 3 && said.endsWith(asked))
  })

/** "Coloured lights" are not lights: two words of what is refused have to be said, or the only one. */
const saysThing = (product: Product, thing: string) => {
  const words = topics(thing)
  return words.length > 0 && words.filter((word) => says(product, word)).length >= Math.min(2, words.length)
}

/** "No leather, wool or down, because they itch" refuses three things. */
const thingsOf = (content: string) =>
  content.replace(/\b(?:because|since)\b[^]*/iu, "").split(/[,;.]|\b(?:and|or|nor)\b/iu)

const isAvoided =
  ({ category, content }: Memory) =>
  (product: Product) =>
    (category === "avoid" || (category === "brand" && refuses.test(content))) &&
    thingsOf(content).some((thing) => saysThing(product, thing))

const isLiked =
  ({ category, content }: Memory) =>
  ({ brand }: Product) =>
    category === "brand" && !refuses.test(content) && content.toLowerCase().includes(brand.toLowerCase())

/** A budget for a kind of product, "120 for running shoes", says nothing about other kinds. */
const isTooExpensive =
  ({ category, content }: Memory) =>
  (product: Product) => {
    const amount = /\d[\d,]*(?:\.\d+)?/.exec(content)?.[0]
    const kind = topics(content).at(-1)
    return (
      category === "budget" &&
      amount !== undefined &&
      product.price > Number(amount.replaceAll(",", "")) * 100 &&
      (kind === undefined || says(product, kind))
    )
  }

const remark = (
  sentence: string,
  products: ReadonlyArray<Product>,
  memories: ReadonlyArray<Memory>,
  holds: (memory: Memory) => (product: Product) => boolean
) => {
  const names = products.filter((product) => memories.some((memory) => holds(memory)(product))).map(({ name }) => name)
  return names.length === 0 ? "" : `\n${sentence}: ${list(names)}.`
}

/**
 * What a list of products has to do with what the customer wanted remembered. The list itself answers the question, and
 * nothing is left out of it silently. Empty when there is nothing to say.
 */
export const remarks = (products: ReadonlyArray<Product>, memories: ReadonlyArray<Memory>): string =>
  [
    remark("From a brand you told me you like", products, memories, isLiked),
    remark("Mind what you wanted to avoid", products, memories, isAvoided),
    remark("Above the budget you told me", products, memories, isTooExpensive)
  ].join("")

type Memories = TurnContext["memories"]

/** How many products are listed when the customer does not say. */
export const listed = 5

/** Characters of a wish that are compared in meaning. */
const longestWish = 500

const search = (filters: ProductFilters, limit: number) => {
  const { brand, category, inStock, maxPrice, minPrice, minRating, query, sort } = filters
  return call(searchProducts, {
    limit,
    ...(query === null ? {} : { query: cut(query, longestQuery) }),
    ...(category === null ? {} : { category }),
    ...(brand === null ? {} : { brand }),
    ...(minPrice === null ? {} : { min_price: minPrice }),
    ...(maxPrice === null ? {} : { max_price: maxPrice }),
    ...(minRating === null ? {} : { min_rating: minRating }),
    ...(inStock === null ? {} : { in_stock: inStock }),
    ...(sort === null ? {} : { sort_by: sort })
  })
}

type Found = (typeof searchProducts.successSchema.Type)["products"][number]

/** Nothing of the name passes the filters: where would the prices start? */
function* otherPrices(filters: ProductFilters, isNamed: (product: Found) => boolean): Calls<string | null> {
  const answer = yield* search({ ...filters, minPrice: null, maxPrice: null, sort: "price_asc" }, listed)
  const cheapest = answer instanceof ToolFailure ? undefined : answer.products.find(isNamed)
  return cheapest === undefined
    ? null
    : `I found nothing${Wording.criteria(filters)}. Without the price limit, prices start at ${money(cheapest.price)}:\n${Wording.productLines([cheapest])}`
}

/** Nothing contains the words: what is close to them in meaning and passes the filters? */
function* nearInMeaning(filters: ProductFilters, query: string): Calls<string | null> {
  const { category, inStock, maxPrice, minPrice, minRating } = filters
  const answer = yield* call(semanticSearch, {
    query: cut(query, longestWish),
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

/** What was taken for a brand: the brand it was meant to be, a part of the name of products, or just a brand. */
function* readBrand(brand: string): Calls<{ readonly brand: string | null; readonly isName: boolean }> {
  const answer = yield* call(searchProducts, { query: brand })
  const [product] = answer instanceof ToolFailure ? [] : answer.products
  const known = product?.brand.toLowerCase()
  const asked = brand.toLowerCase()
  return product === undefined || known === asked
    ? { brand: null, isName: false }
    : alike(product.brand.toLowerCase(), asked)
      ? { brand: product.brand, isName: false }
      : { brand: null, isName: true }
}

/** The brand has nothing of the kind: what was meant by it, or what other brands have. */
function* otherBrands(filters: ProductFilters, brand: string, limit: number): Calls<string | null> {
  const meant = yield* readBrand(brand)
  const query = meant.isName ? `${brand} ${filters.query ?? ""}`.trim() : filters.query
  if (meant.brand === null && query === null) {
    return null
  }
  const others = { ...filters, query, brand: meant.brand }
  const answer = yield* search(others, limit)
  if (answer instanceof ToolFailure || answer.count === 0) {
    return null
  }
  return meant.brand === null && !meant.isName
    ? `I found nothing of that kind from ${brand}. From other brands:\n${Wording.productLines(answer.products)}`
    : Wording.foundProducts(others, answer.products, answer.count === limit)
}

/** The name of the category adds nothing to the query, nor do words such as "gear". */
const withoutCategory = (query: string, category: Category | null): string | null =>
  contentWords(query).every((word) => alike(word, category?.toLowerCase() ?? "")) ? null : query

/** A product's name is searched for like a kind of product, and a range may be said upper end first. */
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

/** Words for what a product is meant to do for somebody, rather than for what it is. */
const saysPurpose =
  /\b(?:(?:gifts?|presents?) (?:for|idea)|(?:some|any)(?:thing|body|one) (?:for|to|that|who) (?!under|less|below|around|about|up to|\$?\d)|(?:people|person|friend|man|woman|kid|child|mother|father|mom|mum|dad|wife|husband|son|daughter|boss|colleague)s? (?:who|that)\b)/i

/** A wish without a kind of product: what is close to it in meaning. Null if that is not known. */
function* byPurpose({ filters, text }: Wish, limit: number, memories: Memories): Calls<string | null> {
  const { category, maxPrice } = filters
  const isOpen =
    filters.brand === null &&
    filters.minPrice === null &&
    filters.minRating === null &&
    filters.inStock === null &&
    filters.sort === null
  if (!isOpen || filters.query === null || !saysPurpose.test(text)) {
    return null
  }
  const answer = yield* call(semanticSearch, {
    query: cut(text.trim(), longestWish),
    limit,
    ...(category === null ? {} : { category }),
    ...(maxPrice === null ? {} : { max_price: maxPrice })
  })
  return answer instanceof ToolFailure || answer.retrieval !== "vector"
    ? null
    : `These may suit${Wording.criteria({ ...filters, query: null })}:\n${Wording.productLines(answer.products)}${remarks(answer.products, memories)}`
}

/** Products that meet every condition; if there are none, whatever helps without passing others off as a match. */
export function* findProducts(wish: Wish, memories: Memories = []): AnswerPart {
  const filters = filtersOf(wish)
  const { brand, maxPrice, minPrice, query } = filters
  const limit = rows(wish.limit, listed)
  const suited = yield* byPurpose(wish, limit, memories)
  if (suited !== null) {
    return suited
  }
  const answer = yield* search(filters, limit)
  if (answer instanceof ToolFailure) {
    return notAvailable("products")
  }
  const isPriced = minPrice !== null || maxPrice !== null
  const isNamed = ({ brand, name }: Found) => query === null || pickProduct(query, [{ brand, name }])._tag !== "None"
  // "Laptop up to 500" is no power bank whose description has the word, if there are laptops.
  const isOther = isPriced && brand === null && answer.count > 0 && !answer.products.some(isNamed)
  const dearer = isOther ? yield* otherPrices(filters, isNamed) : null
  if (dearer !== null) {
    return dearer
  }
  const [only, ...others] = answer.products
  // Nothing but a name was said, and it is that of one product.
  if (only !== undefined && others.length === 0 && wish.text.trim().toLowerCase() === query?.toLowerCase()) {
    const details = yield* call(getProductDetails, { product_id: only.product_id })
    if (!(details instanceof ToolFailure)) {
      return Wording.productDetails(details) + remarks(answer.products, memories)
    }
  }
  if (answer.count > 0) {
    return Wording.foundProducts(filters, answer.products, answer.count === limit) + remarks(answer.products, memories)
  }
  return (
    (brand === null ? null : yield* otherBrands(filters, brand, limit)) ??
    (isPriced ? yield* otherPrices(filters, () => true) : null) ??
    (query === null ? null : yield* nearInMeaning(filters, query)) ??
    `I found nothing${Wording.criteria(filters)}. Try other words, or leave out a condition.`
  )
}
