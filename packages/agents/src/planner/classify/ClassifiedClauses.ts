import { type Clause } from "../text/Clauses.ts"
import { namesThing, phrases } from "../text/Phrases.ts"
import { classify, type Reading } from "./Classifier.ts"

/** A clause with the classifier's reading of its words. */
export interface ClassifiedClause extends Clause {
  readonly reading: Reading
}

/** Probability below which a clause is not understood by itself. */
const sure = 0.45

const object = /^(?:code|address|place|order-id|money|number|department)$/

const startsQuestion = /^(?:what|when|where|which|who|whose|why|how|be|do|did|have|can|could|will|would|should|any)$/

/** Returns whether a clause says nothing by itself: unsure label, no object such as a product or code, no question. */
const isWeak = ({ reading, tokens }: ClassifiedClause): boolean =>
  reading.probability < sure &&
  !tokens.some(({ tag }) => object.test(tag ?? "")) &&
  !phrases(tokens).some(namesThing) &&
  !(tokens.length > 2 && startsQuestion.test(tokens[0]?.lemma ?? ""))

/** Joins two clauses of a sentence without their joining word; null if each says something by itself. */
const joinedOf = (left: ClassifiedClause, right: ClassifiedClause): ClassifiedClause | null => {
  const isApart = left.sentence !== right.sentence || right.joiner === "sentence" || left.reading.label === "confirm"
  if (isApart || !(isWeak(left) || isWeak(right))) {
    return null
  }
  const tokens = [...left.tokens, ...right.tokens]
  const reading = classify(tokens)
  const strong = isWeak(right) ? left.reading : right.reading
  const isSame = reading.label === strong.label && reading.probability >= Math.min(0.6, strong.probability)
  return isSame ? { ...left, tokens, reading } : null
}

/** Classifies the clauses of a message, joining those that mean nothing by themselves to their neighbours. */
export const classified = (clauses: ReadonlyArray<Clause>): ReadonlyArray<ClassifiedClause> => {
  const joined: Array<ClassifiedClause> = []
  for (const clause of clauses) {
    const next = { ...clause, reading: classify(clause.tokens) }
    const last = joined.at(-1)
    const both = last === undefined ? null : joinedOf(last, next)
    joined.splice(both === null ? joined.length : -1, 1, both ?? next)
  }
  return joined
}
