import { overlay, type Wish } from "../Wish.ts"
import { type ReadClause } from "../classify/ReadClause.ts"
import { nameOf } from "./Focus.ts"
import { hasProduct } from "../text/ClauseWords.ts"
import { isProduct } from "../text/Phrases.ts"

/** Antecedents from earlier clauses of the same message. */
export class Mentions {
  readonly product: string | null = null
  readonly order: Wish["order"] = null
  readonly region: Wish["region"] = null
  readonly category: Wish["filters"]["category"] = null
  readonly code: string | null = null
  readonly amount: number | null = null
  readonly quantity: number | null = null
}

export const noMentions: Mentions = { ...new Mentions() }

export const afterWish = (wish: Wish, earlier: Mentions): Mentions => {
  const { amount, code, filters, order, quantity, region } = wish
  const stated = { product: nameOf(wish) ?? null, order, region, category: filters.category, code, amount, quantity }
  return overlay(earlier, stated)
}

/** Returns the product mentioned last. In a story, names need a determiner: "your Atlas", "the K87". */
const mentionedProduct = ({ isStory, main }: ReadClause, earlier: Mentions): string | null =>
  main !== undefined && isProduct(main) && (main.hasNoun || !isStory || (main.isProper && main.isDefinite))
    ? main.text
    : earlier.product

/** Overlays a clause on the mentions; numbers in a story do not count. */
export const afterClause = (clause: ReadClause, earlier: Mentions): Mentions => {
  const { amount, quantity } = clause.bounds
  const numbers = clause.isStory ? {} : { amount, quantity: hasProduct(clause) ? quantity : null }
  const stated = { region: clause.region, product: mentionedProduct(clause, earlier), order: clause.order.reference }
  return overlay(earlier, { ...stated, ...numbers })
}
