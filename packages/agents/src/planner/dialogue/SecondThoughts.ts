import { cartChanges, type Intent } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { isAsked, type ReadClause } from "../classify/Piece.ts"
import { isHedged } from "../classify/Tentative.ts"
import { offersFor } from "./Offers.ts"
import { add, isFirst, pass, type Rule } from "./State.ts"
import { isThing } from "../text/ClauseWords.ts"
import { meaningsOf, saidIn } from "../text/WordLists.ts"
import { Schema } from "effect"

const undos = meaningsOf("undo", Schema.Literal("all"))

/** Messages that take something back have fewer tokens than this; longer ones are about something else. */
const tokenLimit = 9

/** "Don't order it yet" does not take back what only went into the cart. */
const ordering = /(?:^| )(?:order|buy|pay|check out|checkout|purchase)(?: |$)/

const refuses =
  /^(?:(?:but|and|or|oh|wait|actually|please) )*(?:no|wait|not|do not|never|forget|leave|stop|cancel|hold|let (?:i|me))(?: |$)/

/** Returns whether a piece takes back what was just done: "undo that", "I changed my mind". */
const takesBack = ({ text, tokens }: ReadClause): boolean =>
  saidIn(text, undos) !== null && tokens.length < tokenLimit && !ordering.test(text)

/** Intents that undo changes of the cart or of memories. */
const opposites: Partial<Record<Intent, Intent>> = {
  add_to_cart: "remove_from_cart",
  remove_from_cart: "add_to_cart",
  update_cart: "update_cart",
  apply_coupon: "remove_coupon",
  remove_coupon: "apply_coupon",
  remember_preference: "forget_preference",
  forget_preference: "remember_preference"
}

/** Returns the wish that undoes a change. The earlier quantity of a cart line is unknown, so it is asked for. */
const opposite = (deed: Wish): ReadonlyArray<Wish> => {
  const intent = opposites[deed.intent]
  const usual = deed.intent === "add_to_cart" ? 1 : null
  return intent === undefined
    ? []
    : [{ ...deed, intent, quantity: deed.intent === "update_cart" ? null : (deed.quantity ?? usual) }]
}

/** Only offers a cart change that is put in doubt, as it would be made at once: "put the lamp in, if …", "no wait". */
export const withdrawing: Rule = (state, here) => {
  const previous = state.wishes.at(-1)
  const { label, left, piece } = here
  const isRefused = label === "decline" && refuses.test(piece.text) && !ordering.test(piece.text)
  const isOpen = isRefused || isHedged(piece.text) || takesBack(piece)
  const isBehind = state.last !== null && state.last.tokens === left?.tokens && !isThing(piece)
  const isUndone = left !== undefined && takesBack(left)
  return isOpen && isBehind && !isUndone && previous !== undefined && cartChanges.has(previous.intent)
    ? {
        ...pass(state, here),
        wishes: state.wishes.map((wish) => (wish.text === previous.text ? { ...wish, certainty: 0 } : wish)),
        offers: offersFor(previous, here, state.mentions)
      }
    : undefined
}

/** Undoes what the last turn did to the cart or to memories. */
export const rethinking: Rule = (state, here) => {
  const { focus, piece, pieces } = here
  const isAside = (other: ReadClause) => !isAsked(other) && other.bounds.quantity === null
  const isAlone = isFirst(state) && pieces.every((other) => other === piece || isAside(other))
  if (!isAlone || isThing(piece) || !takesBack(piece)) {
    return undefined
  }
  const last = focus.done.slice(-1)
  const undoing = (last[0]?.intent === "remove_from_cart" ? focus.done : last).flatMap(opposite)
  return undoing.length > 0 ? undoing.reduce((known, wish) => add(known, here, wish, 1), state) : undefined
}
