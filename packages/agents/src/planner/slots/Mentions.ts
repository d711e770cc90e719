import { type Piece } from "../classify/Piece.ts"
import { isThing } from "../text/ClauseWords.ts"
import { orderByProduct } from "../text/OrderWords.ts"
import { namesThing } from "../text/Phrases.ts"
import { type OrderReference, type Wish } from "../Wish.ts"

/** What was spoken of earlier in the same message. */
export interface Mentions {
  readonly product: string | null
  readonly order: OrderReference | null
  readonly region: Wish["region"]
  readonly category: Wish["filters"]["category"]
  readonly code: string | null
  readonly amount: number | null
  readonly quantity: number | null
  /** A limit that was said before what it is for: "my budget is 60". */
  readonly maxPrice: number | null
}

export const noMentions: Mentions = {
  product: null,
  order: null,
  region: null,
  category: null,
  code: null,
  amount: null,
  quantity: null,
  maxPrice: null
}

/** What was spoken of, a wish included. */
export const mentionsAfter = (wish: Wish, earlier: Mentions): Mentions => ({
  product: wish.product?.name ?? wish.filters.query ?? earlier.product,
  order: wish.order ?? earlier.order,
  region: wish.region ?? earlier.region,
  category: wish.filters.category ?? earlier.category,
  code: wish.code ?? earlier.code,
  amount: wish.amount ?? earlier.amount,
  quantity: wish.quantity ?? earlier.quantity,
  maxPrice: wish.filters.maxPrice === null ? earlier.maxPrice : null
})

/** What was spoken of last; what a story tells on the way counts only where it can be a product: "your Atlas", "the K87". */
const noticed = ({ isRequest, isStory, main }: Piece, earlier: Mentions): string | null =>
  main !== undefined &&
  namesThing(main) &&
  (main.hasNoun ||
    (main.isProper && (main.isDefinite || /\d/.test(main.text))) ||
    (!isStory && (isRequest || earlier.product === null)))
    ? main.written
    : earlier.product

/** The order that a piece mentions; when something happened in a story tells of no order. */
const mentionedOrder = (piece: Piece): OrderReference | null =>
  piece.isStory && piece.order.reference?.kind === "age"
    ? orderByProduct(piece)
    : (piece.order.reference ?? orderByProduct(piece))

/** What was spoken of, a piece included; of what a story tells numbers do not count. */
export const mentionsAt = (piece: Piece, earlier: Mentions): Mentions => {
  const { bounds, isStory, region } = piece
  return {
    ...earlier,
    region: region ?? earlier.region,
    product: noticed(piece, earlier),
    order: mentionedOrder(piece) ?? earlier.order,
    amount: isStory ? earlier.amount : (bounds.amount ?? earlier.amount),
    maxPrice: isStory ? earlier.maxPrice : (bounds.maxPrice ?? earlier.maxPrice),
    quantity: isThing(piece) && !isStory ? (bounds.quantity ?? earlier.quantity) : earlier.quantity
  }
}
