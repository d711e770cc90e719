import { writing } from "../Intents.ts"
import { type ClauseWords } from "../text/ClauseWords.ts"
import { asksForBetter, asksForTotal, type Comparison, meansSeveral, readComparison } from "../text/Comparing.ts"
import { chatter, isIntent } from "./LabelKinds.ts"
import { type Label } from "./Labels.ts"

/** Changes what a question about a sum cannot mean; a cart that is only supposed is no change. */
const changes = (guess: Label): boolean => isIntent(guess) && writing.has(guess) && guess !== "add_to_cart"

/** What the words of a comparison are otherwise taken for. */
const comparable: ReadonlySet<Label> = new Set<Label>([
  "compare_products",
  "compare_reviews",
  "similar_products",
  "product_details",
  "find_products",
  "price_history",
  "add_to_cart",
  "trending",
  "sentiment",
  "reviews",
  "review_trends",
  "fake_reviews",
  "search_reviews",
  "deals",
  "follow_up",
  "stock",
  "checkout",
  ...chatter
])

/** "put A and B side by side", "which is better, A or B": compares, whatever it sounds like. */
const comparedBy = ({ named, text }: ClauseWords, guess: Label): Comparison | undefined => {
  const isOfSeveral = named.length > 1 || meansSeveral(text)
  const isComparison = comparable.has(guess) && asksForBetter(text) && isOfSeveral
  return isComparison ? (readComparison(text) ?? undefined) : undefined
}

/** What several things cost at once, or which of them is better. */
export const aboutSeveral = (clause: ClauseWords, guess: Label): Label | undefined => {
  const { named, region, text } = clause
  const isOfSeveral = named.length > 1 || meansSeveral(text)
  return asksForTotal(text) && isOfSeveral && region === null && !changes(guess)
    ? "optimize_cart"
    : comparedBy(clause, guess)
}
