import { type Money } from "@storefront/domain/Money"
import { equalUpToTypos } from "@storefront/domain/rules/EditDistance"
import { withCompounds } from "@storefront/domain/rules/Relevance"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { findProduct } from "@storefront/domain/tools/ProductTools"
import { money } from "@storefront/domain/EnglishWording"
import { lemma } from "../text/Lexicon.ts"
import { departments, shopNouns, wordsWithRole } from "../text/WordLists.ts"
import { namedBefore, type ProductReference, type Wish } from "../Wish.ts"
import { itemOf, theProduct } from "./Formatting.ts"
import { type AnswerPart, askFor, call, forEach, endWith, keepState, resultOf, sayList, type Flow } from "./Flows.ts"

/** Entity resolution: matches product references with the shop's products, and asks if a match is ambiguous. */

/** Returns the only candidate; ends the part with `which` if there are several, with `none` if there are none. */
export function* onlyCandidate<A>(
  candidates: ReadonlyArray<A>,
  which: (candidates: ReadonlyArray<A>) => AnswerPart | string,
  none: AnswerPart | string
): Flow<A> {
  const [first, ...others] = candidates
  return first === undefined ? yield* endWith(none) : others.length > 0 ? yield* endWith(which(candidates)) : first
}

const lowerWords = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const spacedWords = (text: string): string => ` ${lowerWords(text).join(" ")} `

const fillers = new Set("a an the this that my your our new one some any of for with and to in".split(" "))

/** Stems a word, so that singular and plural are equal. */
export const stem = (word: string): string => lemma(word) ?? word.replace(/(?<=ss|x|ch|sh)es$|(?<=..[^s])s$/u, "")

export const contentStems = (text: string): ReadonlyArray<string> => contentWords(text).map(stem)

/** Returns the product nouns of a text, in base form. */
export const nounsOf = (text: string): ReadonlyArray<string> => contentStems(text).filter((word) => shopNouns.has(word))

/** Weight of a misspelt word. The first letter must match, as it is rarely mistyped. */
const typoWeight = 0.9

/** Rates a word: 1 if a known word has the same stem, less if it is misspelt. */
export const matchWeight = (query: string, known: ReadonlyArray<string>): number =>
  known.some((word) => query === word || stem(query) === stem(word))
    ? 1
    : known.some(
          (word) => query[0] === word[0] && (equalUpToTypos(query, word) || equalUpToTypos(stem(query), stem(word)))
        )
      ? typoWeight
      : 0

/** Adds the halves of known words that the customer wrote as two: "cook book" for "cookbook". */
const withHalves = (words: ReadonlyArray<string>, query: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...words,
  ...query.flatMap((word, index) => {
    const next = query[index + 1]
    return next !== undefined && words.includes(word + next) ? [word, next] : []
  })
]

/** Departments weigh less: "the crime book" is the crime novel rather than the picture book. */
const weightOf = (word: string): number => (departments.has(word) ? 0.5 : 1)

const minShare = 0.4

/** Returns the candidates that match most words of a name, by name or brand, typos included; an exact match wins. */
export const pickProduct = <A extends { readonly name: string; readonly brand?: string }>(
  name: string,
  candidates: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const exact = candidates.find((candidate) => candidate.name.toLowerCase() === name.trim().toLowerCase())
  if (exact !== undefined) {
    return [exact]
  }
  const query = lowerWords(name).filter((word) => !fillers.has(word))
  const weight = query.reduce((sum, word) => sum + weightOf(word), 0) || 1
  const rated = candidates.map((candidate) => {
    const known = withHalves([...withCompounds(lowerWords(`${candidate.name} ${candidate.brand ?? ""}`))], query)
    const share = query.reduce((sum, word) => sum + weightOf(word) * matchWeight(word, known), 0) / weight
    return { candidate, share }
  })
  const best = Math.max(0, ...rated.map(({ share }) => share))
  return best < minShare ? [] : rated.filter(({ share }) => share === best).map(({ candidate }) => candidate)
}

