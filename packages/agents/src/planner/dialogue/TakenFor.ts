import { cartChanges, stated } from "../Intents.ts"
import { looksLikeQuestion } from "../classify/Tentative.ts"
import { isSilent, type Label } from "../classify/Labels.ts"
import { isAsked, type ReadClause } from "../classify/Piece.ts"

/** Returns whether a piece that is not a request only names something: "the scarf in my cart". */
const onlyNames = ({ label, mood, probability }: ReadClause): boolean =>
  cartChanges.has(label) &&
  (mood === "refusal" ||
    mood === "report" ||
    (mood !== "request" && probability <= (label === "remove_coupon" ? 0.8 : 0.5)))

const memoryWords =
  /(?:^| )(?:remember|note|keep|change|bear in mind|mind|forget|save|store|memorize|memorise|future|from now on|record|write down)(?: |$)/

const isZip = /(?:^| )(?:(?:zip|postal|post) ?code|\d{5})(?: |$)/

/** Phrases that order the cart, whatever else the clause says: a code, an address. */
const ordersCart =
  /^(?:(?:ok|okay|please|and|then|so|now|just|can you|could you|i want to|i would like to|let us) )*(?:check ?out|place (?:my|the|an) order|(?:order|buy|pay for) (?:my|the) (?:cart|basket))(?: |$)/

/** Returns the label of a piece, corrected by the rest of the message. */
export const correctedLabel = (piece: ReadClause, pieces: ReadonlyArray<ReadClause>): Label => {
  if (/coupon$|address$/.test(piece.label) && piece.mood === "request" && ordersCart.test(piece.text)) {
    return "checkout"
  }
  // "make it 2 pairs of the shoes" sets the quantity.
  if (
    piece.label === "add_to_cart" &&
    /^(?:(?:ok|okay|and|no|oh|actually|please) )*(?:make|set|change) (?:it|that) /.test(piece.text)
  ) {
    return "update_cart"
  }
  // "bill it to my old address" does not mean the shipping address.
  if (piece.label === "billing_same" && /(?:^| )(?:old|other|previous|different|former)(?: |$)/.test(piece.text)) {
    return "billing_address"
  }
  // "forget the book" is not a search.
  if (piece.label === "find_products" && /^(?:(?:ok|okay|no|well) )*(?:forget|never ?mind|skip) /.test(piece.text)) {
    return "decline"
  }
  const others = pieces.some((other) => other !== piece && isAsked(other))
  const asks =
    others || pieces.some((other) => other !== piece && (other.mood === "question" || looksLikeQuestion(other.text)))
  const isStated = !piece.isRequest && !stated.has(piece.label) && !isSilent(piece.label)
  const isTrait = piece.label === "remember_preference" && asks && !memoryWords.test(piece.text)
  // A ZIP code is neither a coupon code nor a quantity.
  const isNone = isZip.test(piece.text) && /coupon$|cart$/.test(piece.label)
  const isAside = piece.isStory || isTrait || isNone || (others && isStated)
  return isAside ? "context" : onlyNames(piece) ? "cart" : piece.label
}
