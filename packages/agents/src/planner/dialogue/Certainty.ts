import { binding, cartChanges, intentSet, ofOrder, writing } from "../Intents.ts"
import { isOwned } from "../classify/Labels.ts"
import { isCommand } from "../classify/Tentative.ts"
import { pick } from "../slots/Selection.ts"
import { hasProduct, hasException } from "../text/ClauseWords.ts"
import { type Wish } from "../Wish.ts"
import { isChoice } from "./Choices.ts"
import { isContradictedByWords } from "./Misread.ts"
import { type ClauseContext } from "./State.ts"

/** Minimum certainty, from 0 to 1, for acting on a wish; below it, the answer offers the likeliest wishes. */
const minCertainty = 0.33

/** Factors of certainty for mere continuations, and for doubtful changes. */
const followUp = 0.6
const doubt = 0.55

/** Factor of certainty per clause not understood, which may qualify the wish. Capped: long messages tell stories. */
const perUnclearClause = 0.8
const maxUnclearClauses = 2

const condition =
  /^(?:(?:and|but|so) )?(?:if(?! you (?:can|could|would|will|please))|when|once|before|after|unless|suppose|say)(?: |$)/
/** Phrases that describe an order by what it lacks: "the order that does not contain the lamp". */
const exclusion = /(?:^| )only (?:the|this|that|one) |(?:^| )(?:without|not (?:contain|hold|include|have))(?: |$)/
const pastAct = /^(?:(?:i|we) )?(?:just |have )?(?:bought|ordered|got|added|removed|took)\b/iu

/** Returns whether a change is refused, only reported, or joined to a question. */
const isDoubtful = ({ prevClause, clause, clauses }: ClauseContext): boolean =>
  clause.mood === "refusal" ||
  clause.mood === "report" ||
  pastAct.test(clause.raw) ||
  (clause.isLinked && prevClause !== undefined && isOwned(prevClause.label) && !writing.has(prevClause.label)) ||
  (clauses.some(({ mood, raw }) => mood === "question" || raw.endsWith("?")) && !isCommand(clause.lemmas))

const cartWords = /(?:^| )(?:cart|basket|coupon)(?: |$)/

/** Returns whether a clause says what to do with which thing, "put the lamp into my cart", or gives an address. */
const isExplicit = ({ focus, clause }: ClauseContext): boolean =>
  clause.address !== null ||
  (isCommand(clause.lemmas) &&
    (hasProduct(clause) ||
      clause.codes.length > 0 ||
      cartWords.test(clause.lemmas) ||
      pick(clause.tokens, focus) !== undefined))

const exactTarget = intentSet(...ofOrder, "add_to_cart", "forget_preference")

/** Returns whether the target is open: "cancel A or B", "all but the lamp", "only the lamp", "the one without it". */
const isTargetUnclear = (context: ClauseContext): boolean =>
  isChoice(context) ||
  (exactTarget.has(context.label) && (hasException(context.clause.lemmas) || exclusion.test(context.clause.lemmas)))

/** Returns the certainty that a clause asks for the wish; changes made at once are rated more strictly. */
export const certaintyOf = (wish: Wish, context: ClauseContext): number => {
  const { intent } = wish
  const { label, clause } = context
  const isConditional = writing.has(intent) && (condition.test(clause.lemmas) || isTargetUnclear(context))
  if (isConditional || isContradictedByWords(wish, context) || (cartChanges.has(intent) && clause.isTentative)) {
    return 0
  }
  const isImmediate = writing.has(intent) && !binding.has(intent)
  const isDoubted = isImmediate && isDoubtful(context)
  const probability = clause.confidence * (label === "follow_up" ? followUp : 1) * (isDoubted ? doubt : 1)
  return isImmediate && isExplicit(context) && (!isDoubted || clause.address !== null)
    ? 1
    : probability ** (isImmediate ? 2 : 1)
}

/** Returns whether a wish is certain enough, given the number of clauses that were not understood. */
export const isCertain = ({ certainty }: Wish, unclearClauses: number): boolean =>
  certainty * perUnclearClause ** Math.min(unclearClauses, maxUnclearClauses) >= minCertainty
