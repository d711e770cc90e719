import { type Category } from "@storefront/domain/Catalog"
import { alike } from "@storefront/domain/rules/EditDistance"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { mostRows } from "@storefront/domain/tools/Parameters"
import { getProductDetails, semanticSearch } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { cut } from "@storefront/server/text/Text"
import { type ProductFilters, type Wish } from "../../Wish.ts"
import { attributeIn, isVariant } from "../Attributes.ts"
import { itemOf, paragraph, rows, words } from "../Blocks.ts"
import { stem } from "../Picking.ts"
import { type AnswerPart, asking, call, keep, known, saying, type Steps } from "../Steps.ts"
import { criteria, listed, meets, productDetails, type ProductHit, productLines, search } from "./Products.ts"

const forms = (text: string) => contentWords(text).map(stem)

/** "Lambswool" is wool, and a grinder grinds; hardly anybody mistypes the first letter. */
const isWord = (said: string, asked: string) =>
  said === asked || (asked.length > 3 && (said.startsWith(asked) || said.endsWith(asked)))
const isSlip = (said: string, asked: string) => said[0] === asked[0] && alike(said, asked)

/** The products whose text has two of the words, or the only one; misspelt words count where no word fits. */
const having = (text: string, products: ReadonlyArray<ProductHit>): ReadonlyArray<ProductHit> => {
  const asked = [...new Set(forms(text))]
  const fitting = (isSame: typeof isWord) =>
    products.filter(({ brand, category, description, name }) => {
      const said = forms(`${name} ${brand} ${category} ${description}`)
      return asked.filter((word) => said.some((other) => isSame(other, word))).length >= Math.min(2, asked.length)
    })
  const exact = fitting(isWord)
  return exact.length > 0 ? exact : fitting(isSlip)
}

/** The name of the category adds nothing to the query, nor do words such as "gear". */
const withoutCategory = (query: string, category: Category | null): string | null =>
  contentWords(query).every((word) => alike(word, category?.toLowerCase() ?? "")) ? null : query

const refusing = "(?:no|not|nothing|never|without|except|excluding|avoid|other than|apart from)"

/** "Headphones, but not Kestrelon": whether a message does not want what is of a brand. */
const refuses = (message: string, brand: string): boolean =>
  new RegExp(`\\b${refusing}(?: (?:for|by|from|of|any|the|\\S+ (?:or|nor)))* @`, "u").test(
    message.toLowerCase().replaceAll(brand.toLowerCase(), "@")
  )

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

const saysPurpose =
  /\b(?:(?:gift|present)s? for|(?:some|any)(?:thing|body|one) (?:for|to|that|who) (?!under|less|\$?\d))/iu

/** Products that meet every condition and have to do with the words; close in meaning where these say a purpose, or nothing has them. */
function* matching(filters: ProductFilters, text: string, limit: number): Steps<ReadonlyArray<ProductHit>> {
  const { category, maxPrice, query } = filters
  if (query === null) {
    return (yield* search(filters, limit)).products
  }
  const inMeaning = function* (said: string) {
    const found = yield* call(semanticSearch, { query: cut(said.trim(), 500), limit, category, max_price: maxPrice })
    return found instanceof ToolFailure ? [] : having(query, found.products).filter(meets(filters))
  }
  const isOfPurpose = saysPurpose.test(text)
  const suiting = isOfPurpose ? yield* inMeaning(text) : []
  const found = suiting.length > 0 ? suiting : having(query, (yield* search(filters, limit)).products)
  return found.length > 0 || isOfPurpose ? found : yield* inMeaning(query)
}

/** Lists what fits; nothing that only comes near it is passed off as a match. */
export function* findProducts(wish: Wish, { message }: TurnView): AnswerPart {
  const filters = filtersOf(wish, message)
  const { query, sort } = filters
  if (criteria(filters) === "" && sort === null && wish.limit === null) {
    return yield* asking("What kind of product are you looking for? A word for it is enough, and perhaps a price.")
  }
  const most = rows(wish.limit, listed)
  const isRefusing = new RegExp(`\\b${refusing}\\b`, "iu").test(message)
  const found = yield* matching(filters, wish.text, isRefusing ? mostRows : most)
  const products = found.filter(({ brand }) => !refuses(message, brand)).slice(0, most)
  const [only, ...others] = products
  if (only === undefined) {
    return found.length > 0
      ? `All that I found${criteria(filters)} is of a brand that you do not want.`
      : `I found nothing${criteria(filters)}. Try other words, or leave out a condition.`
  }
  if (others.length === 0 && wish.text.trim().toLowerCase() === query?.toLowerCase()) {
    yield* keep({ products: [itemOf(only)] })
    return productDetails(yield* known(call(getProductDetails, { product_id: only.product_id })))
  }
  const asked = attributeIn(wish.text)
  const isOpen = isVariant(asked) && query?.includes(asked.said) !== true
  return yield* saying(
    paragraph(
      `This is what I found${criteria(filters)}${sort === null ? "" : `, sorted by ${words(sort)}`}:`,
      productLines(products),
      isOpen ? `I cannot search by “${asked.said}”.` : null
    ),
    { list: products.map(itemOf) }
  )
}
