import { type Money } from "@storefront/domain/Money"
import { alike } from "@storefront/domain/rules/EditDistance"
import { withJoined } from "@storefront/domain/rules/Relevance"
import { contentWords } from "@storefront/domain/rules/SearchWords"
import { findProduct } from "@storefront/domain/tools/ProductTools"
import { money } from "@storefront/domain/Wording"
import { lemma } from "../text/Lexicon.ts"
import { departments, shopNouns, wordsAs } from "../text/WordLists.ts"
import { namedBefore, type ProductReference, type Wish } from "../Wish.ts"
import { itemOf, theProduct } from "./Blocks.ts"
import { type AnswerPart, asking, call, each, instead, keep, known, sayingList, type Steps } from "./Steps.ts"

/** The one that is meant. When several could be, `which` asks which one; when none fits, `none` says so. */
export function* theOne<A>(
  candidates: ReadonlyArray<A>,
  which: (candidates: ReadonlyArray<A>) => AnswerPart | string,
  none: AnswerPart | string
): Steps<A> {
  const [first, ...others] = candidates
  return first === undefined ? yield* instead(none) : others.length > 0 ? yield* instead(which(candidates)) : first
}

const lowerWords = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const empty = new Set("a an the this that my your our new one some any of for with and to in".split(" "))

/** Singular and plural count as the same word. */
export const stem = (word: string): string => lemma(word) ?? word.replace(/(?<=ss|x|ch|sh)es$|(?<=..[^s])s$/u, "")

/** The words of a text that say something, in their base form. */
export const forms = (text: string): ReadonlyArray<string> => contentWords(text).map(stem)

/** The nouns of the shop that a text holds, in their base form. */
export const nounsOf = (text: string): ReadonlyArray<string> => forms(text).filter((word) => shopNouns.has(word))

/** How much a word counts that is one typing error away; hardly anybody mistypes the first letter. */
const slip = 0.9

/** How well an asked word matches one of the known words: 1 for any form of the word, less for a misspelt one. */
const met = (asked: string, known: ReadonlyArray<string>): number =>
  known.some((word) => asked === word || stem(asked) === stem(word))
    ? 1
    : known.some((word) => asked[0] === word[0] && (alike(asked, word) || alike(stem(asked), stem(word))))
      ? slip
      : 0

/** The known words, with those that were asked for as two words: "cook book" for "cookbook". */
const withHalves = (known: ReadonlyArray<string>, asked: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...known,
  ...asked.flatMap((word, index) => {
    const next = asked[index + 1]
    return next !== undefined && known.includes(word + next) ? [word, next] : []
  })
]

/** "the crime book" is rather the crime novel than the picture book. */
const weightOf = (word: string): number => (departments.has(word) ? 0.5 : 1)

const leastShare = 0.4

/** The candidates in whose name or brand most words of a name occur, typing errors included; an exact match wins. */
export const pickProduct = <A extends { readonly name: string; readonly brand?: string }>(
  name: string,
  candidates: ReadonlyArray<A>
): ReadonlyArray<A> => {
  const exact = candidates.find((candidate) => candidate.name.toLowerCase() === name.trim().toLowerCase())
  if (exact !== undefined) {
    return [exact]
  }
  const asked = lowerWords(name).filter((word) => !empty.has(word))
  const weight = asked.reduce((sum, word) => sum + weightOf(word), 0) || 1
  const rated = candidates.map((candidate) => {
    const known = withHalves([...withJoined(lowerWords(`${candidate.name} ${candidate.brand ?? ""}`))], asked)
    const share = asked.reduce((sum, word) => sum + weightOf(word) * met(word, known), 0) / weight
    return { candidate, share }
  })
  const best = Math.max(0, ...rated.map(({ share }) => share))
  return best < leastShare ? [] : rated.filter(({ share }) => share === best).map(({ candidate }) => candidate)
}

/** Whether every word of a name fits: what is changed is what was named, not what only comes near it. */
export const isCalled = (name: string, candidate: { readonly name: string; readonly brand?: string }): boolean => {
  const words = contentWords(name)
  const telling = words.filter((word) => !departments.has(word))
  return (telling.length > 0 ? telling : words).every(
    (word) => word.length === 1 || pickProduct(word, [candidate]).length > 0
  )
}

/**
 * Whether names are only parts of one that a text writes out: "Salt Roads: A Short History of Inland Trade" names one book,
 * wherever its colon and small words cut it.
 */
export const isOneName = (text: string, full: string, parts: ReadonlyArray<string>): boolean => {
  const spaced = (some: string) => ` ${lowerWords(some).join(" ")} `
  const whole = spaced(full)
  const rest = spaced(text).replace(whole, " | ")
  const isPart = (part: string) => whole.includes(spaced(part)) && !rest.includes(spaced(part))
  return rest !== spaced(text) && parts.every(isPart)
}

const traits = wordsAs("trait")

/** Nothing but everyday words, none of them for what a shop sells. */
export const isEveryday = (name: string): boolean =>
  lowerWords(name.replace(/\d+/gu, " ")).every((word) => {
    const base = lemma(word)
    return base !== undefined && (traits.has(base) || !shopNouns.has(base))
  })

/** The product that is meant among those that come near a name, best first; when that is not clear, it is asked. */
export const productBy = <Product extends { readonly name: string; readonly brand: string; readonly price: Money }>(
  find: (name: string) => Steps<ReadonlyArray<Product>>
) =>
  function* meant(reference: ProductReference | null): Steps<Product> {
    if (reference === null) {
      return yield* instead(asking("Which product do you mean? Its name, or the kind of product, is enough."))
    }
    const { instead: other, name } = reference
    const picked = pickProduct(name, yield* find(name))
    if (picked.length === 0 && other !== undefined) {
      return yield* meant(namedBefore(other))
    }
    const product = yield* theOne(
      picked,
      (several) =>
        sayingList(
          "Several products could be meant. Which one?",
          several,
          ({ name, price }) => `${name}, ${money(price)}`,
          itemOf,
          { asked: "other" }
        ),
      isEveryday(name)
        ? `I am not sure what you mean by “${name}”: no product is called so. Of a product that you name I can tell the details, the reviews and the stock.`
        : `I found no product called "${name}". Please check the name, or tell me what kind of product it is.`
    )
    yield* keep({ products: [itemOf(product)] })
    return product
  }

type FoundProduct = (typeof findProduct.successSchema.Type)["products"][number]

/** The product that is meant. */
export const meantProduct = productBy<FoundProduct>(function* (name) {
  return (yield* known(call(findProduct, { name: name.slice(0, 200) }))).products
})

const mostCompared = 3

/** The ids of the products that are to be compared, two at least; `what` is compared of them. */
export function* comparedIds(
  wish: Wish,
  meant: (reference: ProductReference) => Steps<{ readonly name: string; readonly product_id: string }>,
  what = ""
): Steps<ReadonlyArray<string>> {
  const products = yield* each(productsOf(wish).slice(0, mostCompared), meant)
  const ids = [...new Set(products.map(({ product_id }) => product_id))]
  const [first] = products
  return first === undefined
    ? yield* instead(asking("Which products shall I compare? Please name two or three."))
    : ids.length < 2
      ? yield* instead(asking(`Which product shall I compare ${what}${theProduct(first.name)} with?`))
      : ids
}

/** All products that a wish names. */
export const productsOf = ({ otherProducts, product }: Wish): ReadonlyArray<ProductReference> => [
  ...(product === null ? [] : [product]),
  ...otherProducts
]
