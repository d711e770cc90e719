import { cartChanges, statable } from "../Intents.ts"
import { speaksFor } from "../classify/Classifier.ts"
import { isContentWord } from "../slots/UnusedWords.ts"
import { looksLikeQuestion } from "../classify/SpeechActs.ts"
import { isNonWish, type Label } from "../classify/Labels.ts"
import { isShopRequest, type ReadClause } from "../classify/ReadClause.ts"

/** Returns whether a clause labelled as a cart change only names something: "the scarf in my cart". */
const onlyNames = ({ label, mood, probability }: ReadClause): boolean =>
  cartChanges.has(label) &&
  (mood === "refusal" ||
    mood === "report" ||
    (mood !== "request" && probability <= (label === "remove_coupon" ? 0.8 : 0.5)))

/** Words without which a trait, stated beside a question, is context and not to be remembered; in base forms. */
const memoryWords =
  /(?:^| )(?:remember|note|keep|change|bear in mind|mind|forget|save|store|memorize|memorise|future|from now on|record|write down)(?: |$)/

const zipWords = /(?:^| )(?:(?:zip|postal|post) ?code|\d{5})(?: |$)/

/** Matches orders of the cart, in base forms, even if the clause also states a code or an address. */
const ordersWholeCart =
  /^(?:(?:ok|okay|please|and|then|so|now|just|can you|could you|i want to|i would like to|let us) )*(?:check ?out|place (?:my|the|an) order|(?:order|buy|pay for) (?:my|the) (?:cart|basket))(?: |$)/

/** Confidence below which a label is a guess. */
const minConfidence = 0.45

/** Returns whether the words of a clause besides its product are none by which people ask what others think. */
const statesTrait = ({ main, tokens }: ReadClause): boolean => {
  const words = tokens.filter((token, at) => isContentWord(token) && !(main && at >= main.from && at < main.to))
  return words.length > 0 && !words.some(({ lemma }) => speaksFor(lemma, "sentiment"))
}

/** Corrects the label of a clause by rules, and by the rest of the message. */
export const correctedLabel = (clause: ReadClause, clauses: ReadonlyArray<ReadClause>): Label => {
  if (/coupon$|address$/.test(clause.label) && clause.mood === "request" && ordersWholeCart.test(clause.lemmas)) {
    return "checkout"
  }
  // "make it 2 pairs of the shoes" sets the quantity.
  if (
    clause.label === "add_to_cart" &&
    /^(?:(?:ok|okay|and|no|oh|actually|please) )*(?:make|set|change) (?:it|that) /.test(clause.lemmas)
  ) {
    return "update_cart"
  }
  // "bill it to my old address" does not mean the shipping address.
  if (clause.label === "billing_same" && /(?:^| )(?:old|other|previous|different|former)(?: |$)/.test(clause.lemmas)) {
    return "billing_address"
  }
  // "forget the book" is not a search.
  if (
    clause.label === "find_products" &&
    /^(?:(?:ok|okay|no|well) )*(?:forget|never ?mind|skip) /.test(clause.lemmas)
  ) {
    return "decline"
  }
  // "is the tent waterproof?" does not ask for opinions.
  if (clause.label === "sentiment" && clause.lemmas.startsWith("be ") && statesTrait(clause)) {
    return "product_details"
  }
  // "do you have hammers?", of which the classifier knows nothing, is a search.
  if (
    clause.confidence < minConfidence &&
    /^do you (?:have|sell|stock|carry) /.test(clause.lemmas) &&
    clause.phrases.length === 1
  ) {
    return "find_products"
  }
  const othersRequest = clauses.some((other) => other !== clause && isShopRequest(other))
  const othersAsk =
    othersRequest ||
    clauses.some((other) => other !== clause && (other.mood === "question" || looksLikeQuestion(other.lemmas)))
  const isStatement = !clause.isRequest && !statable.has(clause.label) && !isNonWish(clause.label)
  const isPersonalTrait = clause.label === "remember_preference" && othersAsk && !memoryWords.test(clause.lemmas)
  // A ZIP code is neither a coupon code nor a quantity.
  const isZipCode = zipWords.test(clause.lemmas) && /coupon$|cart$/.test(clause.label)
  const isAside = clause.isStory || isPersonalTrait || isZipCode || (othersRequest && isStatement)
  return isAside ? "context" : onlyNames(clause) ? "cart" : clause.label
}
