import { cartChanges, type Intent } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { isShopRequest, type ReadClause } from "../classify/Piece.ts"
import { isHedged } from "../classify/Tentative.ts"
import { offersFor } from "./Offers.ts"
import { add, isEmpty, addAside, type Rule } from "./State.ts"
import { hasProduct } from "../text/ClauseWords.ts"
import { meaningsOf, saidIn } from "../text/WordLists.ts"
import { Schema } from "effect"

const undoPhrases = meaningsOf("undo", Schema.Literal("all"))

/** Messages that take something back have fewer tokens than this; longer ones are about something else. */
const undoTokenLimit = 9

/** "Don't order it yet" does not take back what only went into the cart. */
const orderingWords = /(?:^| )(?:order|buy|pay|check out|checkout|purchase)(?: |$)/

const refusal =
  /^(?:(?:but|and|or|oh|wait|actually|please) )*(?:no|wait|not|do not|never|forget|leave|stop|cancel|hold|let (?:i|me))(?: |$)/

/** Returns whether a piece takes back what was just done: "undo that", "I changed my mind". */
const isUndoRequest = ({ lemmas, tokens }: ReadClause): boolean =>
  saidIn(lemmas, undoPhrases) !== null && tokens.length < undoTokenLimit && !orderingWords.test(lemmas)

/** Intents that undo changes of the cart or of memories. */
const inverseIntents: Partial<Record<Intent, Intent>> = {
  add_to_cart: "remove_from_cart",
  remove_from_cart: "add_to_cart",
  update_cart: "update_cart",
  apply_coupon: "remove_coupon",
  remove_coupon: "apply_coupon",
  remember_preference: "forget_preference",
  forget_preference: "remember_preference"
}

/** Returns the wish that undoes a change. The earlier quantity of a cart line is unknown, so it is asked for. */
const inverseWishes = (change: Wish): ReadonlyArray<Wish> => {
  const intent = inverseIntents[change.intent]
  const defaultQuantity = change.intent === "add_to_cart" ? 1 : null
  return intent === undefined
    ? []
    : [{ ...change, intent, quantity: change.intent === "update_cart" ? null : (change.quantity ?? defaultQuantity) }]
}

/** Only offers a cart change that is put in doubt, as it would be made at once: "put the lamp in, if …", "no wait". */
export const withdrawalRule: Rule = (state, context) => {
  const prevWish = state.wishes.at(-1)
  const { label, prevClause, clause } = context
  const isRefused = label === "decline" && refusal.test(clause.lemmas) && !orderingWords.test(clause.lemmas)
  const isDoubted = isRefused || isHedged(clause.lemmas) || isUndoRequest(clause)
  const followsWish = state.wishClause !== null && state.wishClause.tokens === prevClause?.tokens && !hasProduct(clause)
  const isUndoContinued = prevClause !== undefined && isUndoRequest(prevClause)
  return isDoubted && followsWish && !isUndoContinued && prevWish !== undefined && cartChanges.has(prevWish.intent)
    ? {
        ...addAside(state, context),
        wishes: state.wishes.map((wish) => (wish.text === prevWish.text ? { ...wish, certainty: 0 } : wish)),
        offers: offersFor(prevWish, context, state.mentions)
      }
    : undefined
}

/** Undoes what the last turn did to the cart or to memories. */
export const undoRule: Rule = (state, context) => {
  const { focus, clause, clauses } = context
  const asksNothing = (other: ReadClause) => !isShopRequest(other) && other.bounds.quantity === null
  const isOnlyRequest = isEmpty(state) && clauses.every((other) => other === clause || asksNothing(other))
  if (!isOnlyRequest || hasProduct(clause) || !isUndoRequest(clause)) {
    return undefined
  }
  const lastChange = focus.done.slice(-1)
  const inverses = (lastChange[0]?.intent === "remove_from_cart" ? focus.done : lastChange).flatMap(inverseWishes)
  return inverses.length > 0 ? inverses.reduce((current, wish) => add(current, context, wish, 1), state) : undefined
}