/** Returns whether every word of a name matches: a change needs more than the nearest match. */
export const matchesName = (name: string, candidate: { readonly name: string; readonly brand?: string }): boolean => {
  const words = contentWords(name)
  const specificWords = words.filter((word) => !departments.has(word))
  return (specificWords.length > 0 ? specificWords : words).every(
    (word) => word.length === 1 || pickProduct(word, [candidate]).length > 0
  )
}

/**
 * Returns whether names are only parts of a full one in a text: "Salt Roads: A Short History of Inland Trade" is one
 * book, even if its clauses were read as two.
 */
export const isSameTitle = (text: string, full: string, parts: ReadonlyArray<string>): boolean => {
  const fullText = spacedWords(full)
  const rest = spacedWords(text).replace(fullText, " | ")
  const isPart = (part: string) => fullText.includes(spacedWords(part)) && !rest.includes(spacedWords(part))
  return rest !== spacedWords(text) && parts.every(isPart)
}

const traits = wordsWithRole("trait")

/** Returns whether a name consists of everyday words without a product noun. */
export const isEveryday = (name: string): boolean =>
  lowerWords(name.replace(/\d+/gu, " ")).every((word) => {
    const base = lemma(word)
    return base !== undefined && (traits.has(base) || !shopNouns.has(base))
  })

/** Makes a resolver from a search by name, best first; it asks if the match is ambiguous, unless `text` has one in full. */
export const resolverBy = <
  Product extends {
    readonly name: string
    readonly brand: string
    readonly price: Money
    readonly matched_id?: string | undefined
  }
>(
  find: (name: string) => Flow<ReadonlyArray<Product>>
) =>
  function* resolve(reference: ProductReference | null, text = ""): Flow<Product> {
    if (reference === null) {
      return yield* endWith(askFor("Which product do you mean? Its name, or the kind of product, is enough."))
    }
    const { instead: alternative, name } = reference
    const candidates = yield* find(name)
    const byKey = candidates.filter(({ matched_id }) => matched_id !== undefined)
    const likely = byKey.length > 0 ? byKey : pickProduct(name, candidates)
    const inFull = likely.filter((product) => spacedWords(text).includes(spacedWords(product.name)))
    const matches = inFull.length === 1 ? inFull : likely
    if (matches.length === 0 && alternative !== undefined) {
      return yield* resolve(namedBefore(alternative), text)
    }
    const product = yield* onlyCandidate(
      matches,
      (candidates) =>
        sayList(
          "Several products could be meant. Which one?",
          candidates,
          ({ name, price }) => `${name}, ${money(price)}`,
          itemOf,
          { asked: "other" }
        ),
      isEveryday(name)
        ? `I am not sure what you mean by “${name}”: no product is called so. Name a product, and I can tell you its details, reviews and stock.`
        : `I found no product called "${name}". Please check the name, or tell me what kind of product it is.`
    )
    yield* keepState({ products: [itemOf(product)] })
    return product
  }

type ProductMatch = (typeof findProduct.successSchema.Type)["products"][number]

export const resolveProduct = resolverBy<ProductMatch>(function* (name) {
  return (yield* resultOf(call(findProduct, { name: name.slice(0, 200) }))).products
})

const maxCompared = 3

/** Resolves two or three products to compare; asks for missing ones. `aspect` completes "compare …". */
export function* productIdsToCompare(
  wish: Wish,
  resolve: (reference: ProductReference, text: string) => Flow<{ readonly name: string; readonly product_id: string }>,
  aspect = ""
): Flow<ReadonlyArray<string>> {
  const products = yield* forEach(productsOf(wish).slice(0, maxCompared), (reference) => resolve(reference, wish.text))
  const ids = [...new Set(products.map(({ product_id }) => product_id))]
  const [first] = products
  return first === undefined
    ? yield* endWith(askFor("Which products shall I compare? Please name two or three."))
    : ids.length < 2
      ? yield* endWith(askFor(`Which product shall I compare ${aspect}${theProduct(first.name)} with?`))
      : ids
}

export const productsOf = ({ otherProducts, product }: Wish): ReadonlyArray<ProductReference> => [
  ...(product === null ? [] : [product]),
  ...otherProducts
]
