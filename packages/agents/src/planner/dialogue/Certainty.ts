import { binding, cartChanges, intentSet, ofOrder, writing } from "../Intents.ts"
import { isOwned } from "../classify/Labels.ts"
import { isCommand } from "../classify/SpeechActs.ts"
import { pick } from "../slots/Anaphora.ts"
import { hasProduct, hasException } from "../text/ClauseWords.ts"
import { type Wish } from "../Wish.ts"
import { isChoice } from "./Alternatives.ts"
import { isContradictedByWords } from "./Contradictions.ts"
import { type ClauseContext } from "./State.ts"

/**
 * Certainty of a wish, from 0 to 1. Below `minCertainty` it is offered instead of acted on. The numbers were chosen by
 * the scores of evals/phrases; check those after a change.
 */
const minCertainty = 0.33

/** Factors for continuations, and for doubtful changes. */
const followUp = 0.6
const doubt = 0.55

/** Factor per unclear clause, which may qualify the wish. Capped: long messages contain stories. */
const perUnclearClause = 0.8
const maxUnclearClauses = 2

const condition =
  /^(?:(?:and|but|so) )?(?:if(?! you (?:can|could|would|will|please))|when|once|before|after|unless|suppose|say)(?: |$)/
/** Phrases that identify an order by an exclusion: "the order that does not contain the lamp". */
const exclusion = /(?:^| )only (?:the|this|that|one) |(?:^| )(?:without|not (?:contain|hold|include|have))(?: |$)/
const pastAct = /^(?:(?:i|we) )?(?:just |have )?(?:bought|ordered|got|added|removed|took)\b/iu

const isDoubtful = ({ prevClause, clause, clauses }: ClauseContext): boolean =>
  clause.mood === "refusal" ||
  clause.mood === "report" ||
  pastAct.test(clause.raw) ||
  (clause.isLinked && prevClause !== undefined && isOwned(prevClause.label) && !writing.has(prevClause.label)) ||
  (clauses.some(({ mood, raw }) => mood === "question" || raw.endsWith("?")) && !isCommand(clause.lemmas))

const cart = /(?:^| )(?:cart|basket|coupon)(?: |$)/

/** Returns whether a clause is a command with its object, "put the lamp into my cart", or states an address. */
const isExplicit = ({ focus, clause }: ClauseContext): boolean =>
  clause.address !== null ||
  (isCommand(clause.lemmas) &&
    (hasProduct(clause) ||
      clause.codes.length > 0 ||
      cart.test(clause.lemmas) ||
      pick(clause.tokens, focus) !== undefined))

const exactTarget = intentSet(...ofOrder, "add_to_cart", "forget_preference")

/** Matches "cancel A or B", "all but the lamp", "only the lamp", "the one without it". */
const isTargetUnclear = (context: ClauseContext): boolean =>
  isChoice(context) ||
  (exactTarget.has(context.label) && (hasException(context.clause.lemmas) || exclusion.test(context.clause.lemmas)))

/** Rates how certainly a clause asks for the wish. Changes that nobody confirms are rated lower unless explicit. */
export const certaintyOf = (wish: Wish, context: ClauseContext): number => {
  const { intent } = wish
  const { label, clause } = context
  const isConditional = writing.has(intent) && (condition.test(clause.lemmas) || isTargetUnclear(context))
  if (isConditional || isContradictedByWords(wish, context) || (cartChanges.has(intent) && clause.isTentative)) {
    return 0
  }
  const isAtOnce = writing.has(intent) && !binding.has(intent)
  const isDoubted = isAtOnce && isDoubtful(context)
  const probability = clause.confidence * (label === "follow_up" ? followUp : 1) * (isDoubted ? doubt : 1)
  return isAtOnce && isExplicit(context) && (!isDoubted || clause.address !== null)
    ? 1
    : probability ** (isAtOnce ? 2 : 1)
}

/** Returns whether a wish is certain enough, given the number of clauses that were not understood. */
export const isCertain = ({ certainty }: Wish, unclearClauses: number): boolean =>
  certainty * perUnclearClause ** Math.min(unclearClauses, maxUnclearClauses) >= minCertainty
