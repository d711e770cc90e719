import { binding, cartChanges, type Intent, writing } from "../Intents.ts"
import { doubts, orders, ordersSurely } from "../classify/Consent.ts"
import { type Piece } from "../classify/Piece.ts"

/** What binds is asked about first when it is less likely than this that it is meant. */
const beyondDoubt = 0.8

/** Less likely than this nothing is changed. */
export const surely = 0.55

/**
 * The customer tells us to do it; what cannot be undone, in words that leave no doubt. What only wonders
 * about the cart, or tells of it, was read as a look at it, so that the questions left are polite: "put two in, would you?"
 */
export const isExplicitIn = (intent: Intent, piece: Piece): boolean => {
  const { mood, probability, sureness, text } = piece
  return (
    writing.has(intent) &&
    (binding.has(intent)
      ? sureness > beyondDoubt && ordersSurely(intent, mood, piece)
      : cartChanges.has(intent)
        ? sureness >= surely &&
          mood !== "refusal" &&
          mood !== "report" &&
          // What is no request may only name something: "the scarf in my cart".
          !(mood !== "request" && probability <= (intent === "remove_coupon" ? 0.8 : 0.5)) &&
          !doubts(text)
        : orders(mood) && !doubts(text))
  )
}
