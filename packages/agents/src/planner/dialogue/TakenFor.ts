import { likeliestOf } from "../classify/Classifier.ts"
import { foreign, isShop, silent } from "../classify/LabelKinds.ts"
import { type Label } from "../classify/Labels.ts"
import { isAsked, type Piece } from "../classify/Piece.ts"
import { binding, type Intent } from "../Intents.ts"

/** Complaints, which are wishes without asking. All else that is merely stated is a story when something is asked too. */
const stated: ReadonlySet<Label> = new Set<Label>([
  "track_order",
  "refund",
  "return",
  "change_order",
  "change_address",
  "shipping_address",
  "billing_address",
  "billing_same",
  "remember_preference",
  "cancel_order",
  "cancel_question",
  "validate_coupon",
  "deals",
  ...silent
])

/** Below this a reading is a guess, which counts only when nothing else is understood. */
const guess = 0.35

/** What takes away or binds: never a second guess. */
const unguessed: ReadonlySet<Intent> = new Set<Intent>([
  ...binding,
  "remove_from_cart",
  "remove_coupon",
  "forget_preference"
])

/** "what's in it" after an answer is about the shop, however it sounds by itself. */
const likeliest = ({ hasPronoun, isBare, label, main, reading }: Piece, isTalking: boolean): Label => {
  const goesOn = isTalking && hasPronoun && main === undefined
  const namesObject =
    !isBare && main !== undefined && (main.isProper || main.hasNoun || main.isIntroduced) && reading.probability < 0.65
  const mayBe = (candidate: Label) => isShop(candidate) && !unguessed.has(candidate)
  const other = foreign.has(label) && !isBare ? likeliestOf(reading, mayBe) : undefined
  return other !== undefined && reading.of(other) > (goesOn ? 0.08 : namesObject ? 0.12 : 0.3) ? other : label
}

const memoryWords =
  /(?:^| )(?:remember|note|keep|change|bear in mind|mind|forget|save|store|memorize|memorise|future|from now on|record)(?: |$)/

/** "…, isn't it?" */
const isTag = ({ joiner, text }: Piece): boolean =>
  joiner === "comma" &&
  /^(?:be|do|will|can|have|would|could|should)(?: not)? (?:it|they|you|that|he|she|i|we)$/.test(text)

/** What a piece is taken for among the others; `asked` of all pieces ask for something of the shop. */
export const takenFor = (piece: Piece, asked: number, isTalking: boolean): Label => {
  const others = asked > (isAsked(piece) ? 1 : 0)
  const isTold = !piece.isRequest && !stated.has(piece.label)
  const isGuess = piece.probability < guess && !piece.isBare && piece.label !== "follow_up" && piece.codes.length === 0
  const isTrait = piece.label === "remember_preference" && others && !memoryWords.test(piece.text)
  return piece.isStory || (others && (isTold || isGuess || isTrait || isTag(piece)))
    ? "context"
    : likeliest(piece, isTalking)
}
