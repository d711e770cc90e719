import { cartChanges, type Intent } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { isAsked, type Piece } from "../classify/Piece.ts"
import { doubts } from "../classify/Tentative.ts"
import { offersFor } from "./Offers.ts"
import { add, isFirst, pass, type Rule } from "./State.ts"
import { isThing } from "../text/ClauseWords.ts"
import { meaningsOf, saidIn } from "../text/WordLists.ts"
import { Schema } from "effect"

const undos = meaningsOf("undo", Schema.Literal("all"))

/** Tokens of a message that takes something back; a longer one is about something else. */
const mostWords = 9

/** "Don't order it yet" is no second thought about what only went into the cart. */
const ordering = /(?:^| )(?:order|buy|pay|check out|checkout|purchase)(?: |$)/

const refuses =
  /^(?:(?:but|and|or|oh|wait|actually|please) )*(?:no|wait|not|do not|never|forget|leave|stop|cancel|hold|let (?:i|me))(?: |$)/

/** Takes back what was just done: "undo that", "I changed my mind". */
const takesBack = ({ text, tokens }: Piece): boolean =>
  saidIn(text, undos) !== null && tokens.length < mostWords && !ordering.test(text)

/** What undoes what was done to a cart or to memory. */
const opposites: Partial<Record<Intent, Intent>> = {
  add_to_cart: "remove_from_cart",
  remove_from_cart: "add_to_cart",
  update_cart: "update_cart",
  apply_coupon: "remove_coupon",
  remove_coupon: "apply_coupon",
  remember_preference: "forget_preference",
  forget_preference: "remember_preference"
}

/** The opposite of what was done; how many a line of the cart held before is asked. */
const opposite = (deed: Wish): ReadonlyArray<Wish> => {
  const intent = opposites[deed.intent]
  const usual = deed.intent === "add_to_cart" ? 1 : null
  return intent === undefined
    ? []
    : [{ ...deed, intent, quantity: deed.intent === "update_cart" ? null : (deed.quantity ?? usual) }]
}

/** "put the lamp in, if it's under 40", "…, no wait": a change of the cart, which is made at once, is only offered. */
export const withdrawing: Rule = (state, here) => {
  const previous = state.wishes.at(-1)
  const { label, left, piece } = here
  const isRefused = label === "decline" && refuses.test(piece.text) && !ordering.test(piece.text)
  const isOpen = isRefused || doubts(piece.text) || takesBack(piece)
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

/** Thinks better of what the last turn did to the cart or to memory: that is undone. */
export const rethinking: Rule = (state, here) => {
  const { focus, piece, pieces } = here
  const isAside = (other: Piece) => !isAsked(other) && other.bounds.quantity === null
  const isAlone = isFirst(state) && pieces.every((other) => other === piece || isAside(other))
  if (!isAlone || isThing(piece) || !takesBack(piece)) {
    return undefined
  }
  const last = focus.done.slice(-1)
  const undoing = (last[0]?.intent === "remove_from_cart" ? focus.done : last).flatMap(opposite)
  return undoing.length > 0 ? undoing.reduce((known, wish) => add(known, here, wish, 1), state) : undefined
}
