import { type Intent, intentSet } from "../Intents.ts"
import { speaksFor } from "../classify/Classifier.ts"
import { type ReadClause } from "../classify/ReadClause.ts"
import { shortens } from "../text/Phrases.ts"
import { type TaggedToken } from "../text/Tags.ts"
import { relatives, stopWords, wordsWithRole } from "../text/WordLists.ts"
import { type Wish } from "../Wish.ts"

/** The rest of a wish: words that no slot uses. The answer reports them, so that nothing is silently dropped. */

/** Intents whose own plan reports `rest`; for others, plan/Specialist.ts does. */
export const explainsRest = intentSet(
  "add_to_cart",
  "backorder",
  "compare_products",
  "find_products",
  "price_history",
  "product_details",
  "shipping_estimate",
  "similar_products",
  "stock"
)

/** Intents with a free-text slot, which uses any words. */
const acceptsAnyWords = intentSet(
  "cancel_order",
  "forget_preference",
  "human",
  "order_problem",
  "recall_preferences",
  "refund",
  "remember_preference",
  "return",
  "search_reviews"
)

const fillers = wordsWithRole("filler")

const relative = new RegExp(`^${relatives}$`, "u")

const contentTags: ReadonlySet<TaggedToken["tag"]> = new Set([null, "name", "noun", "nouns"])

/** Returns whether a word is neither a stop word, a filler nor a relative. */
export const isContentWord = ({ kind, lemma, tag, word }: TaggedToken): boolean =>
  (kind === "word" || kind === "name") &&
  contentTags.has(tag) &&
  ![lemma, word].some((form) => stopWords.has(form) || fillers.has(form) || relative.test(form))

/** Returns whether a content word is not a usual way of asking for the intent. */
const isUnexplained = (token: TaggedToken, intent: Intent): boolean =>
  isContentWord(token) && (explainsRest.has(intent) || intent === "unknown" || !speaksFor(token.lemma, intent))

/** Returns the text from the first unused word to the last: "bright enough for running"; null if all are used. */
const unexplainedWords = ({ bounds, brand, phrases, raw, tokens }: ReadClause, wish: Wish): string | null => {
  const names = [wish.product, ...wish.otherProducts].flatMap((product) => product?.name ?? [])
  const order = wish.order?.kind === "product" ? wish.order.name : ""
  const known = [...names, order, ...wish.items.map(({ product }) => product.name), wish.filters.query ?? ""].join(" ")
  // "The battery" may be a part of the product mentioned before, and then does not name it.
  const namesProduct = wish.product?.instead === undefined
  const used = [
    ...phrases.filter((phrase) => namesProduct && (shortens(phrase, known) || phrase.text === wish.product?.name)),
    ...(brand === undefined ? [] : [brand])
  ]
  /** Matches a size, "in 42", or a word that only implies a department, "camping". */
  const isHiddenContent = ({ department, value, word }: TaggedToken, index: number) =>
    (value !== null &&
      (wish.intent === "find_products" ? /^(?:for|in|size)$/ : /^(?:in|size)$/).test(tokens[index - 1]?.word ?? "")) ||
    (department !== null && !word.startsWith(department.slice(0, 4).toLowerCase()))
  const isUsed = (index: number) => bounds.used.has(index) || used.some(({ from, to }) => index >= from && index < to)
  const indices = acceptsAnyWords.has(wish.intent)
    ? []
    : tokens.flatMap((token, index) =>
        (isUnexplained(token, wish.intent) || isHiddenContent(token, index)) && !isUsed(index) ? [index] : []
      )
  const first = indices[0]
  if (first === undefined) {
    return null
  }
  // Ends before the next word of the product, and includes a number after the last word.
  const stop = Math.min(tokens.length, ...used.map(({ from }) => from).filter((from) => from > first))
  const last = indices.findLast((index) => index < stop) ?? first
  const hasNumber = (tokens[last + 1]?.value ?? null) !== null
  const start = tokens[0]?.start ?? 0
  const [from, to] = [tokens[first]?.start, tokens[hasNumber ? last + 1 : last]?.end]
  return from === undefined || to === undefined ? null : raw.slice(from - start, to - start)
}

export const withRest = (wish: Wish, clause: ReadClause): Wish => ({ ...wish, rest: unexplainedWords(clause, wish) })
