import { type Category } from "@storefront/domain/Catalog"
import { equalUpToTypos } from "@storefront/domain/rules/EditDistance"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { semanticSearch } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { cut } from "@storefront/server/platform/text/Text"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { understand } from "../../dialogue/Understand.ts"
import { type ProductFilters, type Wish } from "../../Wish.ts"
import { itemOf, paragraph, rowLimit, sentences, asWords } from "../Formatting.ts"
import { unmentioned } from "../UnmentionedWords.ts"
import { contentStems, isEveryday, nounsOf } from "../ProductResolution.ts"
import { type AnswerPart, askFor, call, say, type Flow } from "../Flows.ts"
import { criteria, defaultLimit, meetsConditions, type ProductHit, productLines, search } from "./Products.ts"

/** Match a word by its start or end, as in "lambswool" for "wool", and by a typo after the first letter. */
const isPartOf = (word: string, query: string) =>
  word === query || (query.length > 3 && (word.startsWith(query) || word.endsWith(query)))
const isTypo = (word: string, query: string) => word[0] === query[0] && equalUpToTypos(word, query)

/**
 * Returns the products whose name has a requested noun; if no noun is requested, those whose text has two of the words,
 * or the only one. Misspelt words count if there is no exact match.
 */
const mentioning = (text: string, products: ReadonlyArray<ProductHit>): ReadonlyArray<ProductHit> => {
  const queryWords = [...new Set(contentStems(text))]
  const nouns = nounsOf(text)
  const withMatchingWords = (isSame: typeof isPartOf) =>
    products.filter(({ brand, category, description, name }) => {
      const words = contentStems(nouns.length > 0 ? name : `${name} ${brand} ${category} ${description}`)
      const required = nouns.length > 0 ? nouns : queryWords
      const found = required.filter((word) => words.some((other) => isSame(other, word)))
      return found.length >= (nouns.length > 0 ? 1 : Math.min(2, queryWords.length))
    })
  const exact = withMatchingWords(isPartOf)
  return exact.length > 0 ? exact : withMatchingWords(isTypo)
}

/** Returns the query; null if it has no content words besides the category. */
const withoutCategory = (query: string, category: Category | null): string | null =>
  contentWords(query).every((word) => equalUpToTypos(word, category?.toLowerCase() ?? "")) ? null : query

const statesPurpose = /\b(?:some|any)(?:thing|body|one) (?:for|to|that|who) (?!under|less|\$?\d)/iu

const acceptsAny = /\b(?:everything|anything|all|products?|items?|things?|stuff)\b/iu

/** Searches by words and conditions; by meaning first if the text states a purpose, or else as the last resort. */
function* matching(filters: ProductFilters, text: string, limit: number): Flow<ReadonlyArray<ProductHit>> {
  const { category, maxPrice, query } = filters
  if (query === null) {
    return yield* search(filters, limit)
  }
  const searchByMeaning = function* (words: string) {
    const found = yield* call(semanticSearch, { query: cut(words.trim(), 500), limit, category, max_price: maxPrice })
    return found instanceof ToolFailure ? [] : mentioning(query, found.products).filter(meetsConditions(filters))
  }
  const searchByName = function* () {
    const products = yield* search(filters, limit)
    // Product names are singular, unlike "rain jackets".
    const singular = contentStems(query).join(" ")
    const isPlural = products.length === 0 && `${singular}s` === query.toLowerCase()
    return isPlural ? yield* search({ ...filters, query: singular }, limit) : products
  }
  const hasPurpose = statesPurpose.test(text)
  const byPurpose = hasPurpose ? yield* searchByMeaning(text) : []
  const found = byPurpose.length > 0 ? byPurpose : yield* searchByName()
  return found.length > 0 || hasPurpose ? found : yield* searchByMeaning(query)
}

/** Lists the products that meet all conditions. */
export function* findProducts(wish: Wish, turn: TurnView): AnswerPart {
  const { category, query } = wish.filters
  const name = query ?? wish.product?.name ?? null
  const filters = { ...wish.filters, query: name === null ? null : withoutCategory(name, category) }
  const { sort } = filters
  const hasNoCriteria = criteria({ ...filters, maxPrice: null, minPrice: null }) === "" && sort === null
  if (hasNoCriteria && wish.limit === null && !acceptsAny.test(wish.text)) {
    return yield* askFor("What kind of product are you looking for? A word for it is enough, and perhaps a price.")
  }
  const isVague =
    query !== null && isEveryday(query) && contentWords(query).filter((word) => /\p{L}/u.test(word)).length < 2
  const isSearchable = !isVague || statesPurpose.test(wish.text)
  const products = isSearchable ? yield* matching(filters, wish.text, rowLimit(wish.limit, defaultLimit)) : []
  if (products.length === 0) {
    return name !== null && isEveryday(name)
      ? `I am not sure what you are looking for by “${name}”. Name a kind of product, and I search for it.`
      : sentences(
          `I found nothing${criteria(filters)}. Try other words, or leave out a condition.`,
          wish.rest === null ? null : `I cannot search by “${wish.rest}”.`
        )
  }
  const { listItems, product } = understand(turn).focus
  const isAlreadyShown = products.every(({ name }) => name === product || listItems.some((item) => item.name === name))
  const ignoredWords = query === null ? wish.rest : unmentioned(wish.rest, JSON.stringify(products))
  return yield* say(
    paragraph(
      `${isAlreadyShown && products.length < defaultLimit ? "I found no others" : "This is what I found"}${criteria(filters)}${sort === null ? "" : `, sorted by ${asWords(sort)}`}:`,
      productLines(products),
      ignoredWords === null || (query !== null && statesPurpose.test(wish.text))
        ? null
        : `I cannot search by “${wish.rest}”.`
    ),
    { list: products.map(itemOf) }
  )
}
