import { type Clause } from "../text/Clauses.ts"
import { isProduct, phrases } from "../text/Phrases.ts"
import { classify, type Classification } from "./Classifier.ts"

/** A clause with the classification of its words. */
export interface ClassifiedClause extends Clause {
  readonly byWords: Classification
}

/** Probability below which the label of a clause is unsure. */
const minProbability = 0.45

const objectTags = /^(?:code|address|place|order-id|money|number|department)$/

const questionStart = /^(?:what|when|where|which|who|whose|why|how|be|do|did|have|can|could|will|would|should|any)$/

/** Returns whether a clause is incomplete: unsure label, no object such as a product or code, no question. */
const isIncomplete = ({ byWords, tokens }: ClassifiedClause): boolean =>
  byWords.probability < minProbability &&
  !tokens.some(({ tag }) => objectTags.test(tag ?? "")) &&
  !phrases(tokens).some(isProduct) &&
  !(tokens.length > 2 && questionStart.test(tokens[0]?.lemma ?? ""))

/** Joins two clauses of a sentence if one is incomplete and the joined label stays that of the other. */
const joinClauses = (left: ClassifiedClause, right: ClassifiedClause): ClassifiedClause | null => {
  const areSeparate =
    left.sentence !== right.sentence || right.separator === "sentence" || left.byWords.label === "confirm"
  if (areSeparate || !(isIncomplete(left) || isIncomplete(right))) {
    return null
  }
  const tokens = [...left.tokens, ...right.tokens]
  const byWords = classify(tokens)
  const complete = isIncomplete(right) ? left.byWords : right.byWords
  const isSame = byWords.label === complete.label && byWords.probability >= Math.min(0.6, complete.probability)
  return isSame ? { ...left, tokens, byWords, values: [...left.values, ...right.values] } : null
}

/** Classifies the clauses of a message, and joins incomplete ones to the preceding clause. */
export const classifyClauses = (clauses: ReadonlyArray<Clause>): ReadonlyArray<ClassifiedClause> => {
  const joined: Array<ClassifiedClause> = []
  for (const clause of clauses) {
    const next = { ...clause, byWords: classify(clause.tokens) }
    const last = joined.at(-1)
    const merged = last === undefined ? null : joinClauses(last, next)
    joined.splice(merged === null ? joined.length : -1, 1, merged ?? next)
  }
  return joined
}
