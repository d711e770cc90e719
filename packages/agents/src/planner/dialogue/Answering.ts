import { isShop } from "../classify/Labels.ts"
import { type Piece } from "../classify/Piece.ts"
import { readCartQuantity, readItems } from "../slots/CartQuantity.ts"
import { isPartOfName, readForgotten, readRemembered } from "../slots/Slots.ts"
import { pick } from "../slots/Selection.ts"
import { isThing } from "../text/ClauseWords.ts"
import { anyId } from "../text/OrderWords.ts"
import { isAsking } from "../classify/Consent.ts"
import { readRoute } from "../text/Regions.ts"
import { type Wish } from "../Wish.ts"
import { asksForPart } from "./Agreeing.ts"
import { add, type Here, type Rule } from "./State.ts"

/** The answer ends with a question, apart from a hint or a list behind it. */
const asks = (answer: string): boolean => /\?[^?]{0,400}$/s.test(answer.trimEnd()) && answer.includes("?")

const withProducts = (before: Wish, { named }: Piece): Wish | undefined => {
  const said = named.map(({ written }) => ({ name: written, source: "message" as const }))
  const [first, ...others] = before.product === null ? said : [before.product, ...before.otherProducts, ...said]
  return said.length === 0 || first === undefined ? undefined : { ...before, product: first, otherProducts: others }
}

const asksWhichOrder = /\bwhich (?:order|return|one)\b[^?\n]*\?/i

/** A bare word: what reviews are to mention. */
const asKeyword = /^(?:(?:for|about|the|their|its|maybe|say|try)\s+)*["“']?([\p{L}\p{N}' -]{2,40}?)["”']?[.!]?$/iu

/** The wish with the slot that the message answers; `undefined` when it answers none. */
const answered = (before: Wish, { focus, message, piece }: Here): Wish | undefined => {
  const { bounds, codes, named, said, tokens } = piece
  const quantity = readCartQuantity(tokens, isPartOfName(piece))
  switch (before.intent) {
    case "remember_preference":
      return before.memory?.content === null ? { ...before, memory: readRemembered(message) } : undefined
    case "forget_preference": {
      const picked = pick(tokens, focus)
      const memory = picked === undefined ? readForgotten(message) : { category: null, content: picked.name }
      const otherId = anyId(tokens)
      return { ...before, memory: otherId === null ? memory : null, otherId }
    }
    case "loyalty_discount": {
      const amount = bounds.amount ?? bounds.maxPrice ?? bounds.minPrice
      return amount === null ? undefined : { ...before, amount }
    }
    case "compare_products":
    case "compare_reviews":
      return withProducts(before, piece)
    case "backorder":
    case "update_cart":
      return quantity === null || named.length > 0
        ? undefined
        : {
            ...before,
            quantity,
            isExplicit: before.isExplicit || (asksForPart(focus.answer) && !isAsking(tokens, piece.text))
          }
    case "fulfillment_plan":
    case "bundles":
    case "optimize_cart": {
      const items = readItems(tokens, named)
      return items.length === 0 && piece.region === null
        ? undefined
        : { ...before, items: [...before.items, ...items], region: piece.region ?? before.region }
    }
    case "carriers": {
      const { from, to } = readRoute(tokens)
      return from === null && to === null
        ? undefined
        : { ...before, fromRegion: from ?? before.fromRegion, region: to ?? before.region }
    }
    case "cancel_order":
    case "change_address":
    case "return":
    case "return_eligibility":
    case "refund": {
      const order: Wish["order"] =
        piece.order.reference ?? (isThing(piece) ? { kind: "product", name: piece.main?.written ?? "" } : null)
      // "Both" is asked again: each needs a word of its own.
      const isAll = /^(?:both|all|every one|all of them|each)(?: |$)/.test(piece.text)
      return asksWhichOrder.test(focus.answer) && (order !== null || isAll) ? { ...before, order } : undefined
    }
    case "apply_coupon":
      return codes.length === 0 ? undefined : { ...before, code: codes.at(-1) ?? null }
    case "search_reviews": {
      const keyword = asKeyword.exec(said.trim())?.[1] ?? null
      return before.reviews.keyword !== null || keyword === null
        ? undefined
        : { ...before, reviews: { ...before.reviews, keyword } }
    }
    case "review_response": {
      const id = anyId(tokens)
      return id === null ? undefined : { ...before, otherId: id }
    }
    default:
      return undefined
  }
}

/** Says what we asked for: "On which amount?" "200". */
export const answering: Rule = (state, here) => {
  const { focus, label, piece, pieces } = here
  const before = focus.wishes.at(-1)
  const isOwnWish =
    isShop(label) && label !== before?.intent && piece.probability > 0.7 && !piece.isBare && piece.codes.length === 0
  if (
    before === undefined ||
    state.wishes.length > 0 ||
    pieces[0] !== piece ||
    !asks(focus.answer) ||
    isOwnWish ||
    label === "decline" ||
    label === "confirm"
  ) {
    return undefined
  }
  const wish = answered(before, here)
  return wish === undefined ? undefined : add(state, here, { ...wish, fromHistory: true })
}
