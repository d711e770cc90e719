import { overlay, type Wish } from "../Wish.ts"
import { type ReadClause } from "../classify/Piece.ts"
import { nameOf } from "./Focus.ts"
import { isThing } from "../text/ClauseWords.ts"
import { namesThing } from "../text/Phrases.ts"

/** Things mentioned earlier in the same message. */
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

/** Overlays the slots of a wish on the mentions. */
export const mentionsAfter = (wish: Wish, earlier: Mentions): Mentions => {
  const { amount, code, filters, order, quantity, region } = wish
  const said = { product: nameOf(wish) ?? null, order, region, category: filters.category, code, amount, quantity }
  return overlay(earlier, said)
}

/** Returns the product mentioned last. In a story only a noun or a definite name counts: "your Atlas", "the K87". */
const noticed = ({ isStory, main }: ReadClause, earlier: Mentions): string | null =>
  main !== undefined && namesThing(main) && (main.hasNoun || !isStory || (main.isProper && main.isDefinite))
    ? main.text
    : earlier.product

/** Overlays a piece on the mentions; the numbers of a story do not count. */
export const mentionsAt = (piece: ReadClause, earlier: Mentions): Mentions => {
  const { amount, quantity } = piece.bounds
  const numbers = piece.isStory ? {} : { amount, quantity: isThing(piece) ? quantity : null }
  const said = { region: piece.region, product: noticed(piece, earlier), order: piece.order.reference }
  return overlay(earlier, { ...said, ...numbers })
}
