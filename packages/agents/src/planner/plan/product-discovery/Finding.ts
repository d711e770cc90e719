import { type Category } from "@storefront/domain/Catalog"
import { list, money } from "@storefront/domain/Wording"
import { alike } from "@storefront/domain/rules/EditDistance"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { getProductDetails, searchProducts, semanticSearch } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { Array } from "effect"
import { wordsAs } from "../../text/WordLists.ts"
import { type ProductFilters, type Wish } from "../../Wish.ts"
import { rows, words } from "../Blocks.ts"
import { pickProduct, stem } from "../Picking.ts"
import { type AnswerPart, call, instead, known, type Steps } from "../Steps.ts"
import { criteria, listed, meets, productDetails, type ProductHit, productLines, search } from "./Products.ts"

/** What is remembered, or was just said, of what somebody wants. */
interface Memory {
  readonly category: string
  readonly content: string
}

/** The parts of a product that show whether it has to do with a memory. */
type Product = Pick<ProductHit, "brand" | "category" | "description" | "name">

/** Words that refuse what comes next. */
const refusing =
  /\b(?:no|not|nothing|never|without|except|excluding|avoid|hate|dislike|don['’]?t|allergic|other than|apart from)\b/i

/** Words that say how somebody feels about something, but not what it is. */
const frame = new Set([...wordsAs("feeling")].map(stem))

const topics = (content: string) => contentWords(content).filter((word) => word.length > 2 && !frame.has(stem(word)))

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

const isAvoided = ({ category, content }: Memory, product: Product): boolean =>
  (category === "avoid" || (category === "brand" && refusing.test(content))) &&
  // "No leather, wool or down, because they itch" refuses three things.
  content
    .replace(/\b(?:because|since)\b[^]*/iu, "")
    .split(/[,;.]|\b(?:and|or|nor)\b/iu)
    .some((thing) => saysThing(product, thing))

/** Which products of a list the customer wanted to avoid, and why: nothing is left out of it silently. Empty for none. */
const remarks = (products: ReadonlyArray<Product>, memories: ReadonlyArray<Memory>): string =>
  memories
    .map((memory) => [memory.content, products.filter((product) => isAvoided(memory, product))] as const)
    .filter(([, avoided]) => avoided.length > 0)
    .map(
      ([content, avoided]) => `\nMind what you wanted to avoid (${content}): ${list(avoided.map(({ name }) => name))}.`
    )
    .join("")

/** Ends the search with some products, if there are any. */
type Offer = (lead: string, products: ReadonlyArray<ProductHit>) => Steps<void>

/** What passes every condition. */
const leadOf = (filters: ProductFilters): string =>
  `This is what I found${criteria(filters)}${filters.sort === null ? "" : `, sorted by ${words(filters.sort)}`}`

/** Nothing of the name passes the filters: where would the prices start? */
function* otherPrices(filters: ProductFilters, isNamed: (product: ProductHit) => boolean, offer: Offer): Steps<void> {
  const { products } = yield* search({ ...filters, minPrice: null, maxPrice: null, sort: "price_asc" }, listed)
  const cheapest = products.find(isNamed)
  if (cheapest !== undefined) {
    const start = `Without the price limit, prices start at ${money(cheapest.price)}`
    yield* offer(`I found nothing${criteria(filters)}. ${start}`, [cheapest])
  }
}

/** What is close to some words in meaning; nothing where that is out of reach. */
function* inMeaning(said: string, { category, maxPrice }: ProductFilters, limit: number) {
  const answer = yield* call(semanticSearch, { query: cut(said, 500), limit, category, max_price: maxPrice })
  return answer instanceof ToolFailure ? { products: [], retrieval: null } : answer
}

/** Nothing contains the words: what is close to them in meaning and passes the filters? */
function* nearInMeaning(filters: ProductFilters, query: string, offer: Offer): Steps<void> {
  const { products } = yield* inMeaning(query, filters, listed)
  const rest = criteria({ ...filters, query: null, brand: null })
  yield* offer(`I found nothing by the name of "${query}". These may come near${rest}`, products.filter(meets(filters)))
}

/** The brand has nothing of the kind: a misspelt brand, or a part of the name of products, is looked for, or other brands. */
function* otherBrands(filters: ProductFilters, brand: string, limit: number, offer: Offer): Steps<void> {
  const [product] = (yield* known(call(searchProducts, { query: brand }))).products
  const meant = product?.brand.toLowerCase() ?? brand.toLowerCase()
  const isBrand = meant === brand.toLowerCase()
  const others = isBrand
    ? { ...filters, brand: null }
    : alike(meant, brand.toLowerCase())
      ? { ...filters, brand: product?.brand ?? null }
      : { ...filters, brand: null, query: `${brand} ${filters.query ?? ""}`.trim() }
  if (others.brand !== null || others.query !== null) {
    const { products } = yield* search(others, limit)
    yield* offer(isBrand ? `I found nothing of that kind from ${brand}. From other brands` : leadOf(others), products)
  }
}

/** The name of the category adds nothing to the query, nor do words such as "gear". */
const withoutCategory = (query: string, category: Category | null): string | null =>
  contentWords(query).every((word) => alike(word, category?.toLowerCase() ?? "")) ? null : query

/** A product's name is searched for like a kind of product, and a range may be said upper end first. */
const filtersOf = ({ filters, product }: Wish, message: string): ProductFilters => {
  const { brand, category, maxPrice, minPrice, query } = filters
  const isReversed = minPrice !== null && maxPrice !== null && minPrice > maxPrice
  return {
    ...filters,
    brand: brand !== null && refuses(message, brand) ? null : brand,
    query: query === null ? (product?.name ?? null) : withoutCategory(query, category),
    minPrice: isReversed ? maxPrice : minPrice,
    maxPrice: isReversed ? minPrice : maxPrice
  }
}

/** Words for what a product is meant to do for somebody, rather than for what it is. */
const saysPurpose =
  /\b(?:(?:gifts?|presents?) (?:for|idea)|(?:some|any)(?:thing|body|one) (?:for|to|that|who) (?!under|less|below|around|about|up to|\$?\d)|(?:people|person|friend|man|woman|kid|child|mother|father|mom|mum|dad|wife|husband|son|daughter|boss|colleague)s? (?:who|that)\b)/i

/** A wish without a kind of product: what is close to it in meaning, where that is known. */
function* byPurpose({ filters, text }: Wish, limit: number, offer: Offer): Steps<void> {
  const { brand, inStock, minPrice, minRating, query, sort } = filters
  const isOpen = [brand, inStock, minPrice, minRating, sort].every((condition) => condition === null)
  if (isOpen && query !== null && saysPurpose.test(text)) {
    const { products, retrieval } = yield* inMeaning(text.trim(), filters, limit)
    yield* offer(`These may suit${criteria({ ...filters, query: null })}`, retrieval === "vector" ? products : [])
  }
}

/** Leaves out what "@" stands for. */
const leavesOut = new RegExp(`${refusing.source}(?: (?:for|by|from|of|any|the|\\S+ (?:or|nor)))* @`, "i")

/** "Headphones, but not Kestrelon": whether a message does not want what is of a brand. */
const refuses = (message: string, brand: string): boolean =>
  leavesOut.test(message.toLowerCase().replaceAll(brand.toLowerCase(), "@"))

const allergy = /\ballergic to ([^,.;!?]+)/iu

/** Products that meet every condition; if there are none, whatever helps without passing others off as a match. */
export function* findProducts(wish: Wish, { context, message }: TurnView): AnswerPart {
  const [, suffered] = allergy.exec(message) ?? []
  const allergies = suffered === undefined ? [] : [{ category: "avoid", content: suffered }]
  const memories = [...context.memories, ...allergies]
  const filters = filtersOf(wish, message)
  const { brand, maxPrice, minPrice, query } = filters
  const shown = rows(wish.limit, listed)
  const limit = refusing.test(message) ? mostRows : shown
  const refusedOf = (found: ReadonlyArray<ProductHit>) => {
    const brands = Array.dedupe(found.map((product) => product.brand)).filter((name) => refuses(message, name))
    return list(brands, "or")
  }
  const offer: Offer = function* (lead, found) {
    const products = found.filter((product) => !refuses(message, product.brand)).slice(0, shown)
    if (products.length > 0) {
      const others = refusedOf(found)
      const without = others === "" ? "" : `, without what is from ${others}`
      yield* instead(`${lead}${without}:\n${productLines(products)}${remarks(products, memories)}`)
    }
  }
  yield* byPurpose(wish, limit, offer)
  const { products } = yield* search(filters, limit)
  const isPriced = minPrice !== null || maxPrice !== null
  const isNamed = (product: ProductHit) => query === null || pickProduct(query, [product]).length > 0
  // "Laptop up to 500" is not a power bank whose description has the word, if there are laptops.
  if (isPriced && brand === null && products.length > 0 && !products.some(isNamed)) {
    yield* otherPrices(filters, isNamed, offer)
  }
  const [only, ...others] = products
  const isName = wish.text.trim().toLowerCase() === query?.toLowerCase()
  // Nothing but a name was said, and it is that of one product.
  if (only !== undefined && others.length === 0 && isName && !refuses(message, only.brand)) {
    const details = yield* known(call(getProductDetails, { product_id: only.product_id }))
    return productDetails(details) + remarks(products, memories)
  }
  yield* offer(leadOf(filters), products)
  if (products.length > 0) {
    return `All that I found${criteria(filters)} is from ${refusedOf(products)}, which you do not want.`
  }
  if (brand !== null) {
    yield* otherBrands(filters, brand, limit, offer)
  }
  if (isPriced) {
    yield* otherPrices(filters, filters.category === null ? () => true : isNamed, offer)
  }
  if (query !== null) {
    yield* nearInMeaning(filters, query, offer)
    const rest = { ...filters, query: null }
    const inCategory = rest.category === null ? [] : (yield* search(rest, limit)).products
    yield* offer(`I found nothing for "${query}". There is${criteria(rest)}`, inCategory)
  }
  return `I found nothing${criteria(filters)}. Try other words, or leave out a condition.`
}
