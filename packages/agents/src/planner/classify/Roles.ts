import { binding } from "../Acts.ts"
import { likeliestOf } from "./Classifier.ts"
import { type Label } from "./Labels.ts"
import { type Mentions } from "../slots/Filling.ts"
import { type Piece } from "./Pieces.ts"
import { type Intent, intentOwner, type OrderReference } from "../Wish.ts"

/** The label is an intent, not a part of the conversation. */
export const isIntent = (label: Label): label is Label & Intent => label in intentOwner

/** An intent that a specialist serves. */
export const isShop = (label: Label): label is Label & Intent => isIntent(label) && intentOwner[label] !== null

/** Clauses that are no wish of their own. */
export const silent: ReadonlySet<Label> = new Set<Label>([
  "context",
  "confirm",
  "decline",
  "greeting",
  "thanks",
  "goodbye",
  "smalltalk"
])

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

/** What has nothing to do with the shop's things. */
export const foreign: ReadonlySet<Label> = new Set<Label>([
  "out_of_scope",
  "shop_info",
  "identity",
  "smalltalk",
  "greeting"
])

/** Below this a reading is a guess, which counts only when nothing else is understood. */
const guess = 0.35

/** Asks for something of the shop. */
export const isAsked = ({ isRequest, label, probability }: Piece): boolean =>
  isRequest && isIntent(label) && intentOwner[label] !== null && probability > 0.5

/** Names a product or a kind of product. */
export const isThing = ({ main }: Piece): boolean => main !== undefined && (main.hasName || main.hasNoun)

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
  /(?:^| )(?:remember|note|keep|bear in mind|mind|forget|save|store|memorize|memorise|future|from now on|record)(?: |$)/

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

/** A bare phrase that is a wish of its own: "my last orders", "reviews". */
export const isClear = ({ probability }: Piece, label: Label): boolean =>
  isShop(label) && label !== "product_details" && label !== "find_products" && probability > 0.7

/** What was spoken of last; what a story tells on the way counts only where it can be a product: "your Atlas", "the K87". */
export const noticed = ({ isRequest, isStory, main }: Piece, earlier: Mentions): string | null =>
  main !== undefined &&
  (main.hasName || main.hasNoun) &&
  (main.hasNoun ||
    (main.isProper && (main.isDefinite || /\d/.test(main.text))) ||
    (!isStory && (isRequest || earlier.product === null)))
    ? main.written
    : earlier.product

const orderWord = /^(?:order|parcel|package|purchase|delivery|shipment)$/
const holding = /^(?:with|of|for|contain|containing|hold|holding|include|including)$/

/** "the order with the lamp", "my shoes order": an order that is told by what is in it. */
export const orderByProduct = ({ main, tokens }: Pick<Piece, "main" | "tokens">): OrderReference | null => {
  if (main === undefined || !(main.hasNoun || main.hasName)) {
    return null
  }
  const before = tokens.slice(Math.max(0, main.from - 4), main.from)
  const isHeld = before.some(
    ({ lemma }, at) => orderWord.test(lemma) && before.slice(at).some(({ lemma }) => holding.test(lemma))
  )
  const isCalled = orderWord.test(tokens[main.to]?.lemma ?? "") && main.isDefinite
  return isHeld || isCalled ? { kind: "product", name: main.written } : null
}

/** The order that a piece mentions; when something happened in a story tells of no order. */
export const mentionedOrder = (piece: Piece): OrderReference | null =>
  piece.isStory && piece.order.reference?.kind === "age"
    ? orderByProduct(piece)
    : (piece.order.reference ?? orderByProduct(piece))
