import { onlyMentionsAddress } from "../text/Address.ts"
import { type ClauseWords, hasProduct, readWords } from "../text/ClauseWords.ts"
import { type ClassifiedClause } from "./ClassifiedClauses.ts"
import { classifyInContext, type Mood, type Classification } from "./Classifier.ts"
import { isHedged, isCommand, isReported, looksLikeQuestion } from "./SpeechActs.ts"
import { binding, cartChanges, type Subject } from "../Intents.ts"
import { meaningsOf, firstMeaningIn, wordsWithRole } from "../text/WordLists.ts"
import { Schema } from "effect"
import { isOwned, type Label } from "./Labels.ts"

/** A clause with its words, label and mood. */
export interface ReadClause extends ClauseWords {
  readonly label: Label
  readonly mood: Mood
  readonly probability: number
  /** Probability of the label given the subject and mood; `probability` is that from the words alone, 1 if changed. */
  readonly confidence: number
  /** Labels in context, likeliest first. */
  readonly ranking: ReadonlyArray<Label>
  readonly byWords: Classification
  /** False for reports and announcements. */
  readonly isRequest: boolean
  /** True for changes that are only asked about or considered. */
  readonly isTentative: boolean
  /** Set by `markStories` for background in a long message. */
  readonly isStory: boolean
}

/** Lookups that replace changes which are only asked about, reported or considered. */
const lookupInstead: Partial<Record<Label, Label>> = {
  apply_coupon: "validate_coupon",
  backorder: "restock",
  cancel_order: "cancel_question",
  checkout: "cart",
  forget_preference: "recall_preferences",
  refund: "return_status",
  return: "return_eligibility"
}

const removalWords = wordsWithRole("taking")

const hasRemovalWord = ({ tokens }: ClauseWords): boolean =>
  tokens.some(({ lemma, word }) => removalWords.has(lemma) || removalWords.has(word))

const considersOnly = (label: Label, mood: Mood, { lemmas }: ClauseWords): boolean =>
  looksLikeQuestion(lemmas) ||
  (mood === "question" && (label.startsWith("remove_") || binding.has(label))) ||
  (cartChanges.has(label) && isHedged(lemmas))

/** Returns the final label; a change that is refused, reported or considered is neither made nor proposed. */
const finalLabel = (label: Label, mood: Mood, words: ClauseWords): Label => {
  const { address, isBare, raw, lemmas } = words
  if (mood === "refusal" && binding.has(label)) {
    return "decline"
  }
  if ((label.startsWith("remove_") || label === "forget_preference") && !hasRemovalWord(words)) {
    return label === "forget_preference" ? "recall_preferences" : "context"
  }
  if (address !== null && label.endsWith("_address") && onlyMentionsAddress(lemmas)) {
    return "context"
  }
  const isReport = (mood === "report" && !isBare && address === null) || isReported(raw)
  return isReport || considersOnly(label, mood, words)
    ? (lookupInstead[label] ?? (isReport && cartChanges.has(label) ? "context" : label))
    : label
}

/** Phrases that override the classifiers: "open a case". */
const explicitPhrases = meaningsOf("saying", Schema.Literal("human"))

const readWithSubject = (words: ClauseWords, byWords: Classification, subject: Subject | null): ReadClause => {
  const { label: chosen, mood, ranking, probability: confidence } = classifyInContext(words.tokens, byWords, subject)
  // "now add the cookbook" is explicit, whatever the subject.
  const isExplicitChange =
    cartChanges.has(byWords.label) &&
    !cartChanges.has(chosen) &&
    isCommand(words.lemmas) &&
    (hasProduct(words) || words.codes.length > 0)
  const explicitIntent = mood === "refusal" || mood === "report" ? null : firstMeaningIn(words.lemmas, explicitPhrases)
  const label = finalLabel(explicitIntent ?? (isExplicitChange ? byWords.label : chosen), mood, words)
  const probability = label === byWords.label ? byWords.probability : 1
  return {
    ...words,
    label,
    mood,
    byWords,
    probability,
    confidence: explicitIntent === null ? confidence : 1,
    ranking,
    isTentative: considersOnly(label, mood, words),
    isRequest: mood !== "report" && mood !== "announcement",
    isStory: false
  }
}

/** Reads a clause without context. */
export const readClause = (message: string, clause: ClassifiedClause): ReadClause =>
  readWithSubject(readWords(message, clause), clause.byWords, null)

/** Reads a clause again with the subject: "how much is it now?" after the cart is about the cart. */
export const rereadWithSubject = (subject: Subject | null, clause: ReadClause): ReadClause =>
  subject === null || clause.isStory ? clause : readWithSubject(clause, clause.byWords, subject)

/** Returns whether a clause is a likely request that a specialist serves. */
export const isShopRequest = ({ isRequest, label, probability }: ReadClause): boolean =>
  isRequest && isOwned(label) && probability > 0.5
