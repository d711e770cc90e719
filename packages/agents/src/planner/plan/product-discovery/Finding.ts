import { type Category } from "@storefront/domain/Catalog"
import { equalUpToTypos } from "@storefront/domain/rules/EditDistance"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { semanticSearch } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { cut } from "@storefront/server/platform/text/Text"
import { type TurnView } from "@storefront/server/assistant/agent/CurrentTurn"
import { understand } from "../../dialogue/Understand.ts"
import { type ProductFilters, type Wish } from "../../Wish.ts"
import { itemOf, paragraph, rows, sentences, words } from "../Blocks.ts"
import { unmentioned } from "../Attributes.ts"
import { forms, isEveryday, nounsOf } from "../Picking.ts"
import { type AnswerPart, asking, call, saying, type Steps } from "../Steps.ts"
import { criteria, listed, meets, type ProductHit, productLines, search } from "./Products.ts"

/** Matches a word by its beginning or end, as "lambswool" has "wool", or by a typo, rarely in the first letter. */
const isWord = (said: string, asked: string) =>
  said === asked || (asked.length > 3 && (said.startsWith(asked) || said.endsWith(asked)))
const isSlip = (said: string, asked: string) => said[0] === asked[0] && equalUpToTypos(said, asked)

/**
 * Returns the products whose name has a noun that is asked for; if none is, those whose text has two of the words, or
 * the only one. Misspelt words count if no word fits.
 */
const having = (text: string, products: ReadonlyArray<ProductHit>): ReadonlyArray<ProductHit> => {
  const asked = [...new Set(forms(text))]
  const nouns = nounsOf(text)
  const fitting = (isSame: typeof isWord) =>
    products.filter(({ brand, category, description, name }) => {
      const said = forms(nouns.length > 0 ? name : `${name} ${brand} ${category} ${description}`)
      const sought = nouns.length > 0 ? nouns : asked
      const found = sought.filter((word) => said.some((other) => isSame(other, word)))
      return found.length >= (nouns.length > 0 ? 1 : Math.min(2, asked.length))
    })
  const exact = fitting(isWord)
  return exact.length > 0 ? exact : fitting(isSlip)
}

/** Returns the query; null if it only repeats the category, or has words such as "gear". */
const withoutCategory = (query: string, category: Category | null): string | null =>
  contentWords(query).every((word) => equalUpToTypos(word, category?.toLowerCase() ?? "")) ? null : query

const saysPurpose = /\b(?:some|any)(?:thing|body|one) (?:for|to|that|who) (?!under|less|\$?\d)/iu

/** Phrases that accept any product. */
const saysAny = /\b(?:everything|anything|all|products?|items?|things?|stuff)\b/iu

/** Finds products by conditions and words; by meaning if the words state a purpose, or nothing matches them. */
function* matching(filters: ProductFilters, text: string, limit: number): Steps<ReadonlyArray<ProductHit>> {
  const { category, maxPrice, query } = filters
  if (query === null) {
    return yield* search(filters, limit)
  }
  const inMeaning = function* (said: string) {
    const found = yield* call(semanticSearch, { query: cut(said.trim(), 500), limit, category, max_price: maxPrice })
    return found instanceof ToolFailure ? [] : having(query, found.products).filter(meets(filters))
  }
  const named = function* () {
    const products = yield* search(filters, limit)
    // Product names are singular, unlike "rain jackets".
    const singular = forms(query).join(" ")
    const isPlural = products.length === 0 && `${singular}s` === query.toLowerCase()
    return isPlural ? yield* search({ ...filters, query: singular }, limit) : products
  }
  const isOfPurpose = saysPurpose.test(text)
  const suiting = isOfPurpose ? yield* inMeaning(text) : []
  const found = suiting.length > 0 ? suiting : yield* named()
  return found.length > 0 || isOfPurpose ? found : yield* inMeaning(query)
}

/** Lists the products that fit; near misses are not passed off as matches. */
export function* findProducts(wish: Wish, turn: TurnView): AnswerPart {
  const { category, query } = wish.filters
  const name = query ?? wish.product?.name ?? null
  const filters = { ...wish.filters, query: name === null ? null : withoutCategory(name, category) }
  const { sort } = filters
  const isOfNothing = criteria({ ...filters, maxPrice: null, minPrice: null }) === "" && sort === null
  if (isOfNothing && wish.limit === null && !saysAny.test(wish.text)) {
    return yield* asking("What kind of product are you looking for? A word for it is enough, and perhaps a price.")
  }
  const isVague =
    query !== null && isEveryday(query) && contentWords(query).filter((word) => /\p{L}/u.test(word)).length < 2
  const isSought = !isVague || saysPurpose.test(wish.text)
  const products = isSought ? yield* matching(filters, wish.text, rows(wish.limit, listed)) : []
  if (products.length === 0) {
    return name !== null && isEveryday(name)
      ? `I am not sure what you are looking for by “${name}”. Name a kind of product, and I search for it.`
      : sentences(
          `I found nothing${criteria(filters)}. Try other words, or leave out a condition.`,
          wish.rest === null ? null : `I cannot search by “${wish.rest}”.`
        )
  }
  const { items, product } = understand(turn).focus
  const isKnown = products.every(({ name }) => name === product || items.some((item) => item.name === name))
  const unsearched = query === null ? wish.rest : unmentioned(wish.rest, JSON.stringify(products))
  return yield* saying(
    paragraph(
      `${isKnown && products.length < listed ? "I found no others" : "This is what I found"}${criteria(filters)}${sort === null ? "" : `, sorted by ${words(sort)}`}:`,
      productLines(products),
      unsearched === null || (query !== null && saysPurpose.test(wish.text))
        ? null
        : `I cannot search by “${wish.rest}”.`
    ),
    { list: products.map(itemOf) }
  )
}
