import { cartChanges, type Intent } from "../Intents.ts"
import { type Wish } from "../Wish.ts"
import { isShopRequest, type ReadClause } from "../classify/ReadClause.ts"
import { isHedged } from "../classify/SpeechActs.ts"
import { offersFor } from "./Offers.ts"
import { add, isEmpty, addAside, type Rule } from "./State.ts"
import { hasProduct } from "../text/ClauseWords.ts"
import { meaningsOf, firstMeaningIn } from "../text/WordLists.ts"
import { Schema } from "effect"

const undoPhrases = meaningsOf("undo", Schema.Literal("all"))

/** Clauses that undo something have fewer tokens than this; longer ones are about something else. */
const undoTokenLimit = 9

/** "Don't order it yet" does not undo a cart addition. */
const orderingWords = /(?:^| )(?:order|buy|pay|check out|checkout|purchase)(?: |$)/

const refusal =
  /^(?:(?:but|and|or|oh|wait|actually|please) )*(?:no|wait|not|do not|never|forget|leave|stop|cancel|hold|let (?:i|me))(?: |$)/

/** Matches "undo that", "I changed my mind". */
const isUndoRequest = ({ lemmas, tokens }: ReadClause): boolean =>
  firstMeaningIn(lemmas, undoPhrases) !== null && tokens.length < undoTokenLimit && !orderingWords.test(lemmas)

/** Inverse of each immediate change. Binding intents have none: the shop lets the customer decline its proposal. */
const inverseIntents: Partial<Record<Intent, Intent>> = {
  add_to_cart: "remove_from_cart",
  remove_from_cart: "add_to_cart",
  update_cart: "update_cart",
  apply_coupon: "remove_coupon",
  remove_coupon: "apply_coupon",
  remember_preference: "forget_preference",
  forget_preference: "remember_preference"
}

/** Returns the wish that undoes a change. A cart line's earlier quantity is unknown, so null makes the plan ask. */
const inverseWishes = (change: Wish): ReadonlyArray<Wish> => {
  const intent = inverseIntents[change.intent]
  const defaultQuantity = change.intent === "add_to_cart" ? 1 : null
  return intent === undefined
    ? []
    : [{ ...change, intent, quantity: change.intent === "update_cart" ? null : (change.quantity ?? defaultQuantity) }]
}

/** Demotes a doubted cart change to an offer, as it would be made at once: "put the lamp in, if …", "no wait". */
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

/** Undoes the last change of the last turn, or all removals if the cart was emptied. */
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
