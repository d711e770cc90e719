import { asksOfProduct, binding, cartChanges, stated, writing } from "../Intents.ts"
import { wonders } from "../classify/Tentative.ts"
import { isSilent, type Label } from "../classify/Labels.ts"
import { isAsked, type Piece } from "../classify/Piece.ts"
import { isThing } from "../text/ClauseWords.ts"

/** Below this a reading is a guess, which counts only when nothing else is understood. */
const guess = 0.35

/** Less likely than this nothing is changed. */
const surely = 0.55

/** Returns whether a piece that is no request only names something: "the scarf in my cart". */
const onlyNames = ({ label, mood, probability }: Piece): boolean =>
  cartChanges.has(label) &&
  (mood === "refusal" ||
    mood === "report" ||
    (mood !== "request" && probability <= (label === "remove_coupon" ? 0.8 : 0.5)))

const memoryWords =
  /(?:^| )(?:remember|note|keep|change|bear in mind|mind|forget|save|store|memorize|memorise|future|from now on|record|write down)(?: |$)/

const isZip = /(?:^| )(?:(?:zip|postal|post) ?code|\d{5})(?: |$)/

const puts = /^(?:(?:please|then|can you|could you) )*(?:put|add|take|remove|drop|throw) /

/** Says to order the cart, whatever it says with it: a code, an address. */
const ordersCart =
  /^(?:(?:ok|okay|please|and|then|so|now|just|can you|could you|i want to|i would like to|let us) )*(?:check ?out|place (?:my|the|an) order|(?:order|buy|pay for) (?:my|the) (?:cart|basket))(?: |$)/

/** What a piece is taken for among the others of a message; `left` stands right before it. */
export const takenFor = (piece: Piece, pieces: ReadonlyArray<Piece>, left: Piece | undefined): Label => {
  if (/coupon$|address$/.test(piece.label) && piece.mood === "request" && ordersCart.test(piece.text)) {
    return "checkout"
  }
  // "bill it to my old address" is not to where the cart goes.
  if (piece.label === "billing_same" && /(?:^| )(?:old|other|previous|different|former)(?: |$)/.test(piece.text)) {
    return "billing_address"
  }
  const others = pieces.some((other) => other !== piece && isAsked(other))
  const asks = others || pieces.some((other) => other !== piece && (other.mood === "question" || wonders(other.text)))
  const isStated = !piece.isRequest && !stated.has(piece.label) && !isSilent(piece.label)
  const isGuess = piece.probability < guess && !piece.isBare && piece.label !== "follow_up" && piece.codes.length === 0
  const isTrait = piece.label === "remember_preference" && asks && !memoryWords.test(piece.text)
  // Proposals do no harm; carts change only for a request that names a thing: "and put in the humidifier".
  const isSure = !others && piece.probability > 0.5 && piece.sureness > guess
  const isTold = piece.mood === "request" && isThing(piece) && (isSure || puts.test(piece.text))
  const isHarmless = binding.has(piece.label) || (cartChanges.has(piece.label) && isTold)
  // "add up the tent and the bag": what is linked to a question of another kind goes on with that.
  const prior = piece.isLinked && !puts.test(piece.text) ? left : undefined
  const joins = prior !== undefined && isAsked(prior) && asksOfProduct.has(prior.label)
  const isRisk = writing.has(piece.label) && !isHarmless && piece.sureness < (joins ? 0.8 : surely)
  // "hedphones noize canceling": what only sounds like an order is none, and a ZIP code no coupon, and no number.
  const isBinding = binding.has(piece.label) || piece.label === "cancel_question"
  const isPut = cartChanges.has(piece.label) && piece.said.includes("?")
  const isWild = piece.probability < guess && (isPut || (isBinding && piece.sureness < 0.5))
  const isNone = isWild || (isZip.test(piece.text) && /coupon$|cart$/.test(piece.label))
  const isAside = piece.isStory || isRisk || isTrait || isNone || (others && (isStated || isGuess))
  return isRisk && joins ? prior.label : isAside ? "context" : onlyNames(piece) ? "cart" : piece.label
}
