import { type Clause } from "../text/Clauses.ts"
import { namesThing, phrases } from "../text/Phrases.ts"
import { withoutMarks } from "../text/Tokens.ts"
import { classify, type Reading } from "./Classifier.ts"

/** A clause with what the classifier makes of it. */
export interface ClassifiedClause extends Clause {
  readonly reading: Reading
}

/** Below this a clause is not understood by itself; a single word has to be clearer. */
const sure = 0.45
const sureWord = 0.75

/** Tokens that a joined clause may have. */
const longest = 40

const wordCount = ({ tokens }: Clause): number => withoutMarks(tokens).length

const object = /^(?:code|address|place|order-id|money|number|department)$/

/** Has an object of its own, which makes it a wish even without a verb: a product, a code, a place, an order, a sum. */
const hasObject = ({ tokens }: Clause): boolean =>
  tokens.some(({ tag }) => object.test(tag ?? "")) || phrases(tokens).some(namesThing)

const startsQuestion = /^(?:what|when|where|which|who|whose|why|how|be|do|did|have|can|could|will|would|should|any)$/

/** Says nothing by itself; a question does. */
const isWeak = (clause: ClassifiedClause): boolean =>
  clause.reading.probability < (wordCount(clause) < 2 ? sureWord : sure) &&
  !hasObject(clause) &&
  !(wordCount(clause) > 2 && startsQuestion.test(withoutMarks(clause.tokens)[0]?.lemma ?? ""))

/** Two clauses of a sentence as one; what joined them is left out. */
const together = (left: ClassifiedClause, right: ClassifiedClause): ClassifiedClause => {
  const tokens = [...left.tokens, ...right.tokens]
  return { ...left, tokens, reading: classify(tokens) }
}

const mayJoin = (left: ClassifiedClause, right: ClassifiedClause): boolean => {
  const isApart =
    left.tokens.length + right.tokens.length > longest ||
    left.sentence !== right.sentence ||
    right.joiner === "sentence" ||
    left.reading.label === "confirm" ||
    !(isWeak(left) || isWeak(right))
  if (isApart) {
    return false
  }
  const { reading } = together(left, right)
  const strong = isWeak(right) ? left.reading : right.reading
  return reading.label === strong.label && reading.probability >= Math.min(0.6, strong.probability)
}

/** The clauses of a message with their readings, those that mean nothing by themselves joined to their neighbours. */
export const classified = (clauses: ReadonlyArray<Clause>): ReadonlyArray<ClassifiedClause> => {
  const joined: Array<ClassifiedClause> = []
  for (const clause of clauses) {
    const next = { ...clause, reading: classify(clause.tokens) }
    const last = joined.at(-1)
    if (last !== undefined && mayJoin(last, next)) {
      joined[joined.length - 1] = together(last, next)
    } else {
      joined.push(next)
    }
  }
  return joined
}
