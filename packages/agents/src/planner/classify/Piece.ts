import { onlyTellsAddress } from "../text/Address.ts"
import { type ClauseWords, isThing, readWords } from "../text/ClauseWords.ts"
import { type ClassifiedClause } from "./ClassifiedClauses.ts"
import { decide, type Mood, type Reading } from "./Classifier.ts"
import { doubts, tells, tellsOf, wonders } from "./Tentative.ts"
import { binding, cartChanges, type Subject } from "../Intents.ts"
import { meaningsOf, saidIn, wordsAs } from "../text/WordLists.ts"
import { Schema } from "effect"
import { isShop, type Label } from "./Labels.ts"

/** A clause with all that is read from it: what its words say, what it is and what it does. */
export interface Piece extends ClauseWords {
  readonly label: Label
  readonly mood: Mood
  readonly probability: number
  /** How likely the label is in its place. */
  readonly sureness: number
  /** The labels that it could have in its place, the likeliest first. */
  readonly ranking: ReadonlyArray<Label>
  readonly reading: Reading
  /** Asks, orders or wishes something, in whatever form; a plain statement does not. */
  readonly isRequest: boolean
  /** A change that is only asked about or wondered at. */
  readonly isLeftOpen: boolean
  /** Belongs to the story that a long message tells around its wish. */
  readonly isStory: boolean
}

/** The lookups in place of changes that are only asked about, reported or left open. */
const instead: Partial<Record<Label, Label>> = {
  apply_coupon: "validate_coupon",
  backorder: "restock",
  cancel_order: "cancel_question",
  checkout: "cart",
  forget_preference: "recall_preferences",
  refund: "return_status",
  return: "return_eligibility"
}

const taking = wordsAs("taking")

/** Takes something away by a word that does. */
const takes = ({ tokens }: ClauseWords): boolean =>
  tokens.some(({ lemma, word }) => taking.has(lemma) || taking.has(word))

/** Only asks about a change, or wonders at it. */
const leavesOpen = (label: Label, mood: Mood, { text }: ClauseWords): boolean =>
  wonders(text) ||
  (mood === "question" && (label.startsWith("remove_") || binding.has(label))) ||
  (cartChanges.has(label) && doubts(text))

/** Nothing is changed or proposed that is refused, only spoken of or wondered about. */
const settled = (label: Label, mood: Mood, words: ClauseWords): Label => {
  const { address, isBare, said, text } = words
  if (mood === "refusal" && binding.has(label)) {
    return "decline"
  }
  if ((label.startsWith("remove_") || label === "forget_preference") && !takes(words)) {
    return label === "forget_preference" ? "recall_preferences" : "context"
  }
  if (address !== null && label.endsWith("_address") && onlyTellsAddress(text)) {
    return "context"
  }
  const isTold = (mood === "report" && !isBare && address === null) || tellsOf(said)
  return isTold || leavesOpen(label, mood, words)
    ? (instead[label] ?? (isTold && cartChanges.has(label) ? "context" : label))
    : label
}

/** Phrases that say an intent whatever they are taken for: "open a case". */
const saying = meaningsOf("saying", Schema.Literal("human"))

/** Reads a clause where something is spoken of; null where nothing is. */
const read = (words: ClauseWords, reading: Reading, subject: Subject | null): Piece => {
  const { label: decided, mood, ranking, sureness } = decide(words.tokens, reading, subject)
  // "now add the cookbook" says it, whatever is spoken of.
  const isSaid =
    cartChanges.has(reading.label) &&
    !cartChanges.has(decided) &&
    tells(words.text) &&
    (isThing(words) || words.codes.length > 0)
  const own = mood === "refusal" || mood === "report" ? null : saidIn(words.text, saying)
  const label = settled(own ?? (isSaid ? reading.label : decided), mood, words)
  const probability = label === reading.label ? reading.probability : 1
  return {
    ...words,
    label,
    mood,
    reading,
    probability,
    sureness: own === null ? sureness : 1,
    ranking,
    isLeftOpen: leavesOpen(label, mood, words),
    isRequest: mood !== "report" && mood !== "announcement",
    isStory: false
  }
}

/** Reads a clause by itself. */
export const readPiece = (message: string, clause: ClassifiedClause): Piece =>
  read(readWords(message, clause), clause.reading, null)

/** Reads a clause again where something is spoken of: "how much is it now?" after the cart is the cart. */
export const readIn = (subject: Subject | null, piece: Piece): Piece =>
  subject === null || piece.isStory ? piece : read(piece, piece.reading, subject)

/** Asks for something of the shop. */
export const isAsked = ({ isRequest, label, probability }: Piece): boolean =>
  isRequest && isShop(label) && probability > 0.5
