import { laidOver, type Wish } from "../Wish.ts"
import { type Piece } from "../classify/Piece.ts"
import { nameOf } from "./Focus.ts"
import { isThing } from "../text/ClauseWords.ts"
import { namesThing } from "../text/Phrases.ts"

/** What was spoken of earlier in the same message. */
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

/** What was spoken of, a wish included. */
export const mentionsAfter = (wish: Wish, earlier: Mentions): Mentions => {
  const { amount, code, filters, order, quantity, region } = wish
  const said = { product: nameOf(wish) ?? null, order, region, category: filters.category, code, amount, quantity }
  return laidOver(earlier, said)
}

/** What was spoken of last; what a story tells on the way counts only where it can be a product: "your Atlas", "the K87". */
const noticed = ({ isStory, main }: Piece, earlier: Mentions): string | null =>
  main !== undefined && namesThing(main) && (main.hasNoun || !isStory || (main.isProper && main.isDefinite))
    ? main.text
    : earlier.product

/** What was spoken of, a piece included; of what a story tells numbers do not count. */
export const mentionsAt = (piece: Piece, earlier: Mentions): Mentions => {
  const { amount, quantity } = piece.bounds
  const numbers = piece.isStory ? {} : { amount, quantity: isThing(piece) ? quantity : null }
  const said = { region: piece.region, product: noticed(piece, earlier), order: piece.order.reference }
  return laidOver(earlier, { ...said, ...numbers })
}
