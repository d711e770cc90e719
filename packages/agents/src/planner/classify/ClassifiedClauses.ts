import { type Clause } from "../text/Clauses.ts"
import { namesThing, phrases } from "../text/Phrases.ts"
import { classify, type Reading } from "./Classifier.ts"

/** A clause with what the classifier makes of it. */
export interface ClassifiedClause extends Clause {
  readonly reading: Reading
}

/** Below this a clause is not understood by itself. */
const sure = 0.45

const object = /^(?:code|address|place|order-id|money|number|department)$/

const startsQuestion = /^(?:what|when|where|which|who|whose|why|how|be|do|did|have|can|could|will|would|should|any)$/

/** Says nothing by itself: has no object of its own, such as a product, a code or a sum, and asks nothing. */
const isWeak = ({ reading, tokens }: ClassifiedClause): boolean =>
  reading.probability < sure &&
  !tokens.some(({ tag }) => object.test(tag ?? "")) &&
  !phrases(tokens).some(namesThing) &&
  !(tokens.length > 2 && startsQuestion.test(tokens[0]?.lemma ?? ""))

/** Two clauses of a sentence as one, what joined them left out; null where each says something by itself. */
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

/** The clauses of a message with their readings, those that mean nothing by themselves joined to their neighbours. */
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
