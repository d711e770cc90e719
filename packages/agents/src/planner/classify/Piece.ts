import { onlyTellsAddress } from "../text/Address.ts"
import { type ClauseWords, isThing, readWords } from "../text/ClauseWords.ts"
import { type ClassifiedClause } from "./ClassifiedClauses.ts"
import { decide, type Mood, type Reading } from "./Classifier.ts"
import { isHedged, isCommand, isReported, looksLikeQuestion } from "./Tentative.ts"
import { binding, cartChanges, type Subject } from "../Intents.ts"
import { meaningsOf, saidIn, wordsAs } from "../text/WordLists.ts"
import { Schema } from "effect"
import { isShop, type Label } from "./Labels.ts"

/** A clause with everything read from it: its words, label and mood. */
export interface ReadClause extends ClauseWords {
  readonly label: Label
  readonly mood: Mood
  readonly probability: number
  /** Probability of the label in context. */
  readonly sureness: number
  /** Possible labels in context, likeliest first. */
  readonly ranking: ReadonlyArray<Label>
  readonly reading: Reading
  /** True for questions, requests and wishes in any form; false for plain statements. */
  readonly isRequest: boolean
  /** True for a change that is only asked about or considered. */
  readonly isLeftOpen: boolean
  /** True within the story that a long message tells around its wish. */
  readonly isStory: boolean
}

/** Lookups that replace changes which are only asked about, reported or left open. */
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

/** Returns whether a clause contains a word of removal. */
const takes = ({ tokens }: ClauseWords): boolean =>
  tokens.some(({ lemma, word }) => taking.has(lemma) || taking.has(word))

/** Returns whether a clause only asks about a change, or considers it. */
const leavesOpen = (label: Label, mood: Mood, { text }: ClauseWords): boolean =>
  looksLikeQuestion(text) ||
  (mood === "question" && (label.startsWith("remove_") || binding.has(label))) ||
  (cartChanges.has(label) && isHedged(text))

/** Returns the final label: a change that is refused, only reported or considered is neither made nor proposed. */
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
  const isTold = (mood === "report" && !isBare && address === null) || isReported(said)
  return isTold || leavesOpen(label, mood, words)
    ? (instead[label] ?? (isTold && cartChanges.has(label) ? "context" : label))
    : label
}

/** Phrases that state an intent regardless of the classifiers: "open a case". */
const saying = meaningsOf("saying", Schema.Literal("human"))

/** Reads a clause given the subject of conversation; null: none. */
const read = (words: ClauseWords, reading: Reading, subject: Subject | null): ReadClause => {
  const { label: decided, mood, ranking, probability: sureness } = decide(words.tokens, reading, subject)
  // "now add the cookbook" is explicit, whatever the subject.
  const isSaid =
    cartChanges.has(reading.label) &&
    !cartChanges.has(decided) &&
    isCommand(words.text) &&
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

/** Reads a clause without context. */
export const readPiece = (message: string, clause: ClassifiedClause): ReadClause =>
  read(readWords(message, clause), clause.reading, null)

/** Reads a clause again given the subject: "how much is it now?" after the cart is about the cart. */
export const readIn = (subject: Subject | null, piece: ReadClause): ReadClause =>
  subject === null || piece.isStory ? piece : read(piece, piece.reading, subject)

/** Returns whether a clause asks the shop for something. */
export const isAsked = ({ isRequest, label, probability }: ReadClause): boolean =>
  isRequest && isShop(label) && probability > 0.5
